// A weak topological order of the instructions of a program (Bourdoncle: Efficient chaotic iteration strategies with
// widenings, FMPA 1993). Of two states, the state at the earlier place is behind the other. The order goes up along
// every edge, except edges back to the head of a loop. The instructions of a loop lie together, after the loop's head
// and before the code that follows the loop.
//
// The order is within functions: a call is followed by the place that the call returns to. Cost: linear in the edges
// times the nesting of loops. Loops nested deeper than kMaxNesting are taken in the order of discovery.
#pragma once

#include <cstdint>
#include <vector>

#include "program/control_flow_graph.h"

namespace janus::program {

// The place of each instruction, by the graph's numbers.
std::vector<std::uint32_t> weak_topological_order(const ControlFlowGraph& graph);

}  // namespace janus::program
