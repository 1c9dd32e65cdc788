// A decoded instruction, and the constants of the table it was decoded by.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "isa/extensions.h"

namespace janus::isa {

// One value per row of rv32.def, and Illegal for words that match no row.
enum class Opcode : std::uint8_t {
#define INSTRUCTION(name, mnemonic, format, pattern, timing, extension) name,
#define COMPRESSED(mnemonic, expansion, rd, rs1, rs2, pattern, immediate, operands, extension)
#include "isa/rv32.def"
#undef COMPRESSED
#undef INSTRUCTION
  Illegal
};

// How operands are read from the word and printed in assembly.
enum class Format : std::uint8_t {
  R,             // rd, rs1, rs2
  I,             // rd, rs1, immediate
  Unary,         // rd, rs1
  Shift,         // rd, rs1, shift amount
  Load,          // rd, immediate(rs1)
  Jalr,          // rd, immediate(rs1)
  Store,         // rs2, immediate(rs1)
  B,             // rs1, rs2, target
  U,             // rd, upper 20 bits
  J,             // rd, target
  Csr,           // rd, csr, rs1
  CsrImm,        // rd, csr, 5-bit immediate
  Amo,           // rd, rs2, (rs1)
  LoadReserved,  // rd, (rs1)
  Fence,         // predecessor set, successor set
  None,          // no operands
};

// The class that decides what an instruction costs. A timing profile gives cycles per class (hart/timing.h).
enum class TimingClass : std::uint8_t {
  Alu,
  Multiply,
  Divide,
  Load,
  Store,
  Branch,
  Jump,
  JumpRegister,
  Csr,
  Atomic,
  Fence,
  System,
};
inline constexpr std::size_t kTimingClasses = static_cast<std::size_t>(TimingClass::System) + 1;

// How many bytes the instruction has whose encoding begins with these 16 bits. Always 4 without compressed
// instructions.
constexpr std::uint32_t length_of(std::uint32_t bits, Extensions extensions) {
  return extensions.has(Extension::C) && (bits & 3) != 3 ? 2 : 4;
}

// A decoded instruction. Register numbers are 0..31. `immediate` is sign-extended to 32 bits (a multiple of 4096 for
// U, a byte offset for B and J, a shift amount for Shift); for Csr and CsrImm it is the CSR's number and rs1 the
// register or the 5-bit immediate.
struct Instruction {
  Opcode opcode = Opcode::Illegal;
  std::uint8_t rd = 0;
  std::uint8_t rs1 = 0;
  std::uint8_t rs2 = 0;
  std::uint8_t length = 4;  // bytes; an instruction of 2 bytes has the opcode and operands of its expansion
  std::uint32_t immediate = 0;
  std::uint32_t word = 0;  // the encoding, for mtval and the disassembler
};

// The address of the next instruction in memory.
constexpr std::uint32_t next_pc(std::uint32_t pc, const Instruction& instruction) { return pc + instruction.length; }

// One row of the table. `mask` has the fixed bits of the pattern, `match` their values.
struct Row {
  Opcode opcode;
  std::string_view name;
  std::string_view mnemonic;
  Format format;
  std::string_view pattern;
  std::uint32_t mask;
  std::uint32_t match;
  TimingClass timing;
  Extension extension;
  bool writes_rd, reads_rs1, reads_rs2;  // whether the pattern has the field
};

inline constexpr std::size_t kRows = static_cast<std::size_t>(Opcode::Illegal);

namespace detail {

// A mask of the places in `pattern`, most significant bit first, where one of `characters` stands. A pattern that does
// not have the expected number of bits does not compile, because of the throw.
consteval std::uint32_t bits_of(std::string_view pattern, std::string_view characters, int expected = 32) {
  std::uint32_t bits = 0;
  int width = 0;
  for (char c : pattern) {
    if (c == ' ') continue;
    bits = bits << 1 | (characters.find(c) != std::string_view::npos ? 1U : 0U);
    ++width;
  }
  if (width != expected) throw "a pattern in rv32.def does not have as many bits as its row says";
  return bits;
}

consteval std::array<Row, kRows> make_rows() {
  return {{
#define INSTRUCTION(name, mnemonic, format, pattern, timing, extension) \
  Row{Opcode::name,                                                     \
      #name,                                                            \
      mnemonic,                                                         \
      Format::format,                                                   \
      pattern,                                                          \
      detail::bits_of(pattern, "01"),                                   \
      detail::bits_of(pattern, "1"),                                    \
      TimingClass::timing,                                              \
      Extension::extension,                                             \
      detail::bits_of(pattern, "d") != 0,                               \
      detail::bits_of(pattern, "s") != 0,                               \
      detail::bits_of(pattern, "t") != 0},
#define COMPRESSED(mnemonic, expansion, rd, rs1, rs2, pattern, immediate, operands, extension)
#include "isa/rv32.def"
#undef COMPRESSED
#undef INSTRUCTION
  }};
}

}  // namespace detail

inline constexpr std::array<Row, kRows> kTable = detail::make_rows();

constexpr const Row& row(Opcode opcode) { return kTable[static_cast<std::size_t>(opcode)]; }

namespace detail {

consteval bool specific_words_come_first() {
  for (std::size_t a = 0; a < kRows; ++a) {
    for (std::size_t b = a + 1; b < kRows; ++b) {
      const std::uint32_t common = kTable[a].mask & kTable[b].mask;
      if ((kTable[a].match & common) != (kTable[b].match & common)) continue;
      if (kTable[a].mask == kTable[b].mask || common != kTable[b].mask) return false;
    }
  }
  return true;
}
static_assert(specific_words_come_first(),
              "two rows of rv32.def match the same word, and the first is no special case");

}  // namespace detail
}  // namespace janus::isa
