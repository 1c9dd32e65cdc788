#include "engine/merge/state_merger.h"

#include <algorithm>
#include <limits>
#include <unordered_set>
#include <vector>

#include "engine/state/state_parts.h"
#include "isa/registers.h"
#include "term/work_clock.h"

namespace janus::engine {
namespace {

using term::Term;

// The n-th inputs of two paths can share their variables although they are different inputs, so every property is
// compared.
bool same_inputs(const Input* a, const Input* b) {
  for (; a != b; a = a->previous, b = b->previous) {
    if (!a || !b || a->index != b->index || a->name != b->name || a->pc != b->pc || a->address != b->address ||
        a->register_number != b->register_number || a->size != b->size || !(a->variable == b->variable) ||
        a->chunks != b->chunks) {
      return false;
    }
  }
  return true;
}

bool concrete_word(const Memory& memory, std::uint32_t offset) {
  for (std::uint32_t i = offset; i < offset + 4; ++i) {
    if (memory.symbol(i).symbol) return false;
  }
  return true;
}

// Adds each count once. States that fork and merge have most counts in common, and every merge would double the list
// otherwise.
void add_iterations(std::vector<Term>& into, const std::vector<Term>& other) {
  const auto ends = std::mismatch(into.begin(), into.end(), other.begin(), other.end());
  if (ends.second == other.end()) return;
  std::unordered_set<const term::Node*> known;
  for (const Term count : into) known.insert(count.node());
  for (auto count = ends.second; count != other.end(); ++count) {
    if (known.insert(count->node()).second) into.push_back(*count);
  }
}

// Whether what follows costs the same.
bool same_caches(const ExecutionState& a, const ExecutionState& b) {
  return a.hart.icache == b.hart.icache && a.hart.dcache == b.hart.dcache && a.hart.fetch_buffer == b.hart.fetch_buffer;
}

std::uint64_t measured_in(const ExecutionState& state) { return measured(state.hart, state.stretch.measure); }

Term conjunction(term::TermPool& pool, const std::vector<Term>& terms, std::size_t first) {
  Term all = pool.truth(true);
  for (std::size_t i = first; i < terms.size(); ++i) all = pool.bit_and(all, terms[i]);
  return all;
}

}  // namespace

bool StateMerger::mergeable(const ExecutionState& a, const ExecutionState& b) const {
  const bool same_time = a.hart.cycles == b.hart.cycles && a.hart.retired == b.hart.retired;
  return a.calls == b.calls && a.hart.pc == b.hart.pc && a.main_call == b.main_call && a.files == b.files &&
         same_control(a.hart, b.hart) && same_inputs(a.inputs, b.inputs) &&
         a.board.get().same_but_for_time(b.board.get()) &&
         (same_time || a.board.get().next_event() == devices::kNever) &&
         a.stretch.agrees_with(b.stretch, measured_in(a), measured_in(b)) && (!keeps_times_ || same_caches(a, b));
}

// Whether every live register that is concrete in both states has the same value in both.
bool StateMerger::agree_on_registers(const ExecutionState& a, const ExecutionState& b) const {
  const std::uint32_t live = points_ ? points_->live_at(a.hart.pc) : ~1U;
  for (std::size_t i = 1; i < a.hart.x.size(); ++i) {
    const auto &x = a.hart.x[i], &y = b.hart.x[i];
    if ((live >> i & 1) && x.is_concrete() && y.is_concrete() && !(x.bits == y.bits)) return false;
  }
  return true;
}

// Words closely below the stack pointer are left over from returned calls.
bool StateMerger::is_leftover(const ExecutionState& a, const ExecutionState& b, std::uint32_t address) {
  constexpr std::uint32_t kLeftover = 1U << 16;
  const auto& sp = a.hart.x[isa::kSp];
  return sp.is_concrete() && sp == b.hart.x[isa::kSp] && sp.bits.raw - address - 1 < kLeftover;
}

// Where a word of the merged state leads to; nothing if that is more than one object. A null pointer leads nowhere, so
// the word leads where the other one does.
std::optional<hart::Origin> StateMerger::common_origin(hart::Origin ours, const Word32& our_word, hart::Origin theirs,
                                                       const Word32& their_word) {
  const auto is_null = [](hart::Origin origin, const Word32& word) {
    return origin == hart::Origin{} && word.is_concrete() && word.bits.raw == 0;
  };
  if (ours == theirs || is_null(theirs, their_word)) return ours;
  return is_null(ours, our_word) ? std::optional(theirs) : std::nullopt;
}

std::optional<hart::Origin> StateMerger::common_origin(const ExecutionState& a, const ExecutionState& b,
                                                       std::uint32_t address) {
  const auto word = [&](const ExecutionState& state) {
    return values_.from_term<32>(word_at(values_.pool(), state.memory, address - ram_base_));
  };
  const Word32 ours = word(a), theirs = word(b);
  return common_origin(a.shadow->pointers.of_word(address, ours), ours, b.shadow->pointers.of_word(address, theirs),
                       theirs);
}

// Whether each pointer of the merged state comes from one object, or nobody follows pointers. The address behind an
// array may be that of the next one, so it is not enough that two words are the same.
bool StateMerger::same_origins(const ExecutionState& a, const ExecutionState& b) {
  if (!a.shadow) return true;
  const auto &ours = a.shadow->pointers, &theirs = b.shadow->pointers;
  if (!ours.same_objects(theirs) || !(a.shadow->poison == b.shadow->poison)) return false;
  const std::uint32_t live = points_ ? points_->live_at(a.hart.pc) : ~1U;
  for (std::uint8_t i = 1; i < a.hart.x.size(); ++i) {
    const auto &x = a.hart.x[i], &y = b.hart.x[i];
    if ((live >> i & 1) && !common_origin(ours.of_register(i, x), x, theirs.of_register(i, y), y)) return false;
  }
  if (!a.shadow->defined.same(b.shadow->defined, live, hart::constant_of(a.hart.x[isa::kSp]))) return false;
  // In the middle of memcpy() a word is not the pointer yet that it will be, which must not be lost.
  const auto is_awaited = [&](const ExecutionState& state, std::uint32_t address) {
    const auto* const entry = state.shadow->pointers.entry_of_word(address);
    return entry && entry->origin.known() &&
           !(entry->value == values_.from_term<32>(word_at(values_.pool(), state.memory, address - ram_base_)));
  };
  const auto same_word = [&](std::uint32_t address) {
    if (is_leftover(a, b, address)) return true;
    return common_origin(a, b, address).has_value() && !is_awaited(a, address) && !is_awaited(b, address);
  };
  return ours.all_words(same_word, &theirs) && theirs.all_words(same_word, &ours);
}

// Whether MergePolicy::Careful allows a word of memory to differ: the word is symbolic in one of the states, or dead.
bool StateMerger::may_differ(const ExecutionState& a, const ExecutionState& b, std::uint32_t offset) const {
  if (is_leftover(a, b, ram_base_ + offset)) return true;
  return !concrete_word(a.memory, offset) || !concrete_word(b.memory, offset);
}

// Whether the estimate expects fewer than limit_cost_ queries about values that are concrete in both states and differ.
bool StateMerger::cheap(const ExecutionState& a, const ExecutionState& b,
                        const std::vector<std::uint32_t>& different) const {
  float cost = 0;
  for (unsigned i = 1; i < a.hart.x.size(); ++i) {
    const auto &x = a.hart.x[i], &y = b.hart.x[i];
    if (x.is_concrete() && y.is_concrete() && !(x.bits == y.bits)) cost += counts_->of_register(a.hart.pc, i);
  }
  const std::uint32_t sp = a.hart.x[isa::kSp].bits.raw, s0 = a.hart.x[isa::kS0].bits.raw;
  for (const std::uint32_t offset : different) {
    if (cost >= limit_cost_) return false;
    if (concrete_word(a.memory, offset) && concrete_word(b.memory, offset)) {
      cost += counts_->of_memory(a.hart.pc, ram_base_ + offset, sp, s0);
    }
  }
  return cost < limit_cost_;
}

StateMerger::Paths StateMerger::join(const solver::PathCondition& into, const solver::PathCondition& other) {
  term::TermPool& pool = values_.pool();
  std::vector<Term> ours, theirs;  // last to first
  const solver::Conjunct *a = into.last(), *b = other.last();
  while (a != b) {
    const std::uint32_t depth_a = a ? a->depth : 0, depth_b = b ? b->depth : 0;
    if (depth_a >= depth_b) {
      ours.push_back(a->term);
      a = a->parent;
    }
    if (depth_b >= depth_a) {
      theirs.push_back(b->term);
      b = b->parent;
    }
  }
  std::reverse(ours.begin(), ours.end());
  std::reverse(theirs.begin(), theirs.end());
  const solver::PathCondition common(a);
  // If the two paths forked at one branch, the condition of that branch alone selects between them.
  const bool one_branch = !ours.empty() && !theirs.empty() && theirs[0] == pool.bit_not(ours[0]);
  const Term selector = one_branch ? theirs[0] : conjunction(pool, theirs, 0);
  const Term either = one_branch ? pool.ite(selector, conjunction(pool, theirs, 1), conjunction(pool, ours, 1))
                                 : pool.bit_or(selector, conjunction(pool, ours, 0));
  return {selector, either.is_constant(1) ? common : solver::extend(common, either)};
}

void StateMerger::merge_registers(ExecutionState& into, const ExecutionState& other, Term selector) {
  const term::SymbolicWord<1> choose{selector, {}};
  const auto merge = [&](term::SymbolicWord<32>& ours, const term::SymbolicWord<32>& theirs) {
    if (ours == theirs) return;
    ours = values_.ite(choose, theirs, ours);
    ++statistics_.choices;
  };
  for (std::uint8_t i = 1; i < into.hart.x.size(); ++i) {
    const auto before = into.hart.x[i];
    merge(into.hart.x[i], other.hart.x[i]);
    if (!into.shadow) continue;
    const hart::Origin ours = into.shadow->pointers.of_register(i, before),
                       theirs = other.shadow->pointers.of_register(i, other.hart.x[i]);
    const auto common = common_origin(ours, before, theirs, other.hart.x[i]);  // or else it is not live
    into.shadow->pointers.set_register(i, common.value_or(hart::Origin{}), into.hart.x[i]);
  }
  merge(into.hart.mscratch, other.hart.mscratch);
  merge(into.hart.mepc, other.hart.mepc);
  merge(into.hart.mcause, other.hart.mcause);
  merge(into.hart.mtval, other.hart.mtval);
}

// The merged state has the earlier time, from which its paths are behind by terms. Nothing is armed where the times
// differ, so no device can tell.
void StateMerger::merge_clocks(ExecutionState& into, const ExecutionState& other, Term selector) {
  term::TermPool& pool = values_.pool();
  if (other.hart.cycles < into.hart.cycles) into.board = other.board;
  ClockLag& ours = into.clock_lag;
  const ClockLag& theirs = other.clock_lag;
  const bool known = ours.known && theirs.known && same_caches(into, other);
  const MergedCount cycles = merged(pool, selector, {into.hart.cycles, ours.cycles, ours.most},
                                    {other.hart.cycles, theirs.cycles, theirs.most});
  const MergedCount retired = merged(pool, selector, {into.hart.retired, ours.retired, ours.most},
                                     {other.hart.retired, theirs.retired, theirs.most});
  const MergedCount energy = merged(pool, selector, {into.hart.energy, ours.energy, ours.most_energy},
                                    {other.hart.energy, theirs.energy, theirs.most_energy});
  into.stretch.merge(other.stretch, measured_in(into), measured_in(other),
                     into.stretch.measure == Measure::Energy ? energy.least : cycles.least, selector, pool);
  if (!known || !cycles.is_known() || !retired.is_known()) {
    ours.lose();
  } else {
    ours.cycles = cycles.ahead;
    ours.retired = retired.ahead;
    ours.most = static_cast<std::uint32_t>(std::max(cycles.spread, retired.spread));
    ours.energy = energy.ahead;
    ours.most_energy = energy.spread;
  }
  into.hart.cycles = cycles.least;
  into.hart.retired = retired.least;
  into.hart.energy = energy.least;
}

bool StateMerger::merge(ExecutionState& into, const ExecutionState& other) {
  spend(term::Work::Comparison);
  const bool careful = policy_ == MergePolicy::Careful;
  std::vector<std::uint32_t> different;  // words, by offset from the start of memory
  const auto accept_word = [&](std::uint32_t offset) {
    spend(term::Work::Value);
    different.push_back(offset);
    return different.size() <= kMaxDifferentWords && (!careful || may_differ(into, other, offset));
  };
  const bool merges = mergeable(into, other) && (!careful || agree_on_registers(into, other)) &&
                      into.memory.for_each_different_word(other.memory, accept_word) &&
                      (policy_ != MergePolicy::Estimated || cheap(into, other, different)) && same_origins(into, other);
  if (!merges) {
    ++statistics_.refused;
    return false;
  }
  if (listener_) listener_(into, other);
  term::TermPool& pool = values_.pool();
  const Paths paths = join(into.path, other.path);
  if (into.shadow) {
    into.shadow = std::make_shared<Shadow>(*into.shadow);
    into.shadow->pointers.note_inside_as(other.shadow->pointers.accesses_inside());
  }
  merge_registers(into, other, paths.selector);
  for (const std::uint32_t offset : different) {
    const Term ours = word_at(pool, into.memory, offset), theirs = word_at(pool, other.memory, offset);
    if (ours == theirs) continue;
    const Term either = pool.ite(paths.selector, theirs, ours);
    const std::uint32_t address = ram_base_ + offset;
    const auto origin = into.shadow ? common_origin(into, other, address) : std::nullopt;
    store_word(into.memory, offset, either);
    if (into.shadow)
      into.shadow->pointers.set_word(address, origin.value_or(hart::Origin{}), values_.from_term<32>(either));
    ++statistics_.choices;
  }
  into.path = paths.path;
  if (!into.model && !other.model) {  // as long without a model as the path that has been so for longer
    into.lost_model.retired = std::min(into.lost_model.retired, other.lost_model.retired);
    into.lost_model.depth = std::min(into.lost_model.depth, other.lost_model.depth);
    into.lost_model.failed_searches = std::max(into.lost_model.failed_searches, other.lost_model.failed_searches);
  }
  if (!into.model) into.model = other.model;
  if (into.fixed != other.fixed) into.fixed.reset();
  merge_clocks(into, other, paths.selector);
  add_iterations(into.iterations, other.iterations);
  into.depth = std::max(into.depth, other.depth);
  into.tree_fraction += other.tree_fraction;
  const std::uint64_t room = std::numeric_limits<std::uint64_t>::max() - into.multiplicity;
  into.multiplicity += std::min(room, other.multiplicity);
  ++statistics_.merges;
  return true;
}

}  // namespace janus::engine
