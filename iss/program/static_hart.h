// Executes one instruction over known_values.h, for static analyses: what it leaves in its destination, and where it
// stores. It is the shared semantics, so no analysis says again what an instruction means.
//
// Where control goes is the control-flow graph's business, and what memory or a CSR holds is never known.
#pragma once

#include <cstdint>

#include "isa/hooks.h"
#include "isa/instruction.h"
#include "program/known_values.h"

namespace janus::program {

// Registers as an analysis knows them before the instruction. A register is asked for only if the instruction reads it.
class KnownRegisters {
 public:
  virtual ~KnownRegisters() = default;
  virtual KnownRegister get(std::uint8_t number) = 0;  // 1 to 31
};

// What an instruction does if it completes. An `ecall` does nothing here: see hook_of().
struct StaticEffect {
  std::uint8_t written = 0;  // a register; 0 if it writes none
  KnownRegister value;       // that it holds then
  std::uint32_t stored = 0;  // bytes; 0 if it stores nothing
  KnownRegister address;     // of the store
};
StaticEffect static_effect(const isa::Instruction& instruction, std::uint32_t pc, KnownRegisters& registers);

// Which hook an `ecall` is.
using StaticHook = isa::DecodedHook<KnownRegister>;
StaticHook hook_of(KnownRegisters& registers);

}  // namespace janus::program
