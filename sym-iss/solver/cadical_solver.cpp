#include "solver/cadical_solver.h"

#include <atomic>
#include <cadical.hpp>
#include <chrono>

#include "solver/bit_blaster.h"

namespace janus::solver {
namespace {

using Clock = std::chrono::steady_clock;

// Tells CaDiCaL to give up at a deadline, or when somebody asks.
class Patience : public CaDiCaL::Terminator {
 public:
  bool terminate() override { return interrupted_.load(std::memory_order_relaxed) || Clock::now() >= deadline_; }
  void start(double seconds) {
    interrupted_ = false;
    deadline_ = seconds > 0
                    ? Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))
                    : Clock::time_point::max();
  }
  void interrupt() { interrupted_ = true; }

 private:
  std::atomic<bool> interrupted_ = false;
  Clock::time_point deadline_ = Clock::time_point::max();
};

class CadicalSolver : public Solver {
 public:
  CadicalSolver() : circuit_(configured()), blaster_(circuit_) {
    sat_.connect_terminator(&patience_);
    statistics_.layer = "cadical";
  }
  ~CadicalSolver() override { sat_.disconnect_terminator(); }

  Answer check(const PathCondition& path, term::Term question, term::Assignment& model) override {
    const auto start = Clock::now();
    const Answer answer = solve(path, question, model);
    statistics_.seconds += std::chrono::duration<double>(Clock::now() - start).count();
    statistics_.count(answer);
    return answer;
  }

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
    assumptions_.assign(1, blaster_.truth(question));
    for (const Conjunct* c = path.last(); c; c = c->parent) assumptions_.push_back(blaster_.truth(c->term));
    for (const Literal literal : assumptions_) {
      if (literal == kFalse) return Answer::Unsat;
    }
    for (auto literal = assumptions_.rbegin(); literal != assumptions_.rend(); ++literal) sat_.assume(*literal);
    patience_.start(timeout_);
    switch (sat_.solve()) {
      case 10: read_model(model); return Answer::Sat;
      case 20: return Answer::Unsat;
      default: return Answer::Unknown;
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
  std::vector<Literal> assumptions_;
  SolverStatistics statistics_;
};

}  // namespace

std::unique_ptr<Solver> make_cadical_solver() { return std::make_unique<CadicalSolver>(); }

}  // namespace janus::solver
