#include "solver/portfolio_solver.h"

#include <algorithm>
#include <utility>

namespace janus::solver {
namespace {

class PortfolioSolver : public Solver {
 public:
  PortfolioSolver(std::unique_ptr<Solver> first, std::unique_ptr<Solver> second, double budget)
      : first_(std::move(first)), second_(std::move(second)), budget_(budget) {
    statistics_.layer = kCoreLayer;
    set_timeout(0);
  }

  Answer check(const PathCondition& path, term::Term question, term::Assignment& model) override {
    const ScopedTime time(statistics_);
    Answer answer = first_->check(path, question, model);
    answered_ = first_.get();
    if (answer == Answer::Unknown && second_) {
      answer = second_->check(path, question, model);
      answered_ = second_.get();
    }
    statistics_.count(answer);
    return answer;
  }
  std::vector<term::Term> unsat_core() const override { return answered_->unsat_core(); }
  void interrupt() override {
    first_->interrupt();
    if (second_) second_->interrupt();
  }
  void set_timeout(double seconds) override {
    const bool all_the_time = !second_ || (seconds > 0 && seconds < budget_);
    first_->set_timeout(all_the_time ? seconds : budget_);
    if (second_) second_->set_timeout(seconds);
  }
  void collect(std::vector<SolverStatistics>& statistics) const override {
    statistics.push_back(statistics_);
    first_->collect(statistics);
    if (second_) second_->collect(statistics);
  }

 private:
  std::unique_ptr<Solver> first_, second_;
  const Solver* answered_ = first_.get();  // the last question
  double budget_;
  SolverStatistics statistics_;
};

}  // namespace

std::unique_ptr<Solver> make_portfolio_solver(std::unique_ptr<Solver> first, std::unique_ptr<Solver> second,
                                              double budget) {
  return std::make_unique<PortfolioSolver>(std::move(first), std::move(second), budget);
}

}  // namespace janus::solver
