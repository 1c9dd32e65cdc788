// Disassembly in the syntax of the GNU assembler, by the table.
#pragma once

#include <cstdint>
#include <string>

#include "isa/instruction.h"

namespace janus::isa {

// The instruction as assembly text without pseudo-instructions; targets of branches and jal are absolute addresses,
// `pc` being the instruction's own. Words that no assembler text stands for (illegal ones, reserved bits set) print
// as `.word 0x...`, so that the result always reassembles to the same word at the same address.
std::string disassemble(const Instruction& instruction, std::uint32_t pc);

}  // namespace janus::isa
