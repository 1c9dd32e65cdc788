// Which registers an instruction and those after it may still read, by the control-flow graph and the calling
// convention (RISC-V psABI: a0 to a7 pass arguments, calls keep s0 to s11, sp, gp and tp, and nothing else).
//
// A call passes what the called function reads of a0 to a7, an indirect one what any function of the graph reads. A
// hook reads the register that it names and its arguments (isa/hooks.h), if they are constants in front of it; any
// other `ecall` may read all.
//
// The answer is a guess, not a proof, because code may break the convention. It is good enough to tell differences that
// matter from leftovers.
#pragma once

#include <cstdint>
#include <vector>

#include "program/control_flow_graph.h"

namespace janus::program {

// Bit r of an entry: x[r] is live before the instruction of that number. Cost: a few passes over the graph.
std::vector<std::uint32_t> live_registers(const ControlFlowGraph& graph);

}  // namespace janus::program
