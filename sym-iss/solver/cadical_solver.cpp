#include "solver/cadical_solver.h"

#include "solver/bit_blaster.h"
#include "solver/cadical_limit.h"

namespace janus::solver {
namespace {

class CadicalSolver : public Solver {
 public:
  explicit CadicalSolver(const std::atomic<bool>* stop)
      : limit_(configured(), stop), circuit_(sat_), blaster_(circuit_) {
    statistics_.layer = "cadical";
  }

  Answer check(const PathCondition& path, term::Term question, term::Assignment& model) override {
    const ScopedTime time(statistics_);
    const Answer answer = solve(path, question, model);
    statistics_.count(answer);
    return answer;
  }

  std::vector<term::Term> unsat_core() const override { return core_; }
  void interrupt() override { limit_.interrupt(); }
  void set_timeout(double seconds) override { timeout_ = seconds; }
  void collect(std::vector<SolverStatistics>& statistics) const override { statistics.push_back(statistics_); }

 private:
  // CaDiCaL requires options to be set before the first clause. Inprocessing (simplification between searches) does not
  // pay off on many small questions: without it, exploring `max` takes half the time, and the sorting programs the
  // same.
  CaDiCaL::Solver& configured() {
    sat_.set("quiet", 1);
    sat_.set("inprocessing", 0);
    return sat_;
  }

  Answer solve(const PathCondition& path, term::Term question, term::Assignment& model) {
    core_.clear();
    assumptions_.clear();
    limit_.start(timeout_);
    if (limit_.interrupted() || !assume(question)) return Answer::Unknown;
    for (const Conjunct* c = path.last(); c; c = c->parent) {
      if (!assume(c->term)) return Answer::Unknown;
    }
    for (const auto& [literal, term] : assumptions_) {
      if (literal != kFalse) continue;
      core_ = {term};
      return Answer::Unsat;
    }
    for (auto a = assumptions_.rbegin(); a != assumptions_.rend(); ++a) sat_.assume(a->first);
    switch (limit_.solve(assumptions_.size())) {
      case 10: read_model(model); return Answer::Sat;
      case 20: read_core(); return Answer::Unsat;
      default: return Answer::Unknown;
    }
  }

  // False if the limit is reached before `condition` is blasted.
  bool assume(term::Term condition) {
    if (!blaster_.blast(condition, [this] { return limit_.exhausted(); })) return false;
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
      std::uint64_t value = 0;
      for (std::size_t i = 0; i < bits.size(); ++i) value |= std::uint64_t{sat_.val(bits[i]) > 0} << i;
      model.set(index, value);
    });
  }

  CaDiCaL::Solver sat_;
  CadicalLimit limit_;
  Circuit circuit_;
  BitBlaster blaster_;
  double timeout_ = 0;
  std::vector<std::pair<Literal, term::Term>> assumptions_;  // the question, then the path from its last conjunct
  std::vector<term::Term> core_;
  SolverStatistics statistics_;
};

}  // namespace

std::unique_ptr<Solver> make_cadical_solver(const std::atomic<bool>* stop) {
  return std::make_unique<CadicalSolver>(stop);
}

}  // namespace janus::solver
