#include "solver/portfolio_solver.h"

#include <algorithm>
#include <atomic>
#include <utility>

namespace janus::solver {
namespace {

class PortfolioSolver : public Solver {
 public:
  PortfolioSolver(std::unique_ptr<Solver> usual, Rival rival) : usual_(std::move(usual)), rival_(std::move(rival)) {
    statistics_.layer = kCoreLayer;
  }

  Answer check(const PathCondition& path, term::Term question, term::Assignment& model) override {
    const ScopedTime time(statistics_);
    const Answer answer = interrupted_  ? Answer::Unknown
                          : rival_.make ? in_turns(path, question, model)
                                        : ask(*usual_, timeout_, path, question, model);
    statistics_.count(answer);
    return answer;
  }
  std::vector<term::Term> unsat_core() const override { return asked_.load()->unsat_core(); }
  void interrupt() override {
    interrupted_ = true;
    asked_.load()->interrupt();
  }
  void set_timeout(double seconds) override { timeout_ = seconds; }
  void collect(std::vector<SolverStatistics>& statistics) const override {
    statistics.push_back(statistics_);
    usual_->collect(statistics);
    if (rivalling_) rivalling_->collect(statistics);
  }

 private:
  static constexpr double kForever = 1e6, kNothing = 1e-3;  // seconds, of patience
  static constexpr double kOthersShare = 0.5;               // of a turn of the likelier one

  Answer in_turns(const PathCondition& path, term::Term question, term::Assignment& model) {
    double left = timeout_ > 0 ? timeout_ : kForever;
    const bool rival_is_likelier = rival_.answers_first_at(question);
    bool likeliers_turn = true;
    Answer answer = Answer::Unknown;
    for (double budget = rival_.budget; answer == Answer::Unknown && left > kNothing && !interrupted_;) {
      const double patience = std::min(likeliers_turn ? budget : budget * kOthersShare, left);
      answer = ask(likeliers_turn != rival_is_likelier ? *usual_ : rival(), patience, path, question, model);
      left -= patience;
      if (!likeliers_turn) budget *= 2;
      likeliers_turn = !likeliers_turn;
    }
    return answer;
  }

  Answer ask(Solver& solver, double patience, const PathCondition& path, term::Term question, term::Assignment& model) {
    asked_ = &solver;
    solver.set_timeout(patience);
    return solver.check(path, question, model);
  }

  Solver& rival() {
    if (!rivalling_) rivalling_ = rival_.make();
    return *rivalling_;
  }

  std::unique_ptr<Solver> usual_;
  Rival rival_;
  std::unique_ptr<Solver> rivalling_;          // null until it is asked
  std::atomic<Solver*> asked_ = usual_.get();  // the last
  std::atomic<bool> interrupted_ = false;      // for good
  double timeout_ = 0;
  SolverStatistics statistics_;
};

}  // namespace

std::unique_ptr<Solver> make_core(std::unique_ptr<Solver> solver) {
  return make_portfolio_solver(std::move(solver), {});
}

std::unique_ptr<Solver> make_portfolio_solver(std::unique_ptr<Solver> usual, Rival rival) {
  return std::make_unique<PortfolioSolver>(std::move(usual), std::move(rival));
}

}  // namespace janus::solver
