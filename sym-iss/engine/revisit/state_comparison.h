// Compares a state with one that was there before, up to the names of inputs and the time: whether the earlier state
// can do whatever this one can do.
//
// Cost: a comparison visits the symbolic bytes of memory and the conjuncts of both paths. Not thread-safe.
#pragma once

#include "engine/revisit/renaming.h"
#include "engine/revisit/visit.h"
#include "engine/state/execution_state.h"
#include "solver/solver.h"
#include "term/evaluate.h"
#include "term/support.h"

namespace janus::engine {

class StateComparison {
 public:
  static constexpr unsigned kMaxQuestions = 64;     // to the solver, for a state
  static constexpr double kQuestionSeconds = 0.01;  // counted

  StateComparison(term::TermPool& pool, solver::Solver& solver) : pool_(pool), solver_(solver) {}

  term::TermPool& pool() { return pool_; }
  term::Support& support() { return support_; }
  std::uint64_t compared() const { return compared_; }

  // covers() is about `state` from now on, which must have a model.
  void begin(const ExecutionState& state);
  // Whether the visited state can do all that `state` can do. If `live_only`, it is enough that they agree in what is
  // live at the visit, which must have ended.
  bool covers(const Visit& visit, const ExecutionState& state, bool live_only);

 private:
  static bool same_place(const Visit& visit, const ExecutionState& state);
  static bool same_memory(const Memory& then, const Memory& now, Renaming& renaming);
  static bool same_live_memory(const Visit& visit, const Memory& now, Renaming& renaming);
  bool holds_all_of(const solver::PathCondition& path) const;
  bool follows(const ExecutionState& state, term::Term condition);

  term::TermPool& pool_;
  solver::Solver& solver_;
  term::Evaluator evaluator_;
  term::Support support_;
  std::uint64_t compared_ = 0;
  unsigned questions_left_ = 0;
  Renaming::Conjuncts there_;  // those of the state
};

}  // namespace janus::engine
