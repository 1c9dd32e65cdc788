// Disassembly in the syntax of the GNU assembler, by the table.
#pragma once

#include <cstdint>
#include <string>

#include "isa/instruction.h"

namespace janus::isa {

// The instruction as assembly text without pseudo-instructions. `pc` is the instruction's address; targets of branches
// and jal are printed as absolute addresses. Words that assembly text cannot express (illegal words, reserved bits set)
// print as `.word 0x...`, so the result always reassembles to the same word at the same address.
std::string disassemble(const Instruction& instruction, std::uint32_t pc);

}  // namespace janus::isa
