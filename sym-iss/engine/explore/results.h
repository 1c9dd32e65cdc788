// Sums of what parts of an exploration have done.
#pragma once

#include <vector>

#include "engine/explore/exploration.h"

namespace janus::engine {

// Adds to `sum` what another part of the same exploration has done, other paths. The paths of `part` are numbered after
// those of `sum`. Verdict, reasons against it and waiting states are those of `part`.
void add_result(ExplorationResult& sum, ExplorationResult part);

// Adds to `sum` what the solver did for `part`, another exploration of the same firmware.
void add_solver_work(ExplorationResult& sum, const ExplorationResult& part);

// What the core solver did. There must be one.
const solver::SolverStatistics& core_of(const std::vector<solver::SolverStatistics>& statistics);
// The questions that the core of these layers was asked.
std::uint64_t queries_of(const solver::Solver& solver);
// How many questions took longer than their limit, in all layers.
std::uint64_t overdue_of(const solver::Solver& solver);
// Notes what the layers of `solver` did. `elapsed`: seconds of the exploration; they did not take more.
void collect_solver_statistics(ExplorationResult& result, const solver::Solver& solver, double elapsed);

}  // namespace janus::engine
