#include "engine/revisit/revisit.h"

#include <algorithm>
#include <bit>

namespace janus::engine {

std::unique_ptr<Technique> make_revisit(const TechniqueContext& context) { return std::make_unique<Revisit>(context); }

namespace {

std::uint32_t end_of(const support::FirmwareImage& image) {
  std::uint32_t end = 0;
  for (const support::Segment& segment : image.segments()) end = std::max(end, segment.address + segment.size);
  return end;
}

}  // namespace

Revisit::Revisit(const TechniqueContext& context)
    : loops_(context.image),
      merge_points_(context.merge_points),
      visited_(context.pool, context.solver),
      few_values_(context.pool, context.solver),
      widening_(context.pool, context.hart.ram_base, end_of(context.image)) {}

// Whether everything that the state is lies where VisitedStates looks.
bool Revisit::is_comparable(const ExecutionState& state) {
  return state.inputs && state.model && !state.seeds && !state.fixed && state.inputs_due == 0 &&
         state.iterations.empty() && state.path.depth() <= VisitedStates::kMaxConjuncts &&
         state.board.get().next_event() == devices::kNever;
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

// Notes that the path was looked at, so that the next hash costs what has changed since.
std::uint64_t Revisit::hash_of(ExecutionState& state) {
  const LastLook* const last = state.parts.revisit.get();
  if (!last) state.saw_time = false;  // what it read before, all states that come from it have read
  const bool went_on = last && last->inputs == state.inputs && last->path.last() == state.path.last();
  const std::uint64_t memory_hash = visited_.hash_of(state.memory, last);
  state.parts.revisit = std::make_shared<LastLook>(LastLook{state.memory, memory_hash, state.path, state.inputs,
                                                            went_on ? last->visits : 0, last ? last->rounds : 0});
  return VisitedStates::hash_of(state, memory_hash);
}

std::optional<Ending> Revisit::resumes(ExecutionState& state, States& siblings) {
  if (state.attempt != attempt_) return Ending{.reason = Termination::Revisited};
  note_time(state);
  if (has_ended_any_ && state.parts.revisit) {
    if (state.saw_time) return Ending{.reason = Termination::TimeIsMerged};
    state.clock_lag.lose();
  }
  if (time_matters_) return std::nullopt;
  if (!state.at_merge_point || loops_.headed_by(state.hart.pc) == program::ProgramLoops::kNone) return std::nullopt;
  if (!is_due(state) || !is_comparable(state)) return std::nullopt;
  const bool ends = look(state, siblings);
  auto& failures = failures_[state.hart.pc];
  failures = ends ? 0 : failures + 1;
  counts_.ended += ends;
  has_ended_any_ |= ends;
  if (has_ended_any_) state.clock_lag.lose();
  return ends ? std::optional(Ending{.reason = Termination::Revisited}) : std::nullopt;
}

// Whether the state, or each of the states that together are the state, was there before.
bool Revisit::look(ExecutionState& state, States& siblings) {
  ++counts_.looks;
  widen(state);
  const std::uint64_t hash = hash_of(state);
  bool ends = visited_.contain(state, hash);
  if (!ends) {
    if (visited_.variants(hash) >= kVariants) apart_.insert(state.hart.pc);
    States cases;
    if (apart_.contains(state.hart.pc) && !state.shadow) cases = few_values_.cases_of(state);
    if (cases.empty()) {
      keep(state, hash);
    } else {
      ends = !take(std::move(cases), state, siblings);
    }
  }
  return ends;
}

void Revisit::widen(ExecutionState& state) {
  const std::uint32_t rounds = state.parts.revisit ? state.parts.revisit->rounds : 0;
  if (state.shadow || rounds >= kMaxRounds) return;
  if (!widening_.widen(state, rounds)) return;
  if (!state.parts.revisit) hash_of(state);
  if (state.parts.revisit.use_count() > 1) state.parts.revisit = std::make_shared<LastLook>(*state.parts.revisit);
  ++state.parts.revisit->rounds;
  state.widened = state.rewritten = true;
  ++counts_.widened;
}

std::unique_ptr<ExecutionState> Revisit::refuted(const ExecutionState& state) {
  if (attempt_ >= kMaxAttempts || !widening_.refute(state)) return nullptr;
  visited_.clear();
  widening_.begin_again();
  apart_.clear();
  has_ended_any_ = time_matters_ = false;
  ++attempt_;
  auto again = std::make_unique<ExecutionState>(*initial_);
  again->attempt = attempt_;
  return again;
}

// Puts those of the cases that were not there before in the place of `state`. False if there are none.
bool Revisit::take(States cases, ExecutionState& state, States& siblings) {
  ++counts_.apart;
  bool found = false;
  for (auto& one : cases) {
    const std::uint64_t hash = hash_of(*one);
    if (visited_.contain(*one, hash)) {
      ++counts_.cases_ended;
      has_ended_any_ = true;
      continue;
    }
    one->rewritten = true;
    keep(*one, hash);
    if (found) {
      one->at_merge_point = false;  // it was looked at
      siblings.push_back(std::move(one));
    } else {
      state = std::move(*one);
      found = true;
    }
  }
  return found;
}

void Revisit::keep(ExecutionState& state, std::uint64_t hash) {
  counts_.without_room += !visited_.add(state, hash);
  if (!state.shadow) widening_.visited(state, merge_points_.live_at(state.hart.pc));
}

TechniqueReport Revisit::report() const {
  TechniqueReport report{.name = "revisit", .counts = {}, .remarks = {}};
  report.counts = {{"states were there before", counts_.ended},
                   {"kept", visited_.size()},
                   {"looks", counts_.looks},
                   {"taken apart", counts_.apart},
                   {"comparisons", visited_.compared()},
                   {"widened", counts_.widened},
                   {"cells", widening_.cells()},
                   {"attempts", attempt_ + 1}};
  if (counts_.without_room > 0) report.remarks.push_back("revisit: no room for more states");
  return report;
}

}  // namespace janus::engine
