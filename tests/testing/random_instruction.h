// Random instructions of any row of the table, which stay in the memory of a test: pointers to data are in x8 to x11,
// and branches and jumps go a few instructions forwards.
#pragma once

#include <array>

#include "isa/registers.h"
#include "testing/encode.h"
#include "testing/random.h"

namespace janus::testing {

inline constexpr std::uint32_t kFirstPointer = 8, kPointers = 4;

// CSRs that hold what is written to them, or never change.
inline constexpr std::array<std::uint16_t, 8> kQuietCsrs = {isa::csr::mscratch, isa::csr::mepc,    isa::csr::mcause,
                                                            isa::csr::mtval,    isa::csr::mstatus, isa::csr::mie,
                                                            isa::csr::misa,     isa::csr::mhartid};

// Targets where no instruction can begin are among them: one in eight.
inline std::uint32_t random_instruction(isa::Opcode opcode, Random& random) {
  const auto pointer = [&] { return kFirstPointer + random.below(kPointers); };
  Operands operands;
  operands.rd = random.below(32);
  operands.rs1 = random.below(32);
  operands.rs2 = random.below(32);
  operands.immediate = random.between(-2048, 2047);
  switch (isa::row(opcode).format) {
    case isa::Format::Load:
    case isa::Format::Store:
    case isa::Format::Amo:
    case isa::Format::LoadReserved:
      operands.rs1 = pointer();
      operands.immediate = random.between(-8, 8);
      break;
    case isa::Format::Jalr: operands.rs1 = pointer(); break;
    case isa::Format::Shift: operands.immediate = random.between(0, 31); break;
    case isa::Format::B:
    case isa::Format::J: operands.immediate = 4 * random.between(1, 8) + (random.one_in(8) ? 2 : 0); break;
    case isa::Format::U: operands.immediate = static_cast<std::int32_t>(random.word() & 0xfffff000); break;
    case isa::Format::Csr:
    case isa::Format::CsrImm: operands.immediate = random.pick(kQuietCsrs); break;
    case isa::Format::Fence: operands.immediate = 0x0ff; break;
    case isa::Format::R:
    case isa::Format::Unary:
    case isa::Format::I:
    case isa::Format::None: break;
  }
  return encode(opcode, operands);
}

}  // namespace janus::testing
