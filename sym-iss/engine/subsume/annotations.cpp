#include "engine/subsume/annotations.h"

#include <algorithm>
#include <bit>

#include "engine/state/state_parts.h"
#include "term/substitute.h"

namespace janus::engine {

using term::Term;

bool in_situation(const ExecutionState& state, const Situation& situation) {
  if (state.board.get().next_event() != devices::kNever || !same_control(state.hart, situation.hart) ||
      state.main_call != situation.main_call)
    return false;
  const devices::Board &ours = state.board.get(), &theirs = situation.board.get();
  return &ours == &theirs || ours.same_but_for_time(theirs);
}

void Annotations::add(std::uint32_t place, const std::shared_ptr<const Situation>& situation, Term condition) {
  if (condition.is_constant(0)) return;
  if (term::size_of(condition, kMaxSize) == kMaxSize) {
    ++statistics_.too_large;
    return;
  }
  Place& here = places_[place];
  for (const Annotation& known : here.annotations) {
    if (known.situation == situation && (known.condition == condition || known.condition.is_constant(1))) return;
  }
  ++statistics_.added;
  here.misses = 0;
  if (here.annotations.size() < kMaxPerPlace) {
    here.annotations.push_back({situation, condition});
  } else {
    here.annotations[here.oldest++ % kMaxPerPlace] = {situation, condition};
  }
}

std::vector<Term> Annotations::known_for(const ExecutionState& state) const {
  std::vector<Term> known;
  const auto place = places_.find(state.hart.pc);
  if (place == places_.end()) return known;
  for (const Annotation& annotation : place->second.annotations) {
    if (in_situation(state, *annotation.situation)) known.push_back(annotation.condition);
  }
  return known;
}

std::optional<Term> Annotations::implied_by(const ExecutionState& state) {
  const auto found = places_.find(state.hart.pc);
  if (found == places_.end()) return std::nullopt;
  Place& place = found->second;
  ++place.arrivals;
  // After many misses the annotations are tried only at every second, fourth, eighth... arrival.
  if (place.misses >= kMissesBeforeThrottling &&
      place.arrivals % std::bit_floor(place.misses / kMissesBeforeThrottling + 1) != 0) {
    return std::nullopt;
  }
  std::vector<Candidate> candidates;
  for (const Term condition : known_for(state)) {
    const Term here = locations_.at(state, condition);
    if (here.is_constant(1)) {
      place.misses = 0;
      return condition;
    }
    if (!here.is_constant(0)) candidates.push_back({condition, here});
  }
  if (candidates.empty()) return std::nullopt;
  ++statistics_.arrivals;
  const auto result = implied(state, candidates);
  if (result) {
    place.misses = 0;
  } else {
    ++place.misses;
  }
  return result;
}

std::optional<Term> Annotations::implied(const ExecutionState& state, const std::vector<Candidate>& candidates) {
  term::TermPool& pool = locations_.pool();
  solver_.set_timeout(kQuestionSeconds);
  Term all_fail = pool.truth(true), condition = pool.truth(false);
  term::Assignment model = *state.model;
  for (unsigned round = 0; round < kMaxQuestions; ++round) {
    evaluator_.assign(model);
    const auto holds = std::find_if(candidates.begin(), candidates.end(),
                                    [&](const Candidate& candidate) { return evaluator_(candidate.here) != 0; });
    if (holds == candidates.end()) return std::nullopt;
    all_fail = pool.bit_and(all_fail, pool.bit_not(holds->here));
    condition = pool.bit_or(condition, holds->condition);
    ++statistics_.questions;
    const solver::Answer answer =
        all_fail.is_constant(0) ? solver::Answer::Unsat : solver_.check(state.path, all_fail, model);
    if (answer == solver::Answer::Unsat) return condition;
    if (answer == solver::Answer::Unknown) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace janus::engine
