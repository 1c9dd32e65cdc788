// Sums of what parts of an exploration have done.
#pragma once

#include <vector>

#include "engine/explore/exploration.h"

namespace janus::engine {

// Adds to `sum` what another part of the same exploration has done, other paths. The paths of `part` are numbered after
// those of `sum`. Verdict, reasons against it and waiting states are those of `part`.
void add_result(ExplorationResult& sum, ExplorationResult part);

// Of the most inputs that a path has, the larger ones.
void add_inputs(SymbolicHartStatistics& sum, const SymbolicHartStatistics& part);
// Adds to `sum` what the hart of another part, or of another exploration, has counted.
void add_hart(SymbolicHartStatistics& sum, const SymbolicHartStatistics& part);

// Adds to `sum` what the solver did for `part`, another exploration of the same firmware.
void add_solver_work(ExplorationResult& sum, const ExplorationResult& part);

// What the core solver did. There must be one.
const solver::SolverStatistics& core_of(const std::vector<solver::SolverStatistics>& statistics);
// What the layers of `solver` have done, without what they had done `before`.
std::vector<solver::SolverStatistics> layers_of(const solver::Solver& solver,
                                                const std::vector<solver::SolverStatistics>& before = {});
// How many questions took longer than their limit, in all layers.
std::uint64_t overdue_of(const std::vector<solver::SolverStatistics>& layers);
// How far an exploration with these detectors has looked for mistakes with memory. `settled`: as
// SymbolicHart::settled(). `unchecked`: as SymbolicHart::unchecked().
void note_memory(ExplorationResult& result, const hart::Detectors& detectors, bool settled,
                 const hart::UnsureAccesses& unchecked);
// Notes what the layers did. `elapsed`: seconds of the exploration; they did not take more.
void note_layers(ExplorationResult& result, std::vector<solver::SolverStatistics> layers, double elapsed);

}  // namespace janus::engine
