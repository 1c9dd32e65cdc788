// Compares a state with one that was there before, up to the names of inputs and the time: whether the earlier state
// can do whatever this one can do.
//
// Cost: a comparison visits the symbolic bytes of memory and the conjuncts that these depend on. Not thread-safe.
#pragma once

#include <optional>
#include <vector>

#include "engine/revisit/live_path.h"
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

  // `asks_what_is_defined`: whether what a path does depends on which bits were never written.
  StateComparison(term::TermPool& pool, solver::Solver& solver, std::uint32_t ram_base, bool asks_what_is_defined)
      : pool_(pool), solver_(solver), ram_base_(ram_base), asks_what_is_defined_(asks_what_is_defined) {}

  term::TermPool& pool() { return pool_; }
  PathReading reading() { return {pool_, support_, readers_}; }
  std::uint64_t compared() const { return compared_; }

  // covers() is about `state` from now on, which must have a model.
  void begin(const ExecutionState& state);
  // Whether the visited state can do all that `state` can do. If `live_only`, it is enough that they agree in what is
  // live at the visit, which must have ended.
  bool covers(const Visit& visit, const ExecutionState& state, bool live_only);

 private:
  static bool same_place(const Visit& visit, const ExecutionState& state);
  static bool same_memory(const Memory& then, const Memory& now, Renaming& renaming);
  bool same_live_memory(const Visit& visit, const ExecutionState& state, Renaming& renaming);
  // Of what the detectors of memory know: of the objects that there are, and of what is live.
  static bool same_objects(const Visit& visit, const ExecutionState& state);
  bool knows_the_same(const Visit& visit, const ExecutionState& state, std::uint8_t number) const;
  bool knows_the_same_of(const Visit& visit, const ExecutionState& state, std::uint32_t offset);
  bool knows_the_same_of_memory(const Visit& visit, const ExecutionState& state);
  bool holds_all_of(const solver::PathCondition& then, const solver::PathCondition& now);
  bool follows(const ExecutionState& state, term::Term condition);

  term::TermPool& pool_;
  solver::Solver& solver_;
  const std::uint32_t ram_base_;
  const bool asks_what_is_defined_;
  term::Evaluator evaluator_;
  term::Support support_;
  solver::PathReaders readers_{support_};
  std::optional<std::vector<term::Term>> held_;  // by the devices of the state; nothing if nobody knows
  std::uint64_t compared_ = 0;
  unsigned questions_left_ = 0;
};

}  // namespace janus::engine
