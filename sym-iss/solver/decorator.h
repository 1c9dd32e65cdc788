// What all solver layers that sit on another one share.
#pragma once

#include <memory>
#include <utility>

#include "solver/solver.h"

namespace janus::solver {

class Decorator : public Solver {
 public:
  Decorator(std::string layer, std::unique_ptr<Solver> next) : next_(std::move(next)) {
    statistics_.layer = std::move(layer);
  }
  void interrupt() override { next_->interrupt(); }
  void set_timeout(double seconds) override { next_->set_timeout(seconds); }
  void collect(std::vector<SolverStatistics>& statistics) const override {
    statistics.push_back(statistics_);
    next_->collect(statistics);
  }

 protected:
  std::unique_ptr<Solver> next_;
  SolverStatistics statistics_;
};

}  // namespace janus::solver
