// Base classes of the solver layers that pass questions to a next layer.
#pragma once

#include <memory>
#include <utility>

#include "solver/solver.h"
#include "term/work_clock.h"

namespace janus::solver {

class Decorator : public Solver {
 public:
  Decorator(std::string layer, std::unique_ptr<Solver> next) : next_(std::move(next)) {
    statistics_.layer = std::move(layer);
  }
  ValueSet values(const PathCondition& path, term::Term term) override { return next_->values(path, term); }
  std::vector<term::Term> unsat_core() const override { return next_->unsat_core(); }
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

// A layer that answers some questions by itself and passes the rest on. A question that is passed on counts as asked,
// but not as unknown.
class Shortcut : public Decorator {
 public:
  using Decorator::Decorator;
  std::vector<term::Term> unsat_core() const final {
    return passed_on_ ? next_->unsat_core() : std::vector<term::Term>{};
  }
  Answer check(const PathCondition& path, term::Term question, term::Assignment& model) final {
    Answer answer = timed_answer(path, question, model);
    passed_on_ = answer == Answer::Unknown;
    if (passed_on_) {
      ++statistics_.asked;
      answer = next_->check(path, question, model);
    } else {
      statistics_.count(answer);
    }
    return answer;
  }

 private:
  static constexpr unsigned kTimedShare = 16;  // every 16th question is timed, and its time counts 16 times

  Answer timed_answer(const PathCondition& path, term::Term question, term::Assignment& model) {
    spend(term::Work::Question);
    const ScopedTime time(statistics_, statistics_.asked % kTimedShare == 0 ? kTimedShare : 0);
    return own_answer(path, question, model);
  }

  // Unknown if the layer cannot tell; then `model` is unchanged.
  virtual Answer own_answer(const PathCondition& path, term::Term question, term::Assignment& model) = 0;

  bool passed_on_ = false;  // whether the last question was
};

}  // namespace janus::solver
