// Sums of what parts of an exploration have done.
#pragma once

#include <vector>

#include "engine/explore/exploration.h"

namespace janus::engine {

// Adds to `sum` what another part of the same exploration has done, other paths. The paths of `part` are numbered after
// those of `sum`. Verdict, reasons against it and waiting states are those of `part`.
void add_result(ExplorationResult& sum, ExplorationResult part);

// What the core solver did. There must be one.
const solver::SolverStatistics& core_of(const std::vector<solver::SolverStatistics>& statistics);

}  // namespace janus::engine
