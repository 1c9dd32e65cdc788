// Which jumps are calls and which are returns, by the registers they use: x1 and x5 hold return addresses (Volume I,
// table 2.1, the hints for return-address stacks).
#pragma once

#include "isa/instruction.h"
#include "isa/registers.h"

namespace janus::program {

constexpr bool is_link(std::uint8_t number) { return number == isa::kRa || number == isa::kT0; }

constexpr bool is_call(const isa::Instruction& i) {
  return (i.opcode == isa::Opcode::jal || i.opcode == isa::Opcode::jalr) && is_link(i.rd);
}
constexpr bool is_return(const isa::Instruction& i) {
  return i.opcode == isa::Opcode::jalr && is_link(i.rs1) && !is_link(i.rd);
}

}  // namespace janus::program
