// What detectors ask of a path, what paths tell each other of accesses, and paths that repeat themselves.
#include <algorithm>
#include <bit>
#include <utility>

#include "engine/hart/symbolic_hart.h"
#include "engine/state/state_parts.h"
#include "hart/detector_rules.h"

namespace janus::engine {

// Whose path is explored once more from there, up to the access, once another path has told what that is meant for.
void SymbolicHart::suspect(hart::NotedAccess access, const State& before) {
  if (is_ahead()) return;
  const auto known = suspects_.find(access);
  if (known != suspects_.end() && !known->second->widened) return;
  if (config_.log || made_up_ || known != suspects_.end()) {  // what is kept may not happen, and this may
    unsure_.left.insert(access);
    return;
  }
  if (suspects_.size() >= kMostSuspects) {
    keeps_suspects_ = false;
    return;
  }
  auto state = std::make_unique<State>(before);
  state->tree_fraction = 0;                    // has been counted
  state->search.leaf = SearchFacts::kNowhere;  // the place in the tree is the path's own
  suspects_.emplace(access, std::move(state));
}

void SymbolicHart::noted_inside(std::uint32_t pc, std::uint32_t object) {
  if (object == hart::kUnknownObject) {
    unsure_.unknown.insert(pc);
    return;
  }
  if (!tells_other_paths()) {
    unsure_.inside.insert({pc, object});
    return;
  }
  if (!inside_elsewhere_.insert(pc, object)) return;
  if (auto found = suspects_.extract({pc, object}); !found.empty()) {
    if (tree_) tree_->appeared(*found.mapped());
    confirmed_.push_back(std::move(found.mapped()));
  }
}

hart::UnsureAccesses SymbolicHart::unchecked() const {
  hart::UnsureAccesses all{.left = unsure_.left, .unknown = unsure_.unknown};
  for (const auto& [access, before] : suspects_) all.left.insert(access);
  return all;
}

bool SymbolicHart::settled(bool alone) const {
  const auto is_open = [&](const hart::NotedAccess& access) {
    return !alone || unsure_.inside.contains(access) || inside_elsewhere_.contains(access.first, access.second);
  };
  return keeps_suspects_ && std::ranges::none_of(unsure_.left, is_open) &&
         std::ranges::none_of(suspects_, [&](const auto& suspect) { return is_open(suspect.first); });
}

bool SymbolicHart::may_be_inside(Word<1> condition, std::uint32_t object) {
  if (!condition.term) return condition.bits.raw != 0;
  if (abandoned_) return false;
  bool may_be = true;
  if (!is_ahead() && value_in_model(*state_, condition.term) == 0) {
    term::Assignment model;
    const solver::Answer answer = solver_.check(state_->path, condition.term, model);
    check_for_pause();
    if (answer == solver::Answer::Unknown && is_broken_off()) return false;
    if (answer == solver::Answer::Unknown) note_given_up();
    may_be = answer == solver::Answer::Sat;
  }
  if (logged(may_be ? 1 : 0, 1).value_or(0) == 0) return false;
  noted_inside(pc(), object);
  own_shadow().pointers.note_inside(pc(), object);  // for the states that fork now, and ask again
  return true;
}

// Forks in front of an instruction that a detector reports for some inputs. Returns whether the path has ended.
bool SymbolicHart::detects(const isa::Instruction& instruction) {
  for (std::uint32_t left = hart::may_report(instruction, config_.detectors, pc()); left != 0; left &= left - 1) {
    const auto detector = static_cast<hart::Detector>(std::countr_zero(left));
    const Word<1> reported = hart::reports(detector, *this, instruction, config_.detectors);
    if (!reported.term && reported.bits.raw == 0) continue;
    if (branch(reported).value_or(false)) end({.reason = reason_of(detector)});
    if (ending_ || abandoned_) return true;
  }
  return false;
}

// With merging, states take turns at each merge point, so what is known of their repetitions waits with them.
void SymbolicHart::take_up_repetition() {
  if (!merge_points_) return repetition_.begin(*state_);
  if (last_run_ == std::pair<const State*, std::uint64_t>{state_, state_->hart.retired}) return;
  if (waiting_repetitions_.size() >= kMostWaitingRepetitions) waiting_repetitions_.clear();
  if (last_run_.first)
    waiting_repetitions_.insert_or_assign(last_run_.first, std::pair{last_run_.second, std::move(repetition_)});
  repetition_ = {};
  const auto found = waiting_repetitions_.find(state_);
  if (found != waiting_repetitions_.end() && found->second.first == state_->hart.retired) {
    repetition_ = std::move(found->second.second);
  } else {
    repetition_.begin(*state_);
  }
}

void SymbolicHart::merged(const State& into, const State& other) {
  for (const State* const state : {&into, &other}) {
    waiting_repetitions_.erase(state);
    if (last_run_.first == state) last_run_ = {};
  }
}

// A technique that follows a path backwards from its end needs an end that instructions make, and a path without a
// model may not exist. Where repetitions are violations, only paths that were not merged tell of them.
void SymbolicHart::look_for_repetition() {
  if (facts_ || (merge_points_ && config_.repeating_fails)) return;
  if (state_->hart.retired < repetition_.look_at() || awaits_interrupts()) return;
  if (repetition_.look(*state_)) forget_pages();
}

}  // namespace janus::engine
