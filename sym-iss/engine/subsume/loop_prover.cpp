#include "engine/subsume/loop_prover.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/state/state_parts.h"
#include "isa/predicates.h"
#include "isa/registers.h"

namespace janus::engine {

using term::Term;

namespace {

Term byte_of(term::TermPool& pool, Term word, unsigned number) {
  return pool.extract(word, 8 * number + 7, 8 * number);
}

// The bytes in which two words differ, as far as their terms tell: bit i is byte i.
unsigned different_bytes(term::TermPool& pool, Term a, Term b) {
  unsigned bytes = 0;
  for (unsigned i = 0; i < 4; ++i) bytes |= unsigned{byte_of(pool, a, i) != byte_of(pool, b, i)} << i;
  return bytes;
}

// `word` with these bytes of `other`.
Term with_bytes(term::TermPool& pool, Term word, Term other, unsigned bytes) {
  if (bytes == LoopRelations::kAllBytes) return other;
  const auto byte = [&](unsigned i) { return byte_of(pool, bytes >> i & 1 ? other : word, i); };
  return pool.concat(pool.concat(byte(3), byte(2)), pool.concat(byte(1), byte(0)));
}

}  // namespace

// Records the locations that the current loops read, because bounds of loops are often kept there. Also notes whether
// code is written, because annotations do not hold for changed code.
class LoopProver::Watcher : public Technique {
 public:
  explicit Watcher(LoopProver& prover) : prover_(prover) {}
  bool watches_instructions() const override { return true; }
  void executed(ExecutionState& state, const ExecutedInstruction& executed) override {
    const bool may_be_hook = executed.instruction.opcode == isa::Opcode::ecall;
    for_each_written(state, executed, may_be_hook ? nullptr : state.inputs, [&](std::uint32_t address) {
      prover_.wrote_code_ = prover_.wrote_code_ || prover_.code_.is_executed(address);
    });
    prover_.lost_ = prover_.lost_ || prover_.shadow_.loses_by(state, executed);
    note_reads(executed);
    note_constants(state, executed.instruction);
  }
  TechniqueReport report() const override { return {}; }

 private:
  void note_reads(const ExecutedInstruction& executed) {
    if (!prover_.running_ || prover_.running_->active.empty()) return;
    LoopRelations& loop = prover_.loop_at(prover_.running_->active.back().head).relations;
    const std::size_t known = loop.locations().size();
    const auto add = [&](std::uint8_t number) {
      if (number != isa::kZero && number != isa::kSp && number != isa::kRa) {
        loop.add_read({Location::Kind::Register, number});
      }
    };
    if (isa::is_branch(executed.instruction)) {
      add(executed.instruction.rs1);
      add(executed.instruction.rs2);
    }
    for (const MemoryAccess& access : executed.accesses) {
      if (!access.store && !access.device && access.count == 1 && access.bytes == 4 && access.low % 4 == 0) {
        loop.add_read({Location::Kind::Word, access.low});
      }
    }
    if (loop.locations().size() > known) prover_.note_progress();
  }

  // Notes the constants that anything is compared with, in the loop or after the loop. They often bound what changes.
  void note_constants(const ExecutionState& state, const isa::Instruction& instruction) {
    if (!prover_.running_ || prover_.running_->active.empty()) return;
    LoopRelations& loop = prover_.loop_at(prover_.running_->active.back().head).relations;
    bool is_new = false;
    if (instruction.opcode == isa::Opcode::addi && !state.hart.x[instruction.rd].is_concrete())
      loop.note_offset(static_cast<std::uint32_t>(instruction.immediate));
    if (instruction.opcode == isa::Opcode::slti || instruction.opcode == isa::Opcode::sltiu) {
      is_new = loop.add_compared(static_cast<std::uint32_t>(instruction.immediate));
    } else if (isa::is_branch(instruction)) {
      for (const std::uint8_t number : {instruction.rs1, instruction.rs2}) {
        const auto& word = state.hart.x[number];
        if (word.is_concrete()) is_new = loop.add_compared(word.bits.raw) || is_new;
      }
    }
    if (is_new) prover_.note_progress();
  }

