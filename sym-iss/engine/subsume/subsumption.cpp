#include "engine/subsume/subsumption.h"

#include <algorithm>
#include <bit>

#include "engine/state/state_parts.h"
#include "term/substitute.h"
#include "term/work_clock.h"

namespace janus::engine {

using term::Term;

std::unique_ptr<Technique> make_subsume(const TechniqueContext& context) {
  return std::make_unique<Subsumption>(context);
}

Subsumption::Subsumption(const TechniqueContext& context)
    : config_(context.hart),
      pool_(context.pool),
      locations_(pool_, config_.ram_base),
      hart_({config_.ram_base, config_.ram_size, isa::extensions_of(context.image.isa()), config_.htif.tohost},
            locations_, support_),
      elimination_(locations_, support_, context.solver),
      annotations_(locations_, context.solver),
      only_proves_(config_.detectors.any() || config_.detectors.follows_memory() || config_.repeating_fails),
      code_(config_.ram_base, config_.ram_size),
      prover_(config_, pool_, context.solver, context.image, locations_, annotations_, code_, context.over),
      told_accesses_(context.told_accesses),
      unsure_accesses_(context.unsure_accesses) {}

namespace {

// Without the history, which would keep itself alive.
std::shared_ptr<const ExecutionState> copy_of(const ExecutionState& state) {
  auto copy = std::make_shared<ExecutionState>(state);
  copy->parts.subsume.reset();
  return copy;
}

}  // namespace

// --- Recording.

std::shared_ptr<Segment> Subsumption::begin(const ExecutionState& state,
                                            std::vector<std::shared_ptr<Segment>> parents) {
  auto segment = std::make_shared<Segment>();
  for (const auto& parent : parents) {
    ++parent->pending;
    segment->length = std::max(segment->length, parent->length + parent->steps.size());
    segment->recent = parent->recent;
  }
  segment->parents = std::move(parents);
  segment->owner = &state;
  segment->retired = state.hart.retired;
  segment->last_input = state.inputs;
  return segment;
}

// The segment that `state` appends to. A state without a segment of its own gets a new one, without parents.
Segment& Subsumption::segment_of(ExecutionState& state) {
  if (!state.parts.subsume) {
    // Another technique made or changed the state, and may have written to any word.
    state.memory.for_each_different_word(*initial_, [&](std::uint32_t offset) {
      code_.written(config_.ram_base + offset);
      return true;
    });
  }
  if (!state.parts.subsume || state.parts.subsume->owner != &state) state.parts.subsume = begin(state, {});
  return *state.parts.subsume;
}

void Subsumption::started(ExecutionState& state) {
  initial_ = state.memory;
  state.parts.subsume = begin(state, {});
}

std::shared_ptr<const Situation> Subsumption::situation_of(const ExecutionState& state, const Segment& segment) const {
  if (state.board.get().next_event() != devices::kNever || state.hart.is_guarded()) return nullptr;
  if (segment.recent && in_situation(state, *segment.recent)) return segment.recent;
  auto situation = std::make_shared<Situation>();
  situation->hart = state.hart;
  situation->board = state.board;
  situation->main_call = state.main_call;
  return situation;
}

// `state` stands at a merge point. Makes a segment begin there, and notes the place for an annotation.
void Subsumption::begin_place(ExecutionState& state) {
  Segment* segment = &segment_of(state);
  if (!segment->steps.empty()) {
    state.parts.subsume = begin(state, {state.parts.subsume});
    segment = state.parts.subsume.get();
  }
  segment->place = state.hart.pc;
  segment->calls = state.calls;
  segment->depth = state.depth;
  segment->situation = situation_of(state, *segment);
  if (segment->situation) segment->recent = segment->situation;
}

void Subsumption::executed(ExecutionState& state, const ExecutedInstruction& executed) {
  if (code_.changed()) return;
  Segment* segment = &segment_of(state);
  const bool trapped = state.hart.retired == segment->retired;
  code_.executed(executed.pc, executed.instruction.length);
  if (executed.called_hook) code_.executed(executed.pc - 4, 4);  // the marker
  for_each_written(state, executed, segment->last_input, [&](std::uint32_t address) { code_.written(address); });
  const Step step = step_of(state, executed, trapped, segment->last_input, config_.htif.tohost);
  if (segment->length + segment->steps.size() >= kMaxLength) {
    state.parts.subsume = begin(state, {});
    segment = state.parts.subsume.get();
    ++counts_.cuts;
  }
  if (step.kind == StepKind::Cut) ++counts_.cuts;
  if (step.kind == StepKind::MakeSymbolic) note_input(state, *segment);
  if (step.accesses > 0) {
    segment->accesses.insert(segment->accesses.end(), executed.accesses.begin(), executed.accesses.end());
  }
  segment->steps.push_back(step);
  segment->just_forked = false;
  segment->retired = state.hart.retired;
  segment->last_input = state.inputs;
}

void Subsumption::note_input(const ExecutionState& state, Segment& segment) {
  segment.inputs.push_back({state.inputs, copy_of(state)});
}

void Subsumption::interrupted(ExecutionState& state) {
  if (code_.changed()) return;
  Segment& segment = segment_of(state);
  segment.steps.push_back({.pc = state.hart.pc, .next = state.hart.pc, .kind = StepKind::Cut});
  segment.just_forked = false;
  segment.retired = state.hart.retired;
  ++counts_.cuts;
}

void Subsumption::forked(ExecutionState& running, ExecutionState& sibling) {
  sibling.parts.subsume.reset();
  if (code_.changed() || !running.parts.subsume || running.parts.subsume->owner != &running) return;
  if (!running.parts.subsume->just_forked) {
    // Siblings fork before the last instruction. So the last instruction moves to a new segment, and the siblings'
    // segments share its parent.
    const std::shared_ptr<Segment> until = running.parts.subsume;
    if (until->steps.empty()) return;
    const Step last = until->steps.back();
    until->steps.pop_back();
    running.parts.subsume = begin(running, {until});
    Segment& own = *running.parts.subsume;
    own.steps.push_back(last);
    const auto accesses = until->accesses.end() - last.accesses;
    own.accesses.assign(accesses, until->accesses.end());
    until->accesses.erase(accesses, until->accesses.end());
    if (last.kind == StepKind::MakeSymbolic) {
      own.inputs.push_back(std::move(until->inputs.back()));
      until->inputs.pop_back();
    }
    own.just_forked = true;
  }
  sibling.parts.subsume = begin(sibling, {running.parts.subsume->parents.front()});
}

void Subsumption::merged(ExecutionState& into, const ExecutionState& other) {
  if (code_.changed()) return;
  std::vector<std::shared_ptr<Segment>> parents;
  for (const ExecutionState* state : {static_cast<const ExecutionState*>(&into), &other}) {
    if (state->parts.subsume && state->parts.subsume->owner == state) parents.push_back(state->parts.subsume);
  }
  into.parts.subsume = begin(into, std::move(parents));
}

// --- Using conditions.

std::optional<Ending> Subsumption::resumes(ExecutionState& state, States&) {
  subsumed_by_.reset();
  if (code_.changed()) {
    state.parts.subsume.reset();
    return std::nullopt;
  }
  Segment& segment = segment_of(state);
  segment.retired = state.hart.retired;
  if (proved_entry_ && below_proved(segment)) {
    subsumed_by_ = pool_.truth(false);
    ++counts_.subsumed;
    return Ending{.reason = Termination::Subsumed};
  }
  if (!state.at_merge_point || only_repeats(state)) return std::nullopt;
  begin_place(state);
  Segment& here = *state.parts.subsume;
  if (!here.situation) return std::nullopt;
  count_visits(here);
  if (!here.first_visit) here.entry = copy_of(state);
  subsumed_by_ = annotations_.implied_by(state);
  if (!subsumed_by_ && worth_proving(here)) {
    if (proves(state, here.first_visit)) {
      proved_.insert(state.hart.pc);
      subsumed_by_ = pool_.truth(false);  // a proof gives no condition that other states could use
    } else {
      ++failures_[state.hart.pc];
    }
  }
  if (!subsumed_by_) return std::nullopt;
  ++counts_.subsumed;
  return Ending{.reason = Termination::Subsumed};
}

// Whether a state keeps coming to a place without a fork in between, in a concrete loop. Then annotations at the place
// are not worth their cost.
bool Subsumption::only_repeats(const ExecutionState& state) {
  Visit& visit = visits_[{state.calls, state.hart.pc}];
  visit.repeats = visit.depth == state.depth ? visit.repeats + 1 : 0;
  visit.depth = state.depth;
  return visit.repeats > kMaxRepeats;
}

void Subsumption::count_visits(Segment& here) {
  bool merged = false;
  const Segment* above = &here;
  for (unsigned looked_at = 0; !above->parents.empty() && looked_at < kMaxLookBack; ++looked_at) {
    spend(term::Work::Visit);
    merged = merged || above->parents.size() > 1;
    Segment* const parent = above->parents.front().get();
    above = parent;
    if (!parent->situation || parent->place != here.place || parent->calls != here.calls) continue;
    here.earlier_visits = parent->earlier_visits + (parent->depth == here.depth ? 0 : 1);
    if (!merged) here.first_visit = parent->first_visit ? parent->first_visit : parent;
    return;
  }
}

// Whether nothing can go wrong since an earlier state of the path was proved. Of merged states, each has to be.
bool Subsumption::below_proved(const Segment& here) {
  const Segment* above = &here;
  for (unsigned looked_at = 0; above->parents.size() == 1 && looked_at < kMaxLookBack; ++looked_at) {
    spend(term::Work::Visit);
    above = above->parents.front().get();
    if (above->proved) return true;
  }
  return false;
}

// Whether the loop prover should try at the place where the segment `here` begins: the path has come to this place
// again after a fork, so the loop may have no bound. True only if the number of visits is a power of two, so that the
// prover tries again after twice as many visits, and not after too many failures. A loop that was proved before is
// tried at once: the other states that come to the loop mostly differ in nothing that matters.
bool Subsumption::worth_proving(const Segment& here) {
  if (failures_[here.place] >= kMaxFailures) return false;
  if (proved_.contains(here.place)) return true;
  if (!std::has_single_bit(here.earlier_visits)) return false;  // 0 visits included
  // A proof succeeds more often once there are annotations, or paths that have left the loop. But there may be none.
  return annotations_.statistics().added > 0 || (only_proves_ && ended_ > 0) || here.earlier_visits >= kMinVisits;
}

// Tries the state that came to the place first: if nothing goes wrong from there, every state behind it can end.
bool Subsumption::proves(const ExecutionState& state, Segment* first) {
  if (first && first->entry) {
    const std::shared_ptr<const ExecutionState> entry = std::move(first->entry);
    first->proved = proves(*entry);
    proved_entry_ = proved_entry_ || first->proved;
    if (first->proved) return true;
  }
  return proves(state);
}

bool Subsumption::proves(const ExecutionState& state) {
  if (!prover_.proves(state)) return false;
  const auto was_told = [this](const hart::NotedAccess& access) {
    return told_accesses_.contains(access.first, access.second);
  };
  if (std::ranges::any_of(prover_.unsure_accesses().left, was_told)) return false;
  unsure_accesses_.add(prover_.unsure_accesses());
  return true;
}

void Subsumption::ended(ExecutionState& state, const Ending& ending) {
  const std::shared_ptr<Segment> segment = std::move(state.parts.subsume);
  if (code_.changed() || !segment || segment->owner != &state) return;
  ++ended_;
  if (only_proves_) return;
  const bool fine = consequence_of(ending) == Consequence::Normal && ending.reason != Termination::AssumeFailed;
  Term phi = pool_.truth(fine);
  if (ending.reason == Termination::Subsumed && subsumed_by_) phi = *subsumed_by_;
  complete(segment, phi);
}

// --- Conditions.

Term Subsumption::conjunction(const Precondition& precondition) {
  return pool_.bit_and(precondition.guard, precondition.then);
}

// The disjunction of the preconditions of all successors. An ite if the guards of two successors exclude each other.
Term Subsumption::disjunction(const std::vector<Precondition>& outcomes) {
  if (outcomes.size() == 2 && outcomes[1].guard == pool_.bit_not(outcomes[0].guard)) {
    return pool_.ite(outcomes[0].guard, outcomes[0].then, outcomes[1].then);
  }
  Term any = pool_.truth(false);
  for (const Precondition& outcome : outcomes) any = pool_.bit_or(any, conjunction(outcome));
  return any;
}

Precondition Subsumption::before(const Segment& segment, const Step& step, std::span<const MemoryAccess> accesses,
                                 Term phi, std::size_t& inputs_left) {
  switch (step.kind) {
    case StepKind::Plain: return hart_.before(step, accesses, phi);
    case StepKind::Assert: return hart_.before_hook(step, isa::HookCode::Assert, phi);
    case StepKind::Assume: return hart_.before_hook(step, isa::HookCode::Assume, phi);
    case StepKind::MakeSymbolic: return elimination_.before(segment.inputs[--inputs_left], phi);
    case StepKind::Cut: break;
  }
  return {pool_.truth(false), pool_.truth(false)};
}

Precondition Subsumption::before(const Segment& segment, Term phi) {
  Precondition result{pool_.truth(true), phi};
  Term measured = phi;
  std::size_t accesses_left = segment.accesses.size(), inputs_left = segment.inputs.size();
  for (std::size_t i = segment.steps.size(); i-- > 0;) {
    const Step& step = segment.steps[i];
    accesses_left -= step.accesses;
    const Term after = conjunction(result);
    const bool may_end_here = step.kind == StepKind::Assume;  // the precondition of `false` need not be `false`
    if (after.is_constant(0) && !may_end_here) return {after, after};
    const std::size_t size = after == measured ? 0 : term::size_of(after, Annotations::kMaxSize);
    work_ += size;
    if (size == Annotations::kMaxSize || work_ > kMaxWork) {
      ++counts_.dropped;
      return {pool_.truth(false), pool_.truth(false)};
    }
    measured = after;
    const std::span accesses(segment.accesses.data() + accesses_left, step.accesses);
    result = before(segment, step, accesses, after, inputs_left);
  }
  return result;
}

void Subsumption::complete(std::shared_ptr<Segment> first, Term needed) {
  std::vector<std::pair<std::shared_ptr<Segment>, Term>> done{{std::move(first), needed}};
  work_ = 0;
  while (!done.empty()) {
    const auto [segment, phi] = std::move(done.back());
    done.pop_back();
    const Precondition precondition = before(*segment, phi);
    if (segment->situation) annotations_.add(segment->place, segment->situation, conjunction(precondition));
    for (const auto& parent : segment->parents) {
      parent->outcomes.push_back(precondition);
      if (--parent->pending > 0) continue;
      done.emplace_back(parent, disjunction(parent->outcomes));
      parent->outcomes.clear();
    }
    segment->parents.clear();
  }
}

TechniqueReport Subsumption::report() const {
  const Annotations::Statistics& known = annotations_.statistics();
  TechniqueReport result{.name = "subsume",
                         .counts = {{"annotations", known.added},
                                    {"arrivals", known.arrivals},
                                    {"questions", known.questions},
                                    {"subsumed", counts_.subsumed},
                                    {"loops_tried", prover_.statistics().attempts},
                                    {"loops_proved", prover_.statistics().proved},
                                    {"loop_questions", prover_.statistics().questions},
                                    {"cuts", counts_.cuts},
                                    {"dropped", counts_.dropped + known.too_large}},
                         .remarks = {}};
  if (code_.changed()) result.remarks.push_back("code was written to: from there on nothing was subsumed");
  return result;
}

}  // namespace janus::engine
