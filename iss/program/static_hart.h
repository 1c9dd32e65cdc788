// Executes one instruction over the values of known_values.h, for static analyses: finds the value of the destination
// register, and where the instruction stores. This uses the shared semantics, so no analysis defines again what an
// instruction means.
//
// The control-flow graph says where control goes. The contents of memory and CSRs are never known.
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
  KnownRegister value;       // the value that is written
  std::uint32_t stored = 0;  // bytes; 0 if it stores nothing
  KnownRegister address;     // of the store
};
StaticEffect static_effect(const isa::Instruction& instruction, std::uint32_t pc, KnownRegisters& registers);

// Which hook an `ecall` is that is a hook if t0 says so.
using StaticHook = isa::DecodedHook<KnownRegister>;
StaticHook hook_of(KnownRegisters& registers);

}  // namespace janus::program
