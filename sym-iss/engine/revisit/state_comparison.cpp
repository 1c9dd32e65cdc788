#include "engine/revisit/state_comparison.h"

#include <algorithm>
#include <bit>

#include "engine/revisit/live_path.h"
#include "engine/state/state_parts.h"
#include "term/work_clock.h"

namespace janus::engine {

namespace {

bool same_byte(const Memory& then, const Memory& now, std::uint32_t at, Renaming& renaming) {
  spend(term::Work::Visit);
  const auto a = divided(then.symbol(at), renaming.pool()), b = divided(now.symbol(at), renaming.pool());
  if (!a.symbol || !b.symbol) return !a.symbol && !b.symbol && then.byte(at) == now.byte(at);
  return a.index == b.index && renaming.match(a.symbol, b.symbol);
}

}  // namespace

void StateComparison::begin(const ExecutionState& state) {
  questions_left_ = kMaxQuestions;
  held_ = held_by_devices(state.board);
  evaluator_.assign(*state.model);
}

// The bytes of words that are the same count as well: their variables keep their names.
bool StateComparison::same_memory(const Memory& then, const Memory& now, Renaming& renaming) {
  const bool differ_in_names = then.for_each_different_word(now, [&](std::uint32_t offset) {
    for (std::uint32_t i = 0; i < 4; ++i) {
      if (!same_byte(then, now, offset + i, renaming)) return false;
    }
    return true;
  });
  if (!differ_in_names) return false;
  bool same = true;
  for_each_symbolic_byte(then, [&](std::uint32_t at, auto) { same = same && same_byte(then, now, at, renaming); });
  return same;
}

bool StateComparison::same_live_memory(const Visit& visit, const ExecutionState& state, Renaming& renaming) {
  return std::ranges::all_of(visit.live->bytes.chunks(), [&](const ByteSet::Chunk& chunk) {
    for (std::uint64_t left = chunk.bytes; left != 0; left &= left - 1) {
      const std::uint32_t at = chunk.number * ByteSet::kChunkBytes + static_cast<std::uint32_t>(std::countr_zero(left));
      if (!same_byte(visit.memory, state.memory, at, renaming)) return false;
      if (state.shadow && !knows_the_same_of(visit, state, at)) return false;
    }
    return true;
  });
}

// Whether the condition holds wherever the state's path does, as far as a cheap question tells.
bool StateComparison::follows(const ExecutionState& state, term::Term condition) {
  if (questions_left_ == 0 || evaluator_(condition) == 0) return false;
  --questions_left_;
  solver_.set_timeout(kQuestionSeconds);
  term::Assignment model = *state.model;
  return solver_.check(state.path, pool_.bit_not(condition), model) == solver::Answer::Unsat;
}

bool StateComparison::same_place(const Visit& visit, const ExecutionState& state) {
  if (visit.hart.pc != state.hart.pc || visit.calls != state.calls || visit.main_call != state.main_call ||
      !(visit.files == state.files) || !same_control(visit.hart, state.hart) ||
      !visit.board.get().same_but_for_time(state.board.get())) {
    return false;
  }
  return true;
}

// Which accesses the state has noted does not matter. What paths behind the visit have left unreported, because they
// did not know what it was meant for, is taken up again once another path has told (SymbolicHart::suspect()), and
// nothing is settled if that path was a widened one.
bool StateComparison::same_objects(const Visit& visit, const ExecutionState& state) {
  const Shadow &then = *visit.shadow, &now = *state.shadow;
  return then.poison == now.poison && then.pointers.covers_objects(now.pointers);
}

bool StateComparison::knows_the_same(const Visit& visit, const ExecutionState& state, std::uint8_t number) const {
  const Shadow &then = *visit.shadow, &now = *state.shadow;
  const bool same_bits = then.defined.of_register(number) == now.defined.of_register(number);
  return (same_bits || !asks_what_is_defined_) &&
         then.pointers.same_origin(then.pointers.of_register(number, visit.hart.x[number]), now.pointers,
                                   now.pointers.of_register(number, state.hart.x[number]));
}

// Of a byte, and of the word with it.
bool StateComparison::knows_the_same_of(const Visit& visit, const ExecutionState& state, std::uint32_t offset) {
  const Shadow &then = *visit.shadow, &now = *state.shadow;
  const std::uint32_t address = ram_base_ + offset;
  if (asks_what_is_defined_ && then.defined.of_memory(address, 1) != now.defined.of_memory(address, 1)) return false;
  if (address % 4 != 0) return true;  // a pointer is live as a whole, or not at all
  const auto origin = [&](const Shadow& shadow, const Memory& memory) {
    const auto word = term::SymbolicValues(pool_).from_term<32>(word_at(pool_, memory, offset));
    return shadow.pointers.of_word(address, word);
  };
  return then.pointers.same_origin(origin(then, visit.memory), now.pointers, origin(now, state.memory));
}

// The words that are no pointer in both have no origin in both.
bool StateComparison::knows_the_same_of_memory(const Visit& visit, const ExecutionState& state) {
  if (asks_what_is_defined_ && !(visit.shadow->defined == state.shadow->defined)) return false;
  const auto same = [&](std::uint32_t address) { return knows_the_same_of(visit, state, address - ram_base_); };
  return visit.shadow->pointers.all_words(same) && state.shadow->pointers.all_words(same);
}

bool StateComparison::holds_all_of(const solver::PathCondition& then, const solver::PathCondition& now) {
  const auto* common = now.last();
  for (const auto* each = then.last(); each; each = each->parent) {
    while (common && common->depth > each->depth) common = common->parent;
    if (common == each) return true;  // the rest is that of both
    if (!readers_.has_conjunct(now, each->term)) return false;
  }
  return true;
}

bool StateComparison::covers(const Visit& visit, const ExecutionState& state, bool live_only) {
  ++compared_;
  spend(term::Work::Comparison);
  if (!same_place(visit, state)) return false;
  if (!visit.shadow != !state.shadow) return false;
  if (state.shadow && !same_objects(visit, state)) return false;
  // What files and detectors keep of terms cannot be renamed, and what devices hold is the same in both.
  const bool shadowed = state.shadow && !state.shadow->pointers.has_no_terms();
  const bool hidden_terms = shadowed || state.files.any() || !held_;
  Renaming renaming(pool_, hidden_terms);
  if (held_ && !std::ranges::all_of(*held_, [&](term::Term term) { return renaming.match(term, term); })) return false;
  const auto &then = visit.hart, &now = state.hart;
  const std::uint32_t registers = live_only ? visit.live->registers : ~0U;
  for (std::size_t i = 0; i < now.x.size(); ++i) {
    if (!(registers >> i & 1)) continue;
    if (!renaming.match(then.x[i], now.x[i])) return false;
    if (state.shadow && !knows_the_same(visit, state, static_cast<std::uint8_t>(i))) return false;
  }
  if (!renaming.match(then.mscratch, now.mscratch) || !renaming.match(then.mepc, now.mepc) ||
      !renaming.match(then.mcause, now.mcause) || !renaming.match(then.mtval, now.mtval)) {
    return false;
  }
  const bool same =
      live_only ? same_live_memory(visit, state, renaming) : same_memory(visit.memory, state.memory, renaming);
  if (!same || (state.shadow && !live_only && !knows_the_same_of_memory(visit, state))) return false;
  // Any conjunct may be about hidden terms, so all that held then must hold now.
  if (hidden_terms) return renaming.settle() && holds_all_of(visit.path, state.path);
  return renaming.settle() && renaming.renames_path(live_only ? visit.live_conjuncts : visit.conjuncts, visit.inputs,
                                                    state.inputs, support_, [&](term::Term condition) {
                                                      return readers_.has_conjunct(state.path, condition) ||
                                                             follows(state, condition);
                                                    });
}

}  // namespace janus::engine
