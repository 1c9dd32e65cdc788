#include "solver/cadical_solver.h"

#include "solver/bit_blaster.h"
#include "solver/patience.h"

namespace janus::solver {
namespace {

class CadicalSolver : public Solver {
 public:
  explicit CadicalSolver(const std::atomic<bool>* over)
      : patience_(configured(), over), circuit_(sat_), blaster_(circuit_) {
    statistics_.layer = "cadical";
  }

  Answer check(const PathCondition& path, term::Term question, term::Assignment& model) override {
    const ScopedTime time(statistics_);
    const Answer answer = solve(path, question, model);
    statistics_.count(answer);
    return answer;
  }

  std::vector<term::Term> unsat_core() const override { return core_; }
  void interrupt() override { patience_.interrupt(); }
  void set_timeout(double seconds) override { timeout_ = seconds; }
  void collect(std::vector<SolverStatistics>& statistics) const override { statistics.push_back(statistics_); }

 private:
  // Options are set before the first clause. Simplification between searches does not pay for itself on many small
  // questions: without it `max` takes half the time, and the sorting programs the same.
  CaDiCaL::Solver& configured() {
    sat_.set("quiet", 1);
    sat_.set("inprocessing", 0);
    return sat_;
  }

  Answer solve(const PathCondition& path, term::Term question, term::Assignment& model) {
    core_.clear();
    assumptions_.clear();
    patience_.limit(timeout_);
    if (patience_.interrupted() || !assume(question)) return Answer::Unknown;
    for (const Conjunct* c = path.last(); c; c = c->parent) {
      if (!assume(c->term)) return Answer::Unknown;
    }
    for (const auto& [literal, term] : assumptions_) {
      if (literal != kFalse) continue;
      core_ = {term};
      return Answer::Unsat;
    }
    for (auto a = assumptions_.rbegin(); a != assumptions_.rend(); ++a) sat_.assume(a->first);
    switch (patience_.solve(assumptions_.size())) {
      case 10: read_model(model); return Answer::Sat;
      case 20: read_core(); return Answer::Unsat;
      default: return Answer::Unknown;
    }
  }

  // False if there is no time left to blast it.
  bool assume(term::Term condition) {
    if (!blaster_.blast(condition, [this] { return patience_.exhausted(); })) return false;
    assumptions_.emplace_back(blaster_.truth(condition), condition);
    return true;
  }

  void read_core() {
    for (const auto& [literal, term] : assumptions_) {
      if (sat_.failed(literal)) core_.push_back(term);
    }
  }

  void read_model(term::Assignment& model) {
    model.clear();
    blaster_.for_each_variable([&](std::uint64_t index, std::span<const Literal> bits) {
      if (index >= model.size()) model.resize(index + 1);
      std::uint64_t value = 0;
      for (std::size_t i = 0; i < bits.size(); ++i) value |= std::uint64_t{sat_.val(bits[i]) > 0} << i;
      model[index] = value;
    });
  }

  CaDiCaL::Solver sat_;
  Patience patience_;
  Circuit circuit_;
  BitBlaster blaster_;
  double timeout_ = 0;
  std::vector<std::pair<Literal, term::Term>> assumptions_;  // the question, then the path backwards
  std::vector<term::Term> core_;
  SolverStatistics statistics_;
};

}  // namespace

std::unique_ptr<Solver> make_cadical_solver(const std::atomic<bool>* over) {
  return std::make_unique<CadicalSolver>(over);
}

}  // namespace janus::solver
