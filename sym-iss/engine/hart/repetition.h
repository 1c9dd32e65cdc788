// A path that comes back to a state it was in before does the same again, for ever: nothing symbolic was decided, no
// input was made and no clock was read between, and no device will change by itself. So the path need not be followed
// further.
//
// Looks seldom, and then for a while: from time to time the state is kept, and compared with what it has become
// whenever it is at that pc again. A long look is for a concrete hart (engine/hart/concrete_stretch.h), which has to
// stop at the pc: so it begins at one that the path seldom comes to. Not thread-safe.
//
// The states shown between two calls of begin() must be one path that goes on.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "engine/state/execution_state.h"

namespace janus::engine {

class Repetition {
 public:
  // A run of `state` begins, and it is not the one before that goes on.
  void begin(const ExecutionState& state) {
    kept_.reset();
    choice_.reset();
    interval_ = kFirstInterval;
    look_at_ = state.hart.retired + interval_;
  }
  // When to look next, or not to look on, in instructions retired.
  std::uint64_t look_at() const { return look_at_; }
  // Call it with `state` at look_at() or later. Returns whether the state was kept, so that its pages are shared now.
  bool look(const ExecutionState& state);
  bool looking() const { return kept_.has_value(); }
  // Whether the path is looked at for so long that it should not be executed symbolically.
  bool looks_long() const { return interval_ >= kLongInterval; }
  // Before a long look: whether look() has to see each instruction.
  bool is_choosing(const ExecutionState& state) const {
    return choice_ && state.hart.retired < choice_->ends + kToChoose;
  }
  // What is_back() compares registers with; null while nothing is looked for.
  const hart::ArchitecturalState<term::SymbolicValues>* kept() const { return kept_ ? &kept_->hart : nullptr; }
  // The pc at which is_back() may be true; odd while nothing is looked for.
  std::uint32_t pc() const { return kept_ ? kept_->hart.pc : 1; }
  // Whether `state` is as it was kept, and so repeats itself.
  bool is_back(const ExecutionState& state) const;
  // `state` has read a clock, which is never the same again, so there is nothing to look for, for a while.
  void saw_time(const ExecutionState& state) {
    if (kept_) stop_looking(state);
  }

 private:
  static constexpr std::uint64_t kFirstInterval = 1U << 9, kShortestLook = 256;  // instructions
  static constexpr std::uint64_t kPartOfInterval = 64;                           // of the interval, for looking

  // Intervals for which looks are long, and instructions for choosing where to begin, and for coming there.
  static constexpr std::uint64_t kLongInterval = 1U << 20, kToChoose = 1U << 11;

  bool is_at_choice(const ExecutionState& state);
  void stop_looking(const ExecutionState& state);

  struct Choice {
    std::uint64_t ends;                               // in instructions retired
    std::map<std::uint32_t, std::uint32_t> arrivals;  // by pc, until then
    std::optional<std::uint32_t> pc;                  // chosen then
  };
  struct Kept {
    hart::ArchitecturalState<term::SymbolicValues> hart;
    Memory memory;
    SharedBoard board;
    SharedFiles files;
    MainCall main_call;
    std::shared_ptr<const Shadow> shadow;
    solver::PathCondition path;
    const Input* inputs;
  };
  std::optional<Kept> kept_;
  std::optional<Choice> choice_;
  std::uint64_t interval_ = kFirstInterval, look_at_ = ~std::uint64_t{0};  // never before begin()
};

}  // namespace janus::engine
