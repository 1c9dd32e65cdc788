// What the work clock counts for the steps of a state: more if it carries what detectors of memory know.
#pragma once

#include "engine/state/execution_state.h"
#include "term/work_clock.h"

namespace janus::engine {

inline term::WorkClock::rep nanoseconds_of_instruction(const ExecutionState& state) {
  return nanoseconds(term::Work::Instruction) + (state.shadow ? nanoseconds(term::Work::Detection) : 0);
}

inline void spend_on_instructions(const ExecutionState& state, std::uint64_t instructions) {
  const auto count = static_cast<term::WorkClock::rep>(instructions);
  term::WorkClock::spend(term::WorkClock::duration(nanoseconds_of_instruction(state) * count));
}

inline void spend_on_fork(const ExecutionState& state) {
  spend(term::Work::Fork);
  if (state.shadow) spend(term::Work::ShadowCopy);
}

}  // namespace janus::engine
