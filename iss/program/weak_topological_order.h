// A weak topological order of the instructions of a program (Bourdoncle: Efficient chaotic iteration strategies with
// widenings, FMPA 1993): whoever is earlier is behind. Along every edge the order goes up, but for edges back to the
// head of a loop; the instructions of a loop lie together, after its head and before what follows the loop.
//
// Within functions: a call is followed by where it returns to. Cost: linear in the edges times the nesting of loops, of
// which deeper levels than kMaxNesting are taken in the order of discovery.
#pragma once

#include <cstdint>
#include <vector>

#include "program/control_flow_graph.h"

namespace janus::program {

// The place of each instruction, by the graph's numbers.
std::vector<std::uint32_t> weak_topological_order(const ControlFlowGraph& graph);

}  // namespace janus::program
