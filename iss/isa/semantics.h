// The meaning of every instruction, once, for every kind of hart; and the dispatch from opcode to meaning.
#pragma once

#include "isa/hart_concept.h"
#include "isa/semantics_atomic.h"
#include "isa/semantics_bits.h"
#include "isa/semantics_control.h"
#include "isa/semantics_integer.h"
#include "isa/semantics_memory.h"
#include "isa/semantics_own.h"
#include "isa/semantics_system.h"

namespace janus::isa {

// Executes one instruction. A row of the table without semantics does not compile.
template <Hart H>
inline void execute(H& hart, const Instruction& instruction) {
  switch (instruction.opcode) {
#define INSTRUCTION(name, mnemonic, format, pattern, timing, extension) \
  case Opcode::name:                                                    \
    semantics::name(hart, instruction);                                 \
    break;
#define COMPRESSED(mnemonic, expansion, rd, rs1, rs2, pattern, immediate, operands, extension)
#include "isa/rv32.def"
#undef COMPRESSED
#undef INSTRUCTION
    case Opcode::Illegal: semantics::illegal(hart, instruction); break;
  }
}

}  // namespace janus::isa
