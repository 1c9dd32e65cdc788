#include "solver/watching_solver.h"

#include <utility>

namespace janus::solver {
namespace {

class WatchingSolver : public Decorator {
 public:
  WatchingSolver(std::unique_ptr<Solver> next, Watch watch)
      : Decorator("watch", std::move(next)), watch_(std::move(watch)) {}

  Answer check(const PathCondition& path, term::Term question, term::Assignment& model) override {
    const auto start = time_of_own_turns();
    const Answer answer = next_->check(path, question, model);
    watch_(path, question, answer, time_of_own_turns() - start);
    return answer;
  }
  void collect(std::vector<SolverStatistics>& statistics) const override { next_->collect(statistics); }

 private:
  const Watch watch_;
};

}  // namespace

std::unique_ptr<Solver> make_watching_solver(std::unique_ptr<Solver> next, Watch watch) {
  return std::make_unique<WatchingSolver>(std::move(next), std::move(watch));
}

}  // namespace janus::solver
