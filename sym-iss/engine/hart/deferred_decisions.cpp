// Decisions of the symbolic hart without a core solver, for bounded model checking: the layers that know facts about
// the path are asked, and where they do not know, both sides go on. So a path may turn out to have no input; whoever
// collects the paths asks about all of them at once (bounded_check.h).
//
// A state keeps its model for as long as one is at hand, and follows it, as ever. The side that nobody has a model for
// goes on without. Where a value is needed, a model is asked of the solver; if there is none, the path ends. So it is
// if a path goes on for long without: one that no input takes may never end (Exploration::look_for_model).
#include "engine/hart/symbolic_hart.h"

namespace janus::engine {

using solver::Answer;
using term::Term;

// `model` becomes one that satisfies the path and `condition` if that is the answer, and else null.
Answer SymbolicHart::ask_facts(Term condition, std::shared_ptr<const term::Assignment>& model) {
  term::Assignment found;
  if (state_->model) found = *state_->model;
  const Answer answer = facts_->check(state_->path, condition, found);
  look_whether_to_pause();
  model = answer == Answer::Sat ? std::make_shared<const term::Assignment>(std::move(found)) : nullptr;
  return answer;
}

std::optional<bool> SymbolicHart::decide_by_facts(Term condition) {
  // A retried instruction finds its decisions among the last conjuncts. It may have made many: one for every value that
  // a word can have.
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
  fork(other, std::move(found));
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

// Sees to it that the state has a model. If it has none, or none that the solver can find, the path ends.
bool SymbolicHart::need_model() {
  switch (find_model(*state_)) {
    case Answer::Sat: return true;
    case Answer::Unsat: end({.reason = Termination::Infeasible}); break;
    case Answer::Unknown: end({.reason = Termination::SolverGaveUp}); break;
  }
  return false;
}

}  // namespace janus::engine
