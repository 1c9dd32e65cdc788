// Encoding: the opposite of decoding, by the same table. For whoever makes code: a word for an opcode and operands.
#pragma once

#include <cstdint>

#include "isa/instruction.h"

namespace janus::isa {

// The operands of an instruction of 32 bits, as in Instruction; what its format does not have is ignored.
struct OperandValues {
  std::uint8_t rd = 0, rs1 = 0, rs2 = 0;
  std::uint32_t immediate = 0;  // must fit into the format's field
};

// The word that decodes to this opcode, which must not be Illegal, with these operands. Bits that are no operand of the
// format, such as those of fence and aq and rl, are 0. Pure.
constexpr std::uint32_t encode(Opcode opcode, const OperandValues& operands) {
  const Row& row = isa::row(opcode);
  const std::uint32_t i = operands.immediate;
  const auto bits = [i](unsigned high, unsigned low, unsigned to) {
    return (i >> low & ((1U << (high - low + 1)) - 1)) << to;
  };
  std::uint32_t word = row.match;
  if (row.writes_rd) word |= std::uint32_t{operands.rd} << 7;
  if (row.reads_rs1) word |= std::uint32_t{operands.rs1} << 15;
  if (row.reads_rs2) word |= std::uint32_t{operands.rs2} << 20;
  switch (row.format) {
    case Format::I:
    case Format::Load:
    case Format::Jalr:
    case Format::Csr: return word | bits(11, 0, 20);
    case Format::CsrImm: return word | bits(11, 0, 20) | (operands.rs1 & 31U) << 15;
    case Format::Shift: return word | bits(4, 0, 20);
    case Format::Store: return word | bits(11, 5, 25) | bits(4, 0, 7);
    case Format::B: return word | bits(12, 12, 31) | bits(10, 5, 25) | bits(4, 1, 8) | bits(11, 11, 7);
    case Format::U: return word | (i & 0xfffff000);
    case Format::J: return word | bits(20, 20, 31) | bits(10, 1, 21) | bits(11, 11, 20) | bits(19, 12, 12);
    case Format::Fence:
    case Format::R:
    case Format::Unary:
    case Format::Amo:
    case Format::LoadReserved:
    case Format::None: break;
  }
  return word;
}

}  // namespace janus::isa
