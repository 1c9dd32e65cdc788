// The calling convention (RISC-V psABI): which jumps are calls and which are returns, and what a call keeps.
//
// Sets of registers have bit r for x[r].
#pragma once

#include <cstdint>

#include "isa/predicates.h"
#include "isa/registers.h"

namespace janus::program {

constexpr bool is_call(const isa::Instruction& i) { return isa::is_jump(i) && isa::is_link(i.rd); }
constexpr bool is_return(const isa::Instruction& i) {
  return isa::control(i.opcode) == isa::Control::JumpRegister && isa::is_link(i.rs1) && !isa::is_link(i.rd);
}

// Registers `first` to `last`.
constexpr std::uint32_t register_range(isa::Register first, isa::Register last) {
  return (~0U >> (31 - last)) & ~0U << first;
}
// Registers that a function restores before it returns, and registers that are pointers with a fixed role (sp, gp, tp).
inline constexpr std::uint32_t kSavedRegisters =
    register_range(isa::kS0, isa::kS1) | register_range(isa::kS2, isa::kS11);
inline constexpr std::uint32_t kPointerRegisters = register_range(isa::kSp, isa::kTp);
inline constexpr std::uint32_t kPreservedRegisters = kSavedRegisters | kPointerRegisters;
inline constexpr std::uint32_t kClobberedRegisters = ~(kPreservedRegisters | 1U);
inline constexpr std::uint32_t kArgumentRegisters = register_range(isa::kA0, isa::kA7);
inline constexpr std::uint32_t kResultRegisters = register_range(isa::kA0, isa::kA1);

// Whether a call keeps the convention. GCC and LLVM call their routines that save and restore registers with t0 as the
// link register, and these routines do not keep it.
constexpr bool keeps_convention(const isa::Instruction& call) { return call.rd != isa::kT0; }

}  // namespace janus::program