  LoopProver& prover_;
};

LoopProver::LoopProver(const SymbolicHartConfig& config, term::TermPool& pool, solver::Solver& solver,
                       const support::FirmwareImage& image, Locations& locations, Annotations& annotations,
                       const CodeWords& code, const std::atomic<bool>& over)
    : config_(config),
      pool_(pool),
      solver_(solver),
      locations_(locations),
      annotations_(annotations),
      code_(code),
      over_(over),
      points_(image),
      hart_(config, pool, solver, image),
      watcher_(std::make_unique<Watcher>(*this)),
      shadow_(config_.detectors, locations),
      descent_(pool, solver) {
  hart_.set_made_up();
  hart_.stop_at(&points_);
  hart_.pause_when(&over_);
  hart_.watch_for(*watcher_);
}

LoopProver::~LoopProver() = default;

LoopProver::Loop& LoopProver::loop_at(const CodePlace& head) {
  return loops_.try_emplace(head, Loop{static_cast<unsigned>(loops_.size()), {}, {}, {}}).first->second;
}

bool LoopProver::proves(const ExecutionState& state) {
  ++statistics_.attempts;
  if (state.board.get().next_event() != devices::kNever || state.hart.is_guarded()) return false;
  solver_.set_timeout(kQuestionSeconds);
  wrote_code_ = false;
  hart_.unsure_accesses() = {};
  deadline_ = term::WorkClock::after(kMaxTime);
  const CodePlace head{state.calls, state.hart.pc};
  bool proved = proved_head_ == head && proves_from_candidates(state);
  if (!proved && !out_of_time() && !wrote_code_) {
    loops_.clear();
    loop_at(head);
    proved = proves_from_candidates(state);
  }
  proved_head_ = proved ? std::optional(head) : std::nullopt;
  statistics_.proved += proved;
  return proved;
}

// Proves from the loops and the candidates in `loops_`, which may be those that the last proof ended with: whatever
// holds no more is refuted again, and what held then mostly holds now.
bool LoopProver::proves_from_candidates(const ExecutionState& state) {
  questions_left_ = kMaxQuestions;
  const std::uint64_t instructions = hart_.statistics().instructions;
  for (unsigned i = 0; i < kMaxRounds; ++i) {
    ++statistics_.rounds;
    progressed_ = false;
    const bool fine = round(state);
    waiting_.clear();
    running_ = nullptr;
    // A round that failed may succeed next time if it learned something, and only then.
    if (out_of_time() || (!fine && !progressed_ && !propose_offsets())) break;
    if (hart_.statistics().instructions - instructions > kMaxInstructions || questions_left_ == 0) break;
    if (fine && !progressed_) return !config_.repeating_fails || ends_every_loop();
  }
  return false;
}

bool LoopProver::propose_offsets() {
  bool is_new = false;
  for (auto& [head, loop] : loops_) is_new = loop.relations.propose_offsets() || is_new;
  return is_new;
}

// Executes everything that can follow `state`, with the current loops and invariants. False if anything can go wrong,
// or if the round was given up.
bool LoopProver::round(const ExecutionState& state) {
  Trial first{.state = std::make_unique<ExecutionState>(state), .active = {}, .depths = {}};
  first.state->parts.subsume.reset();
  first.state->clock_lag.lose();
  if (enter_loop(first, {state.calls, state.hart.pc}) == Arrival::Failed) return false;
  waiting_.push_back(std::move(first));
  lost_ = false;
  for (auto& [head, loop] : loops_) loop.ways.clear();
  const std::uint64_t gave_up = hart_.statistics().gave_up, begin = hart_.statistics().instructions;
  while (!waiting_.empty()) {
    if (waiting_.size() > kMaxTrials || hart_.statistics().instructions - begin > kMaxInstructions) return false;
    if (out_of_time()) return false;
    Trial trial = std::move(waiting_.back());
    waiting_.pop_back();
    running_ = &trial;
    States siblings;
    const auto ending = hart_.run(*trial.state, kMaxInstructions, siblings);
    running_ = nullptr;
    if (hart_.statistics().gave_up != gave_up || wrote_code_ || lost_ || !hart_.settled(true)) return false;
    for (auto& sibling : siblings) waiting_.push_back({std::move(sibling), trial.active, trial.depths});
    if (ending) {
      if (consequence_of(*ending) != Consequence::Normal) return false;
      continue;
    }
    const Arrival arrival = trial.state->at_merge_point ? arrive(trial) : Arrival::GoesOn;
    if (arrival == Arrival::Failed) return false;
    if (arrival == Arrival::GoesOn) waiting_.push_back(std::move(trial));
  }
  return true;
}

LoopProver::Arrival LoopProver::arrive(Trial& trial) {
  const CodePlace place{trial.state->calls, trial.state->hart.pc};
  for (const Active& loop : trial.active) {
    if (loop.head == place) return return_to_head(trial, loop);
  }
  if (annotations_.implied_by(*trial.state)) return Arrival::Done;
  if (loops_.contains(place)) return enter_loop(trial, place);
  const auto [visit, is_new] = trial.depths.try_emplace(place, trial.state->depth);
  if (!is_new && visit->second != trial.state->depth) {
    loop_at(place);  // the path is here again after a fork, so this is a loop that may have no bound
    note_progress();
    return Arrival::Failed;
  }
  return Arrival::GoesOn;
}

// Replaces the state that comes to the head of a loop by the generic state.
LoopProver::Arrival LoopProver::enter_loop(Trial& trial, const CodePlace& head) {
  ExecutionState& state = *trial.state;
  auto& [number, relations, inside, ways] = loops_.at(head);
  if (state.board.get().next_event() != devices::kNever || state.hart.is_guarded()) return Arrival::Failed;
  if (!drop_refuted(relations, state, state)) return Arrival::Failed;
  const auto entry = std::make_shared<const ExecutionState>(state);
  auto model = std::make_shared<term::Assignment>(*state.model);
  for (const auto& [location, changed, bytes] : relations.locations()) {
    if (!changed) continue;
    const auto kind = static_cast<unsigned>(location.kind);
    const Term any = pool_.variable(fmt::format("any.{}.{}.{:08x}", number, kind, location.number), 32);
    const Term before = locations_.value(*entry, location), generic = with_bytes(pool_, before, any, bytes);
    model->set(any->value, hart_.value_in_model(*entry, before));
    if (!shadow_.generalize(state, location, generic, points_.live_at(head.address))) return Arrival::Failed;
  }
  if (state.shadow && !state.shadow->pointers.accesses_inside().includes(inside))
    own_shadow_of(state).pointers.note_inside_as(inside);
  state.model = std::move(model);
  const auto values = values_of(relations, state, *entry);
  for (const Relation& relation : relations.relations()) {
    const Term holds = term_of(pool_, relation, values);
    if (!holds.is_constant()) state.path = solver::extend(state.path, holds);
  }
  trial.active.push_back({head, entry, std::make_shared<const ExecutionState>(state)});
  return Arrival::GoesOn;
}

LoopProver::Arrival LoopProver::return_to_head(const Trial& trial, const Active& loop) {
  const ExecutionState& now = *trial.state;
  if (now.board.get().next_event() != devices::kNever || !same_control(now.hart, loop.entry->hart) ||
      now.main_call != loop.entry->main_call || !now.board.get().same_but_for_time(loop.entry->board.get())) {
    return Arrival::Failed;
  }
  Loop& known = loop_at(loop.head);
  if (!note_changes(now, loop, known.relations) || !knows_the_same(now, loop, known)) return Arrival::Failed;
  if (!drop_refuted(known.relations, now, *loop.entry)) return Arrival::Failed;
  if (config_.repeating_fails && now.inputs == loop.generic->inputs)
    known.ways.push_back({now.path, now.model, values_of(known.relations, now, *loop.generic)});
  return Arrival::Done;
}

bool LoopProver::knows_the_same(const ExecutionState& now, const Active& active, Loop& loop) {
  if (!now.shadow) return true;
  const hart::NotedAccesses& noted = now.shadow->pointers.accesses_inside();
  if (!active.generic->shadow->pointers.accesses_inside().includes(noted)) {
    loop.inside.insert(noted);
    note_progress();
  }
  return shadow_.same(now, *active.generic, points_.live_at(active.head.address));
}

// Whether no execution goes on for ever without inputs, as the last round has shown.
bool LoopProver::ends_every_loop() {
  return std::ranges::all_of(loops_,
                             [&](auto& loop) { return descent_.ends(std::move(loop.second.ways), questions_left_); });
}

// Adds every location whose value differs from the generic state at the head to the changed locations: of a word of
// memory the bytes, since others may be of another variable. False if there are too many.
bool LoopProver::note_changes(const ExecutionState& now, const Active& loop, LoopRelations& relations) {
  const auto note = [&](const Location& location) {
    const Term is = locations_.value(now, location), was = locations_.value(*loop.generic, location);
    if (is == was) return true;
    const bool is_word = location.kind == Location::Kind::Word;
    const unsigned bytes = is_word ? different_bytes(pool_, is, was) : LoopRelations::kAllBytes;
    if (relations.changes(location, bytes)) return true;
    note_progress();
    return relations.add_changed(location, bytes);
  };
  for (std::uint32_t number = 1; number < 32; ++number) {
    if (!note({Location::Kind::Register, number})) return false;
  }
  for (const std::uint32_t csr : {isa::csr::mscratch, isa::csr::mepc, isa::csr::mcause, isa::csr::mtval}) {
    if (!note({Location::Kind::Csr, csr})) return false;
  }
  return now.memory.for_each_different_word(loop.generic->memory, [&](std::uint32_t offset) {
    return note({Location::Kind::Word, config_.ram_base + offset});
  });
}

// --- Relations.

std::vector<NowAndBefore<Term>> LoopProver::values_of(const LoopRelations& relations, const ExecutionState& now,
                                                      const ExecutionState& entry) const {
  std::vector<NowAndBefore<Term>> values;
  for (const auto& known : relations.locations()) {
    values.push_back({locations_.value(now, known.location), locations_.value(entry, known.location)});
  }
  return values;
}

void LoopProver::drop_violated(LoopRelations& relations, const std::vector<NowAndBefore<Term>>& values,
                               const term::Assignment& model) {
  evaluator_.assign(model);
  std::vector<NowAndBefore<std::uint32_t>> numbers;
  for (const auto& value : values) {
    numbers.push_back(
        {static_cast<std::uint32_t>(evaluator_(value.now)), static_cast<std::uint32_t>(evaluator_(value.entry))});
  }
  if (std::erase_if(relations.relations(), [&](const Relation& r) { return !holds(r, numbers); }) > 0) note_progress();
}

bool LoopProver::drop_refuted(LoopRelations& relations, const ExecutionState& now, const ExecutionState& entry) {
  const auto values = values_of(relations, now, entry);
  drop_violated(relations, values, *now.model);
  term::Assignment model = *now.model;
  while (questions_left_ > 0) {
    Term some_fails = pool_.truth(false);
    for (const Relation& relation : relations.relations()) {
      some_fails = pool_.bit_or(some_fails, pool_.bit_not(term_of(pool_, relation, values)));
    }
    if (some_fails.is_constant(0)) return true;
    --questions_left_;
    ++statistics_.questions;
    switch (solver_.check(now.path, some_fails, model)) {
      case solver::Answer::Unsat: return true;
      case solver::Answer::Unknown: return false;
      case solver::Answer::Sat: drop_violated(relations, values, model); break;
    }
  }
  return false;
}

}  // namespace janus::engine
