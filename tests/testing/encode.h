// Encodes instructions. Written from the RISC-V manual (Volume I, section 2.3, figures 2.2 to 2.4) and independent of
// the decoder. The fixed bits come from the instruction table; GNU as confirms them (disassembler_test.cpp).
#pragma once

#include <cstdint>

#include "isa/instruction.h"

namespace janus::testing {

// The address at which tests put code, and an instruction that does nothing.
inline constexpr std::uint32_t kCode = 0x8000'0000, kNop = 0x0000'0013;

// Register numbers and the immediate: a byte offset for branches and jumps, the whole value (low 12 bits zero) for lui
// and auipc, the number of the CSR for CSR instructions.
struct Operands {
  std::uint32_t rd = 0;
  std::uint32_t rs1 = 0;
  std::uint32_t rs2 = 0;
  std::int32_t immediate = 0;
};

namespace detail {

inline std::uint32_t operand_bits(isa::Format format, Operands operands) {
  using isa::Format;
  const auto imm = static_cast<std::uint32_t>(operands.immediate);
  const auto bits = [imm](unsigned high, unsigned low, unsigned at) {
    return (imm >> low & ((1U << (high - low + 1)) - 1)) << at;
  };
  const std::uint32_t rd = operands.rd << 7, rs1 = operands.rs1 << 15, rs2 = operands.rs2 << 20;
  switch (format) {
    case Format::R:
    case Format::Amo: return rd | rs1 | rs2;
    case Format::I:
    case Format::Load:
    case Format::Jalr:
    case Format::Csr:
    case Format::CsrImm: return rd | rs1 | bits(11, 0, 20);
    case Format::Shift: return rd | rs1 | bits(4, 0, 20);
    case Format::Unary:
    case Format::LoadReserved: return rd | rs1;
    case Format::Store: return rs1 | rs2 | bits(11, 5, 25) | bits(4, 0, 7);
    case Format::B: return rs1 | rs2 | bits(12, 12, 31) | bits(10, 5, 25) | bits(4, 1, 8) | bits(11, 11, 7);
    case Format::U: return rd | bits(31, 12, 12);
    case Format::J: return rd | bits(20, 20, 31) | bits(10, 1, 21) | bits(11, 11, 20) | bits(19, 12, 12);
    case Format::Fence: return bits(11, 0, 20);
    case Format::None: return 0;
  }
  return 0;
}

}  // namespace detail

// An operand that the row's pattern fixes is what the pattern says.
inline std::uint32_t encode(isa::Opcode opcode, Operands operands = {}) {
  const isa::Row& row = isa::row(opcode);
  return row.match | (detail::operand_bits(row.format, operands) & ~row.mask);
}

}  // namespace janus::testing
