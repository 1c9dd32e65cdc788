// What a layer of a solver chain has counted.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "solver/solver.h"

namespace janus::testing {

inline solver::SolverStatistics statistics_of(const solver::Solver& solver, std::string_view layer) {
  std::vector<solver::SolverStatistics> all;
  solver.collect(all);
  const auto found = std::ranges::find(all, layer, &solver::SolverStatistics::layer);
  EXPECT_NE(found, all.end()) << layer;
  return found == all.end() ? solver::SolverStatistics{} : *found;
}

}  // namespace janus::testing
