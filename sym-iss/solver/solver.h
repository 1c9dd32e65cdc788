// The interface of every solver layer: is the conjunction of a path condition and a question satisfiable?
//
// Layers are decorators; chain.cpp composes them in one function. Each layer owns its statistics.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "solver/path_condition.h"
#include "solver/value_set.h"
#include "term/evaluate.h"
#include "term/term_pool.h"
#include "term/work_clock.h"

namespace janus::solver {

enum class Answer { Sat, Unsat, Unknown };

struct SolverStatistics {
  std::string layer;
  std::uint64_t asked = 0;
  std::uint64_t sat = 0, unsat = 0, unknown = 0;  // answered by this layer itself
  // Questions broken off because they took far more processor time than counted work (deadline.h). No other answers
  // depend on the machine or its load.
  std::uint64_t overdue = 0;
  // Time spent in this layer, without the layers below. The layers in front of the core solver time only every 16th
  // question and extrapolate: reading the clock would take a good part of the time they need to answer.
  double seconds = 0;

  void count(Answer answer) {
    ++asked;
    switch (answer) {
      case Answer::Sat: ++sat; break;
      case Answer::Unsat: ++unsat; break;
      case Answer::Unknown: ++unknown; break;
    }
  }
};

// Real time, without the time in which another exploration had the turn.
inline std::chrono::nanoseconds time_of_own_turns() {
  return std::chrono::steady_clock::now().time_since_epoch() - term::WorkClock::paused();
}

// Adds the time until the end of its scope to a layer's statistics, multiplied by `times`. With 0 times the clock is
// not read.
class ScopedTime {
 public:
  explicit ScopedTime(SolverStatistics& statistics, unsigned times = 1) : statistics_(statistics), times_(times) {
    if (times_) start_ = time_of_own_turns();
  }
  ScopedTime(const ScopedTime&) = delete;
  ScopedTime& operator=(const ScopedTime&) = delete;
  ~ScopedTime() {
    if (times_) statistics_.seconds += times_ * std::chrono::duration<double>(time_of_own_turns() - start_).count();
  }

 private:
  SolverStatistics& statistics_;
  const unsigned times_;
  std::chrono::nanoseconds start_{};
};

// The name of the layer whose statistics count the questions that reach the core solver.
inline constexpr char kCoreLayer[] = "core";

class Solver {
 public:
  virtual ~Solver() = default;

  // Whether `path` and `question` (a term of width 1) can hold together. The caller passes a `model` that satisfies
  // `path`, or an empty one. On Sat, check() sets `model` to an assignment that satisfies both. Unknown means that the
  // solver gave up (timeout, interruption, resources); it never stands for an error.
  virtual Answer check(const PathCondition& path, term::Term question, term::Assignment& model) = 0;

  // A set that contains every value that `term` can have on `path`. Without a layer that knows more, the set follows
  // from the shape of the term alone.
  virtual ValueSet values(const PathCondition& path, term::Term term);

  // After a check that returned Unsat, and until the next check: terms among the conjuncts and the question that cannot
  // hold together. Empty if this solver has not determined them.
  virtual std::vector<term::Term> unsat_core() const { return {}; }

  // Permanently stops the core solver: a check in progress gives up soon, and all later checks return Unknown at once
  // unless a layer of facts answers them. Call it repeatedly until the check has returned, since a check that is about
  // to begin may miss the first call. May be called from another thread.
  virtual void interrupt() = 0;

  // Limits every following check to so many counted seconds (term/work_clock.h); 0 for no limit.
  virtual void set_timeout(double seconds) = 0;

  // Appends the statistics of this layer and the layers below, outermost first.
  virtual void collect(std::vector<SolverStatistics>& statistics) const = 0;
};

}  // namespace janus::solver
