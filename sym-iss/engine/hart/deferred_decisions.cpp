// Decisions of the symbolic hart without a core solver, for bounded model checking. The hart asks only the solver
// layers that know facts about the path. Where the facts refute neither side of a branch, both sides go on. So no input
// may take a path in the end; BoundedCheck asks one question about all paths together (bounded_check.h).
//
// A state follows its model as long as the state has one. The other side of a branch goes on without a model if the
// facts provide none. Where a value is needed, the hart asks the core solver for a model, and ends the path if no input
// takes it. The explorer also asks for a model if a path goes on for long without one, because a path that no input
// takes may never end (Exploration::look_for_model).
#include "engine/hart/symbolic_hart.h"

namespace janus::engine {

using solver::Answer;
using term::Term;

// Asks the layers of facts whether `condition` is feasible. If the answer is Sat, `model` becomes a model of the path
// and `condition`, else null.
Answer SymbolicHart::ask_facts(Term condition, std::shared_ptr<const term::Assignment>& model) {
  term::Assignment found;
  if (state_->model) found = *state_->model;
  const Answer answer = facts_->check(state_->path, condition, found);
  check_for_pause();
  model = answer == Answer::Sat ? std::make_shared<const term::Assignment>(std::move(found)) : nullptr;
  return answer;
}

std::optional<bool> SymbolicHart::decide_by_facts(Term condition) {
  // The instruction may be executed again after a fork. Then its decisions are among the last conjuncts of the path.
  // There can be many decisions: one for every value that a word can have.
  constexpr unsigned kDecisions = 1024;
  const Term negated = pool_.bit_not(condition);
  if (state_->path.recently_assumed(condition, kDecisions)) return true;
  if (state_->path.recently_assumed(negated, kDecisions)) return false;
  const bool holds = !state_->model || value_in_model(*state_, condition) != 0;
  const Term here = holds ? condition : negated, other = holds ? negated : condition;
  std::shared_ptr<const term::Assignment> found;
  const bool refuted = ask_facts(other, found) == Answer::Unsat;
  if (!state_->model) {
    std::shared_ptr<const term::Assignment> own;
    if (ask_facts(here, own) == Answer::Unsat) {
      if (!refuted) return !holds;
      end({.reason = Termination::Infeasible});
      return std::nullopt;
    }
    if (own) state_->model = std::move(own);
  }
  if (refuted) return holds;
  fork(other, std::move(found), holds);
  state_->path = solver::extend(state_->path, here);
  return holds;
}

bool SymbolicHart::assume_by_facts(Term condition) {
  if (!state_->model || value_in_model(*state_, condition) == 0) {
    std::shared_ptr<const term::Assignment> found;
    if (ask_facts(condition, found) == Answer::Unsat) {
      end({.reason = Termination::AssumeFailed});
      return false;
    }
    if (state_->model && !found) note_lost_model(*state_);
    state_->model = std::move(found);
  }
  state_->path = solver::extend(state_->path, condition);
  return true;
}

void SymbolicHart::note_lost_model(State& state) { state.lost_model = {state.hart.retired, state.depth, 0}; }

Answer SymbolicHart::find_model(State& state) {
  term::Assignment model;
  const solver::Conjunct* last = state.path.last();
  if (state.model) return Answer::Sat;
  const Answer answer = last ? solver_.check(solver::PathCondition(last->parent), last->term, model) : Answer::Sat;
  if (answer == Answer::Sat) state.model = std::make_shared<const term::Assignment>(std::move(model));
  return answer;
}

// Finds a model if the state has none. Ends the path, and returns false, if no model exists or the solver finds none.
bool SymbolicHart::need_model() {
  switch (find_model(*state_)) {
    case Answer::Sat: return true;
    case Answer::Unsat: end({.reason = Termination::Infeasible}); break;
    case Answer::Unknown: end({.reason = Termination::SolverGaveUp}); break;
  }
  return false;
}

}  // namespace janus::engine
