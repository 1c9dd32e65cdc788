#include "engine/revisit/revisit.h"

#include <algorithm>
#include <bit>

namespace janus::engine {

std::unique_ptr<Technique> make_revisit(const TechniqueContext& context) { return std::make_unique<Revisit>(context); }

Revisit::Revisit(const TechniqueContext& context) : loops_(context.image), visited_(context.pool) {}

// Whether everything that the state is lies where VisitedStates looks.
bool Revisit::is_comparable(const ExecutionState& state) {
  return state.model && !state.seeds && !state.fixed && state.inputs_due == 0 && state.iterations.empty() &&
         state.path.depth() <= VisitedStates::kMaxConjuncts && state.board.get().next_event() == devices::kNever;
}

// Whether to look at a state that stands at the head of a loop. Nothing but an input or a decision leads a path to a
// state that it would not reach on its own; but a path may also repeat itself for ever.
bool Revisit::is_due(ExecutionState& state) {
  if (const auto& last = state.parts.revisit;
      last && last->inputs == state.inputs && last->path.last() == state.path.last()) {
    if (last.use_count() > 1) state.parts.revisit = std::make_shared<LastLook>(*last);
    const std::uint64_t visits = ++state.parts.revisit->visits;
    return visits >= kFirstRun && visits - std::bit_floor(visits) < kRunOfLooks;
  }
  const std::uint64_t failures = failures_[state.hart.pc];
  const std::uint64_t left_out =
      failures < kFailures ? 1 : std::min(std::bit_floor(failures / kFailures) * 2, kMostLeftOut);
  return ++arrivals_[state.hart.pc] % left_out == 0;
}

std::optional<Ending> Revisit::resumes(ExecutionState& state, States&) {
  if (!state.at_merge_point || loops_.headed_by(state.hart.pc) == program::ProgramLoops::kNone) return std::nullopt;
  if (!is_due(state) || !is_comparable(state)) return std::nullopt;
  ++counts_.looks;
  const LastLook* const last = state.parts.revisit.get();
  const bool went_on = last && last->inputs == state.inputs && last->path.last() == state.path.last();
  const std::uint64_t memory_hash = visited_.hash_of(state.memory, last);
  const std::uint64_t hash = VisitedStates::hash_of(state, memory_hash);
  if (visited_.contain(state, hash)) {
    ++counts_.ended;
    failures_[state.hart.pc] = 0;
    return Ending{.reason = Termination::Revisited};
  }
  ++failures_[state.hart.pc];
  if (visited_.add(state, hash)) {
    state.clock_lag.lose();
  } else {
    ++counts_.without_room;
  }
  state.parts.revisit = std::make_shared<LastLook>(
      LastLook{state.memory, memory_hash, state.path, state.inputs, went_on ? last->visits : 0});
  return std::nullopt;
}

TechniqueReport Revisit::report() const {
  TechniqueReport report{.name = "revisit", .counts = {}, .remarks = {}};
  report.counts = {{"states were there before", counts_.ended},
                   {"kept", visited_.size()},
                   {"looks", counts_.looks},
                   {"comparisons", visited_.compared()}};
  if (counts_.without_room > 0) report.remarks.push_back("revisit: no room for more states");
  return report;
}

}  // namespace janus::engine
