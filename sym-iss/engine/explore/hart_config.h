// The configuration of the hart that an exploration runs: what follows from the exploration's own.
#pragma once

#include "engine/explore/exploration.h"

namespace janus::engine {

inline SymbolicHartConfig hart_config(const ExplorationConfig& config) {
  SymbolicHartConfig hart = config.hart;
  hart.fixes_inputs = config.merging == Merging::None && !config.techniques.any() && !config.bounded;
  hart.solver_seconds = config.limits.solver_seconds;
  return hart;
}

}  // namespace janus::engine
