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
    const Answer answer = own_answer(path, question, model);
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
    if (rival_solver_) rival_solver_->collect(statistics);
  }

 private:
  static constexpr double kNoTimeout = 1e6, kLeastTurn = 1e-3;  // counted seconds
  static constexpr double kOthersShare = 0.5;                   // of the likelier solver's turn

  Answer own_answer(const PathCondition& path, term::Term question, term::Assignment& model) {
    if (interrupted_) return Answer::Unknown;
    if (rival_.make) return in_turns(path, question, model);
    return ask(*usual_, timeout_, path, question, model);
  }

  Answer in_turns(const PathCondition& path, term::Term question, term::Assignment& model) {
    double left = timeout_ > 0 ? timeout_ : kNoTimeout;
    const bool rival_is_likelier = rival_.is_likelier_for(question);
    bool turn_of_likelier = true;
    double budget = rival_.budget;
    Answer answer = Answer::Unknown;
    while (answer == Answer::Unknown && left > kLeastTurn && !interrupted_) {
      const double turn = std::min(turn_of_likelier ? budget : budget * kOthersShare, left);
      Solver& solver = turn_of_likelier == rival_is_likelier ? rival_solver() : *usual_;
      answer = ask(solver, turn, path, question, model);
      left -= turn;
      if (!turn_of_likelier) budget *= 2;
      turn_of_likelier = !turn_of_likelier;
    }
    return answer;
  }

  Answer ask(Solver& solver, double timeout, const PathCondition& path, term::Term question, term::Assignment& model) {
    asked_ = &solver;
    solver.set_timeout(timeout);
    return solver.check(path, question, model);
  }

  Solver& rival_solver() {
    if (!rival_solver_) rival_solver_ = rival_.make();
    return *rival_solver_;
  }

  std::unique_ptr<Solver> usual_;
  Rival rival_;
  std::unique_ptr<Solver> rival_solver_;       // null until its first turn
  std::atomic<Solver*> asked_ = usual_.get();  // whose turn it is, or was last
  std::atomic<bool> interrupted_ = false;      // permanently
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
