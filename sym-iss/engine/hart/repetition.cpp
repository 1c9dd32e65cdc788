#include "engine/hart/repetition.h"

#include <algorithm>

#include "engine/state/state_parts.h"

namespace janus::engine {

bool Repetition::look(const ExecutionState& state) {
  if (kept_) {
    stop_looking(state);
    return false;
  }
  if (looks_long() && !is_at_choice(state)) return false;
  choice_.reset();
  look_at_ = state.hart.retired + std::max(kShortestLook, interval_ / kPartOfInterval);
  kept_.emplace(Kept{state.hart, state.memory, state.board, state.files, state.main_call, state.shadow, state.path,
                     state.inputs});
  return true;
}

// Whether to look from here on: at the pc, of those that the path came to, to which it came least often.
bool Repetition::is_at_choice(const ExecutionState& state) {
  const std::uint64_t retired = state.hart.retired;
  if (!choice_) choice_ = Choice{retired + kToChoose, {}, {}};
  if (retired < choice_->ends) {
    ++choice_->arrivals[state.hart.pc];
    return false;
  }
  if (!choice_->pc)
    choice_->pc = std::ranges::min_element(choice_->arrivals, {}, [](const auto& each) { return each.second; })->first;
  return state.hart.pc == choice_->pc || !is_choosing(state);
}

void Repetition::stop_looking(const ExecutionState& state) {
  kept_.reset();
  interval_ *= 2;
  look_at_ = state.hart.retired + interval_;
}

// An instruction that was abandoned leaves the state as it is, so the path must have gone on.
bool Repetition::is_back(const ExecutionState& state) const {
  const auto &now = state.hart, &then = kept_->hart;
  return now.retired > then.retired && now.pc == then.pc && now.x == then.x && same_control(now, then) &&
         now.mscratch == then.mscratch && now.mepc == then.mepc && now.mcause == then.mcause &&
         now.mtval == then.mtval && state.main_call == kept_->main_call && state.files == kept_->files &&
         state.inputs == kept_->inputs && state.path.last() == kept_->path.last() &&
         state.board.get().next_event() == devices::kNever && kept_->board.get().next_event() == devices::kNever &&
         state.board.get().same_but_for_time(kept_->board.get()) &&
         (state.shadow == kept_->shadow || *state.shadow == *kept_->shadow) &&
         state.memory.for_each_different_word(kept_->memory, [](std::uint32_t) { return false; });
}

}  // namespace janus::engine
