// The interface every solver layer implements: is this path condition, with this question, satisfiable?
//
// Layers are decorators; chain.h composes them in one function. Each owns its statistics.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "solver/path_condition.h"
#include "solver/value_set.h"
#include "term/evaluate.h"
#include "term/term_pool.h"

namespace janus::solver {

enum class Answer { Sat, Unsat, Unknown };

struct SolverStatistics {
  std::string layer;
  std::uint64_t asked = 0;
  std::uint64_t sat = 0, unsat = 0, unknown = 0;  // answered by this layer itself
  // Broken off because they took far longer on the processor than they counted (deadline.h): the only answers that are
  // not the same in every run.
  std::uint64_t overdue = 0;
  // Inside this layer, without those below. The layers in front of the core solver look at the clock for every 16th
  // question only, which would else take a good part of the time that they take to answer it.
  double seconds = 0;

  void count(Answer answer) {
    ++asked;
    ++(answer == Answer::Sat ? sat : answer == Answer::Unsat ? unsat : unknown);
  }
};

// Adds the time until the end of its scope to a layer's statistics, so many times; zero times costs nothing.
class ScopedTime {
 public:
  explicit ScopedTime(SolverStatistics& statistics, unsigned times = 1) : statistics_(statistics), times_(times) {
    if (times_) start_ = Clock::now();
  }
  ScopedTime(const ScopedTime&) = delete;
  ScopedTime& operator=(const ScopedTime&) = delete;
  ~ScopedTime() {
    if (times_) statistics_.seconds += times_ * std::chrono::duration<double>(Clock::now() - start_).count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  SolverStatistics& statistics_;
  const unsigned times_;
  Clock::time_point start_;
};

// The layer whose statistics count what reached the core solver.
inline constexpr char kCoreLayer[] = "core";

class Solver {
 public:
  virtual ~Solver() = default;

  // Whether `path` and `question` (a term of width 1) can hold together. `model` satisfies `path` when
  // called, or is empty; on Sat, it is set to an assignment that satisfies both. Unknown means given up
  // (timeout, interruption, resources), and never stands for an error.
  virtual Answer check(const PathCondition& path, term::Term question, term::Assignment& model) = 0;

  // A set that contains every value `term` can have on `path`; from the term's shape alone unless a layer knows more.
  virtual ValueSet values(const PathCondition& path, term::Term term);

  // After a check that was answered with Unsat, and until the next: terms among the conjuncts and the question that
  // cannot hold together. Empty if this solver does not know which.
  virtual std::vector<term::Term> unsat_core() const { return {}; }

  // Makes a check in progress give up soon, and those to come at once if no layer of facts answers them: for good. To
  // be called again and again, since a check that is about to begin may miss it. Callable from another thread.
  virtual void interrupt() = 0;

  // Limits every following check; seconds as the work clock counts them (term/work_clock.h), 0 for none.
  virtual void set_timeout(double seconds) = 0;

  // Of this layer and those below, outermost first.
  virtual void collect(std::vector<SolverStatistics>& statistics) const = 0;
};

}  // namespace janus::solver
