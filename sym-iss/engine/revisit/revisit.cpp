#include "engine/revisit/revisit.h"

#include <algorithm>
#include <bit>

#include "isa/predicates.h"
#include "isa/registers.h"
#include "term/work_clock.h"

namespace janus::engine {

std::unique_ptr<Technique> make_revisit(const TechniqueContext& context) { return std::make_unique<Revisit>(context); }

namespace {

constexpr term::WorkClock::rep kForksToKeep = 3;  // a kept state costs as many: what it shares is copied behind it

// Whether the path has made no input and decided nothing since it was looked at.
bool only_went_on(const ExecutionState& state) {
  const auto& last = state.parts.revisit;
  return last && last->inputs == state.inputs && last->path.last() == state.path.last();
}

std::uint32_t end_of(const support::FirmwareImage& image) {
  std::uint32_t end = 0;
  for (const support::Segment& segment : image.segments()) end = std::max(end, segment.address + segment.size);
  return end;
}

}  // namespace

Revisit::Revisit(const TechniqueContext& context)
    : loops_(context.image),
      reads_are_all_(!context.hart.detectors.scan_memory()),
      must_end_(context.hart.repeating_fails),
      options_(context.options.revisit),
      merge_points_(context.merge_points),
      comparison_(context.pool, context.solver, context.hart.ram_base,
                  context.hart.detectors.has(hart::Detector::uninitialised) ||
                      context.hart.detectors.unwritten != hart::Unwritten::AsItIs),
      visited_(comparison_),
      completed_(comparison_),
      stretches_(context.hart.ram_base, context.hart.ram_size,
                 [this](const auto& visit, const LiveCells& live) {
                   if (completed_.add(visit, live)) visited_.remove(visit);
                 }),
      few_values_(context.pool, context.solver, context.hart.ram_base,
                  [this](term::Term term) { return widening_.is_widened(term); }),
      widening_(context.pool, context.solver, context.hart.ram_base, end_of(context.image),
                context.options.revisit.widen == Widen::Changes) {}

// Whether everything that the state is lies where VisitedStates looks.
bool Revisit::is_comparable(const ExecutionState& state) {
  return state.inputs && state.model && !state.seeds && !state.fixed && state.inputs_due == 0 &&
         state.iterations.empty() && !state.files.any() && state.board.get().next_event() == devices::kNever &&
         !state.board.get().keeps_symbols();
}

// Whether to look at a state that stands at the head of a loop. Nothing but an input or a decision leads a path to a
// state that it would not reach on its own; but a path may also repeat itself for ever.
bool Revisit::is_due(ExecutionState& state) {
  if (only_went_on(state)) {
    const std::uint64_t visits = ++own_look(state).visits;
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
  const bool went_on = only_went_on(state);
  const std::uint64_t memory_hash = visited_.hash_of(state.memory, last);
  state.parts.revisit = std::make_shared<LastLook>(LastLook{
      last ? last->stretch : nullptr, state.memory, memory_hash, state.path, state.inputs, went_on ? last->visits : 0,
      last ? last->rounds : 0, last ? last->visits_at : decltype(last->visits_at){}, state.hart.pc});
  return VisitedStates::hash_of(state, memory_hash);
}

std::optional<Ending> Revisit::resumes(ExecutionState& state, States& siblings) {
  if (state.attempt != attempt_) {  // where the new one begins was there before
    ++counts_.ended;
    return Ending{.reason = Termination::Revisited};
  }
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

// What the path reads from here on is read by `state` behind `behind`, or at the beginning if that is null.
void Revisit::go_on_in(ExecutionState& state, const std::shared_ptr<Stretch>& behind,
                       const std::shared_ptr<Visit>& visit) {
  auto stretch = std::make_shared<Stretch>(behind, state);
  if (visit) visit->stretch = stretch;
  stretch->visit = visit;
  own_look(state).stretch = std::move(stretch);
}

// Whether a state was there before behind which all that `state` can do was done.
bool Revisit::was_completed(ExecutionState& state) {
  comparison_.begin(state);
  if (!reads_are_all_ || !stretches_.hold()) return false;
  const Visit* const visit = completed_.find(state);
  if (!visit) return false;
  if (state.parts.revisit && state.parts.revisit->stretch) state.parts.revisit->stretch->ends_needing(*visit->live);
  ++counts_.completed;
  return true;
}

// Whether a state of that hash was there before that can do all that `state` can do. `has_input`: since the last look,
// the path has made one.
//
// If repetitions are violations, a path that repeats itself must not end because of another that does, nor because of
// itself: then nobody would go round. So a state ends because of a visit that has not come to its end only behind an
// input. Take a path that makes no input any more and never ends. Whatever was widened or renamed, it goes from one
// state that was looked at to another that has its next step, and without an input these are later in the tree of
// states, or have come to their end before the step was taken (docs/decisions/0085). That goes on for finitely many
// steps; so as long as there is such a path, the exploration has no end.
bool Revisit::was_there(ExecutionState& state, std::uint64_t hash, bool has_input) {
  comparison_.begin(state);
  std::shared_ptr<Visit> visit = visited_.find(state, hash);
  if (!visit || (must_end_ && !visit->live && !has_input)) return false;
  if (Stretch* const stretch = state.parts.revisit->stretch.get()) {
    const std::shared_ptr<Stretch> open = visit->stretch.lock();
    if (visit->live) {
      stretch->ends_needing(*visit->live);
    } else if (open) {
      stretch->ends_because_of(*open);
    } else {
      stretch->unknown = true;
    }
  }
  return true;
}

// Whether the state, or each of the states that together are the state, was there before.
bool Revisit::look(ExecutionState& state, States& siblings) {
  ++counts_.looks;
  if (was_completed(state)) return true;
  const bool has_input = state.parts.revisit && state.parts.revisit->inputs != state.inputs;
  widen(state);
  const std::uint64_t hash = hash_of(state);
  if (was_there(state, hash, has_input)) return true;
  States cases;
  const bool may = options_.apart == TakeApart::AtOnce || most_visits_[state.hart.pc] >= kVisitsToTakeApart;
  if (may && (!state.shadow || state.shadow->pointers.has_no_terms())) cases = few_values_.cases_of(state);
  if (!cases.empty()) return !take(std::move(cases), state, siblings);
  keep(state, hash);
  return false;
}

// As ProgramLoops::steering_registers(), of the loop that begins at `pc`.
std::uint32_t Revisit::steering_at(std::uint32_t pc) {
  const auto [known, is_new] = steering_.try_emplace(pc, 0);
  if (is_new) known->second = loops_.steering_registers(loops_.headed_by(pc));
  return known->second;
}

void Revisit::widen(ExecutionState& state) {
  if (options_.widen == Widen::Nothing) return;
  const std::uint32_t rounds = state.parts.revisit ? state.parts.revisit->rounds : 0;
  const bool went_on = only_went_on(state), may = rounds < kMaxRounds;
  bool forgot = false, widened = false;
  if (options_.widen == Widen::Inputs) {
    forgot = widening_.forget_inputs(state);
    const std::uint32_t pc = state.hart.pc;
    widened = may && widening_.forget_computed(state, {.live = merge_points_.live_at(pc), .steering = steering_at(pc)},
                                               rounds, comparison_.reading());
  } else {
    widened = may && !(went_on && state.parts.revisit->visits < kVisitsToWidenAlone) &&
              widening_.widen(state, rounds, rounds_[state.hart.pc].are_of_inputs());
  }
  if (!forgot && !widened) return;
  if (!state.parts.revisit) hash_of(state);
  if (went_on) own_look(state).path = state.path;  // a range is no decision
  own_look(state).rounds += widened;
  state.widened = state.rewritten = true;
  ++counts_.widened;
}

std::unique_ptr<ExecutionState> Revisit::refuted(const ExecutionState& state) {
  if (attempt_ >= kMaxAttempts || !widening_.refute(state)) return nullptr;
  visited_.clear();
  completed_.clear();
  widening_.begin_again();
  has_ended_any_ = time_matters_ = false;
  ++attempt_;
  auto again = std::make_unique<ExecutionState>(*initial_);
  again->attempt = attempt_;
  return again;
}

// Puts those of the cases that were not there before in the place of `state`. False if there are none.
bool Revisit::take(States cases, ExecutionState& state, States& siblings) {
  ++counts_.apart;
  const std::shared_ptr<Stretch> behind = state.parts.revisit->stretch;
  bool found = false;
  for (auto& one : cases) {
    const std::uint64_t hash = hash_of(*one);
    if (was_completed(*one) || was_there(*one, hash, false)) {
      ++counts_.cases_ended;
      has_ended_any_ = true;
      continue;
    }
    one->rewritten = true;
    keep(*one, hash);
    if (found) {
      if (behind) ++behind->open;
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
  spend(term::Work::Fork, kForksToKeep);
  const std::shared_ptr<Visit> visit = visited_.add(state, hash);
  counts_.without_room += !visit;
  if (visit || state.parts.revisit->stretch) go_on_in(state, state.parts.revisit->stretch, visit);
  const std::uint32_t visits = count_visit(state);
  std::uint32_t& most = most_visits_[state.hart.pc];
  most = std::max(most, visits);
  const std::uint64_t alone = state.parts.revisit->visits;  // 0 if this look is not of a path that only went on
  const bool is_short = alone > 0 && alone < kVisitsToWidenAlone;
  const bool at_once = options_.widen == Widen::Changes;
  const bool widens = at_once || options_.widen == Widen::Cells;
  if (widens && !is_short && (at_once || visits >= kVisitsToWiden || widening_.watches(state)))
    widening_.visited(state, merge_points_.live_at(state.hart.pc), visits);
}

// How often the path was at its place, this time included.
std::uint32_t Revisit::count_visit(ExecutionState& state) {
  auto& visits = own_look(state).visits_at;
  const CodePlace place{state.calls, state.hart.pc};
  const auto found = std::ranges::find(visits, place, &LastLook::VisitsAt::place);
  if (found != visits.end()) {
    Rounds& rounds = rounds_[state.hart.pc];
    ++(found->inputs != state.inputs ? rounds.with_input : rounds.without);
    found->inputs = state.inputs;
    return ++found->count;
  }
  if (visits.size() >= kMaxPlaces) visits.erase(visits.begin());
  visits.push_back({place, 1, state.inputs});
  return 1;
}

LastLook& Revisit::own_look(ExecutionState& state) {
  if (state.parts.revisit.use_count() > 1) state.parts.revisit = std::make_shared<LastLook>(*state.parts.revisit);
  return *state.parts.revisit;
}

void Revisit::executed(ExecutionState& state, const ExecutedInstruction& executed) {
  const auto& part = state.parts.revisit;
  if (part && part->stretch) stretches_.executed(*part->stretch, state, executed);
}

void Revisit::moved(ExecutionState& state) {
  if (const auto& part = state.parts.revisit; part && part->stretch) part->stretch->unknown = true;
}

// The sibling is the running state before its last instruction, so what that instruction wrote belongs to the running
// state alone.
void Revisit::forked(ExecutionState& running, ExecutionState& sibling) {
  if (!sibling.parts.revisit || !sibling.parts.revisit->stretch) return;
  const std::shared_ptr<Stretch> behind = sibling.parts.revisit->stretch;
  if (running.parts.revisit->stretch == behind) {
    const auto last = behind->last;
    const bool is_before = sibling.hart.cycles < last.cycle;
    if (is_before) behind->last = {};
    behind->commit();
    go_on_in(running, behind, nullptr);
    if (is_before) running.parts.revisit->stretch->last = last;
  }
  ++behind->open;
  go_on_in(sibling, behind, nullptr);
}

void Revisit::ended(ExecutionState& state, const Ending& ending) {
  note_time(state);
  if (!state.parts.revisit || !state.parts.revisit->stretch) return;
  const std::shared_ptr<Stretch> stretch = std::move(state.parts.revisit->stretch);
  const bool revisited = ending.reason == Termination::Revisited;
  if (state.attempt != attempt_ || !stretches_.hold()) stretch->unknown = true;
  stretches_.ended(stretch, revisited ? 0 : read_at(state.hart.pc));
}

// The registers that the instruction at `pc` may read.
std::uint32_t Revisit::read_at(std::uint32_t pc) const {
  const auto instruction = merge_points_.instruction_at(pc);
  if (!instruction || instruction->opcode == isa::Opcode::ecall) return ~0U;
  return isa::registers_read(*instruction) | 1U << isa::kSp;  // detectors look at the stack
}

TechniqueReport Revisit::report() const {
  TechniqueReport report{.name = "revisit", .counts = {}, .remarks = {}};
  report.counts = {{"states were there before", counts_.ended},
                   {"kept", visited_.size()},
                   {"looks", counts_.looks},
                   {"taken apart", counts_.apart},
                   {"comparisons", comparison_.compared()},
                   {"completed", counts_.completed},
                   {"widened", counts_.widened},
                   {"widened cells", widening_.cells()},
                   {"attempts", attempt_ + 1}};
  if (counts_.without_room > 0) report.remarks.push_back("revisit: no room for more states");
  return report;
}

}  // namespace janus::engine
