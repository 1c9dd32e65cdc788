// A solver that answers nothing, so that a layer in front of it is tested alone, or who asks in vain.
#pragma once

#include <vector>

#include "solver/solver.h"

namespace janus::testing {

class NobodyElse : public solver::Solver {
 public:
  solver::Answer check(const solver::PathCondition&, term::Term, term::Assignment&) override {
    return solver::Answer::Unknown;
  }
  void interrupt() override {}
  void set_timeout(double) override {}
  void collect(std::vector<solver::SolverStatistics>&) const override {}
};

}  // namespace janus::testing
