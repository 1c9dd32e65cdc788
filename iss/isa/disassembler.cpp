#include "isa/disassembler.h"

#include <fmt/format.h>

#include "isa/compressed.h"
#include "isa/registers.h"

namespace janus::isa {
namespace {

std::string fence_set(unsigned bits) {
  std::string set;
  for (unsigned i = 0; i < 4; ++i) {
    if (bits & (8U >> i)) set += "iorw"[i];
  }
  return set;
}

std::string ordering_suffix(std::uint32_t word) {
  static constexpr std::string_view kSuffix[] = {"", ".rl", ".aq", ".aqrl"};
  return std::string(kSuffix[word >> 25 & 3]);
}

std::string as_word(const Instruction& instruction) {
  if (instruction.length == 2) return fmt::format(".half 0x{:04x}", instruction.word);
  return fmt::format(".word 0x{:08x}", instruction.word);
}

// Besides fence.tso, assembly can only express fences with rd = rs1 = 0, fm = 0 and both sets non-empty.
std::string fence_text(const Instruction& instruction) {
  if (instruction.word == 0x8330000f) return "fence.tso";
  const unsigned predecessor = instruction.immediate >> 4 & 15;
  const unsigned successor = instruction.immediate & 15;
  if (instruction.rd || instruction.rs1 || instruction.immediate >> 8 || !predecessor || !successor) {
    return as_word(instruction);
  }
  return fmt::format("fence {},{}", fence_set(predecessor), fence_set(successor));
}

// By the column `operands` of the row.
std::string compressed_text(const Instruction& instruction, std::uint32_t pc) {
  // The row that was decoded is of an extension that the hart has, so those that it lacks would not match.
  const CompressedRow* row = compressed_row(instruction.word, kEverything);
  if (!row) return as_word(instruction);
  std::string text(row->mnemonic);
  if (!row->operands.empty()) text += ' ';
  for (std::size_t at = 0; at < row->operands.size(); ++at) {
    if (row->operands.substr(at, 2) == "sp") {
      text += "sp";
      ++at;
      continue;
    }
    switch (const char letter = row->operands[at]) {
      case 'd': text += kRegisterNames[instruction.rd]; break;
      case 's': text += kRegisterNames[instruction.rs1]; break;
      case 't': text += kRegisterNames[instruction.rs2]; break;
      case 'i': text += std::to_string(static_cast<std::int32_t>(instruction.immediate)); break;
      case 'x': text += fmt::format("0x{:x}", instruction.immediate); break;
      case 'U': text += fmt::format("0x{:x}", instruction.immediate >> 12); break;
      case 'p': text += fmt::format("0x{:x}", pc + instruction.immediate); break;
      default: text += letter; break;
    }
  }
  return text;
}

}  // namespace

std::string disassemble(const Instruction& instruction, std::uint32_t pc) {
  if (instruction.opcode == Opcode::Illegal) return as_word(instruction);
  if (instruction.length == 2) return compressed_text(instruction, pc);
  const Row& row = isa::row(instruction.opcode);
  const std::string_view rd = kRegisterNames[instruction.rd];
  const std::string_view rs1 = kRegisterNames[instruction.rs1];
  const std::string_view rs2 = kRegisterNames[instruction.rs2];
  const auto immediate = static_cast<std::int32_t>(instruction.immediate);
  const auto csr = [&] {
    const auto number = static_cast<std::uint16_t>(instruction.immediate);
    return csr_name(number).value_or(fmt::format("0x{:x}", number));
  };
  switch (row.format) {
    case Format::R: return fmt::format("{} {},{},{}", row.mnemonic, rd, rs1, rs2);
    case Format::Unary: return fmt::format("{} {},{}", row.mnemonic, rd, rs1);
    case Format::I: return fmt::format("{} {},{},{}", row.mnemonic, rd, rs1, immediate);
    case Format::Shift: return fmt::format("{} {},{},{}", row.mnemonic, rd, rs1, instruction.immediate);
    case Format::Load:
    case Format::Jalr: return fmt::format("{} {},{}({})", row.mnemonic, rd, immediate, rs1);
    case Format::Store: return fmt::format("{} {},{}({})", row.mnemonic, rs2, immediate, rs1);
    case Format::B: return fmt::format("{} {},{},0x{:x}", row.mnemonic, rs1, rs2, pc + instruction.immediate);
    case Format::U: return fmt::format("{} {},0x{:x}", row.mnemonic, rd, instruction.immediate >> 12);
    case Format::J: return fmt::format("{} {},0x{:x}", row.mnemonic, rd, pc + instruction.immediate);
    case Format::Csr: return fmt::format("{} {},{},{}", row.mnemonic, rd, csr(), rs1);
    case Format::CsrImm: return fmt::format("{} {},{},{}", row.mnemonic, rd, csr(), instruction.rs1);
    case Format::Amo:
      return fmt::format("{}{} {},{},({})", row.mnemonic, ordering_suffix(instruction.word), rd, rs2, rs1);
    case Format::LoadReserved:
      return fmt::format("{}{} {},({})", row.mnemonic, ordering_suffix(instruction.word), rd, rs1);
    case Format::Fence: return fence_text(instruction);
    case Format::None:
      if (instruction.word != row.match) return as_word(instruction);
      return std::string(row.mnemonic);
  }
  return as_word(instruction);
}

}  // namespace janus::isa
