// How many inputs a path has that the statistics tell of.
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/hart/symbolic_hart.h"
#include "engine/state/execution_state.h"

namespace janus::engine {

// Call it behind each new input. A widened state may come to what does not happen, and so to inputs that there are not.
inline void count_inputs(const ExecutionState& state, SymbolicHartStatistics& statistics) {
  if (state.widened && statistics.most_inputs > 0) return;
  statistics.most_inputs = std::max<std::uint64_t>(statistics.most_inputs, state.inputs->index + 1);
  statistics.most_input_bytes = std::max(statistics.most_input_bytes, state.inputs->total_size);
}

}  // namespace janus::engine
