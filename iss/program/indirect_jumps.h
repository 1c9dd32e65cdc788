// Where jumps through registers go, as far as it can be read off the code: to constants (a far call, or a long `tail`),
// and through the jump tables that GCC makes of `switch`, with absolute or relative entries:
//
//   bltu  bound, index, default      or bgeu, either way round; or andi, srli, remu index, x, ...
//   slli  offset, index, 2
//   add   place, table, offset       table is lui or auipc, and addi, possibly far from here
//   lw    target, 0(place)
//   add   target, target, table      if entries are relative
//   jalr  zero, 0(target)
//
// The table's address and the bound may be set anywhere in the function, such as in front of a loop. Calls in between
// keep to the calling convention. A hook (isa/hooks.h) in between changes only a register that it names, if the
// firmware has the note of janus.h: in a run without hooks (`--hooks never`), the firmware's trap handler must do the
// same. Ways behind calls of what never returns do not count: assert() is such a call, often in front of a case.
//
// A table is accepted only if each entry that the bound allows is in the image, and leads to a multiple of 4 in the
// code of the same function. The function ends with the size of its symbol, or at the next function. If one entry
// fails, the whole table is rejected. Where nothing bounds the index, the table is all entries in a row that would be
// accepted, two at the least, in memory that is only read, of a function with a symbol: where the compiler knows the
// values of a variable, it leaves the branch out. If there is an object with a symbol, the table is that object, which
// must have such entries alone; then the index may have any form, such as four times a state. A bound is checked on the
// code that is known when the jump is found, so a way around the bound that only the jump's own targets open is not
// seen.
//
// Functions whose addresses instructions take belong to the program as well. Those whose addresses stand in a word of
// data, as in a table of commands, a driver's structure, or a class's virtual functions, are found by resolved_graph()
// alone: who calls them is not known, and learning, which goes by find_functions(), has its hardest questions in them.
//
// Cost: at most kMaxSteps steps back through the code for a whole program. Jumps that are left then are not resolved.
#pragma once

#include "program/control_flow_graph.h"
#include "program/jump_targets.h"

namespace janus::program {

// Finds the indirect jumps of `graph`, and adds the code that they lead to. `image` is the graph's.
IndirectJumps resolve_indirect_jumps(ControlFlowGraph& graph, const support::FirmwareImage& image);

// The control-flow graph with these jumps, and with the functions whose addresses are taken or stored. `image` must
// outlive it.
ControlFlowGraph resolved_graph(const support::FirmwareImage& image);

}  // namespace janus::program
