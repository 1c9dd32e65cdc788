#include "engine/revisit/widening.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "engine/revisit/live_path.h"
#include "engine/state/state_parts.h"
#include "term/substitute.h"
#include "term/work_clock.h"

namespace janus::engine {

using namespace cells;
using term::ByteChunk;
using term::ByteChunks;
using term::Kind;
using term::Term;

namespace {

constexpr std::uint32_t kStackPointer = 2;
constexpr std::size_t kMaxSize = 64;  // of a term that is compared by size
constexpr std::uint64_t kIsTerm = std::uint64_t{1} << 63;

std::uint64_t value_of(const term::SymbolicWord<32>& word) {
  return word.term ? kIsTerm | reinterpret_cast<std::uintptr_t>(word.term.node()) : word.bits.raw;
}

// A model that gives `variable` the value that `term` has.
std::shared_ptr<const term::Assignment> with(const term::Assignment& model, Term variable, Term term) {
  auto result = std::make_shared<term::Assignment>(model);
  result->set(variable->value, term::evaluate(term, model));
  return result;
}

std::uint64_t value_of(const Memory& memory, std::uint32_t offset) {
  const auto symbol = memory.symbol(offset);
  if (!symbol.symbol) return memory.byte(offset);
  return kIsTerm | (reinterpret_cast<std::uintptr_t>(symbol.symbol.node()) + symbol.index);
}

}  // namespace

bool Widening::is_in_pair(const Key& key) const {
  return std::ranges::any_of(pairs_, [&](const Pair& pair) { return pair.has(key); });
}

// What detectors know of a pointer would be lost with its value.
bool Widening::is_pointer(const ExecutionState& state, Cell cell) const {
  if (!state.shadow) return false;
  const auto& pointers = state.shadow->pointers;
  if (cell < kRegisters) return pointers.of_register(static_cast<std::uint8_t>(cell), state.hart.x[cell]).known();
  const auto offset = static_cast<std::uint32_t>(cell - kRegisters) / kWordBytes * kWordBytes;
  const auto word = term::SymbolicValues(pool_).from_term<32>(word_at(pool_, state.memory, offset));
  return pointers.of_word(ram_base_ + offset, word).known();
}

// A variable has one range, wherever it is met, so that nobody takes a decision for it.
Term Widening::variable(Cell cell, unsigned bits, std::uint32_t pc, std::uint32_t round, const Range* range) {
  const std::string bounds = range ? fmt::format(".{:x}.{:x}", range->first(), range->last()) : "";
  const Term made = pool_.variable(fmt::format("~{:x}.{:x}.{}.{}{}", pc, cell, bits, round, bounds), bits);
  origins_.try_emplace(static_cast<std::uint32_t>(made->value),
                       Origin{key_of(pc, cell), (bits + 7) / 8, made, range != nullptr});
  return made;
}

void Widening::note(Place& place, Cell cell, std::uint64_t before, std::uint64_t now, bool is_term) {
  Values& values = place.values[cell];
  values.has_terms |= is_term;
  if (values.seen.size() >= kManyValues) return;
  values.seen.insert({before, now});
}

void Widening::visited(const ExecutionState& state, std::uint32_t live, std::uint32_t of_path) {
  const auto [found, is_new] = places_.try_emplace({state.hart.pc, state.calls}, state);
  Place& place = found->second;
  if (is_new && at_once_) place.widened = changes_[state.hart.pc];
  ++place.visits;
  place.most_of_path = std::max(place.most_of_path, of_path);
  place.live = live;
  note_values(place, state);
  for (const Cell cell : place.widened) note_word(state.memory, cell);
  choose(place, state.hart.pc);
}

// Notes how the state differs from the first one at its place.
void Widening::note_values(Place& place, const ExecutionState& state) {
  for (std::size_t i = 1; i < state.hart.x.size(); ++i) {
    const auto &first = place.registers[i], &now = state.hart.x[i];
    if (!(first == now)) note(place, i, value_of(first), value_of(now), first.term || now.term);
  }
  const std::uint32_t stack = at_once_ ? state.hart.x[kStackPointer].bits.raw - ram_base_ : 0;
  // What is as it was in the last state is noted already.
  place.last_memory.for_each_different_word(state.memory, [&](std::uint32_t offset) {
    spend(term::Work::Visit);
    if (offset < stack && stack - offset <= kDeadStack) return true;
    if (at_once_) note_parts(state, offset);
    for (std::uint32_t at = offset; at < offset + kWordBytes; ++at) {
      const std::uint64_t before = value_of(place.memory, at), now = value_of(state.memory, at);
      if (before != now) note(place, kRegisters + at, before, now, ((before | now) & kIsTerm) != 0);
    }
    return true;
  });
  place.last_memory = state.memory;
}

// Whether the word that begins with that byte is seen to be stored as one for the first time: a byte behind it has
// what was carried out of it.
bool Widening::note_word(const Memory& memory, Cell cell) {
  const auto offset = static_cast<std::uint32_t>(cell - kRegisters);
  if (!is_memory(cell) || offset % kWordBytes != 0 || words_.contains(cell)) return false;
  for (std::uint32_t i = 1; i < kWordBytes; ++i) {
    const Term symbol = memory.symbol(offset + i).symbol;
    if (!symbol || pool_.byte_chunks().of(symbol) || is_in_pair({0, cell + i})) continue;
    for (const std::uint32_t variable : support_.variables(support_.of(symbol))) {
      const auto origin = origins_.find(variable);
      if (origin != origins_.end() && origin->second.key == Key{0, cell} && origin->second.bytes <= i)
        return words_.insert(cell).second;
    }
  }
  return false;
}

void Widening::choose(Place& place, std::uint32_t pc) {
  if (!at_once_ && (place.visits < place.next_choice || place.most_of_path < kVisitsOfPath)) return;
  place.next_choice *= 2;
  const std::size_t concrete =
      std::max<std::size_t>(kFewestValues, kManyValues * kVisitsToHurry / std::max(kVisitsToHurry, place.visits));
  for (const auto& [cell, values] : place.values) {
    // A carry out of what is widened makes the next byte count as well.
    const bool follows = cell > kRegisters && (cell - kRegisters) % kWordBytes != 0 && place.widened.contains(cell - 1);
    const std::size_t many = at_once_                         ? 1
                             : place.is_dead(cell) || follows ? kDeadValues
                             : values.has_terms               ? kManyTerms
                                                              : concrete;
    if (values.seen.size() >= many && cell != kStackPointer && !is_exact(pc, cell)) place.widened.insert(cell);
  }
  if (at_once_ && changes_[pc].size() < place.widened.size()) {
    changes_[pc] = place.widened;
    has_new_changes_ = true;
  }
}

bool Widening::widen(ExecutionState& state, std::uint32_t round, bool constants) {
  const auto found = places_.find({state.hart.pc, state.calls});
  if (found == places_.end()) return false;
  Place& place = found->second;
  if (at_once_) {
    note_values(place, state);
    choose(place, state.hart.pc);
    if (is_scouting(state.hart.pc, place)) return false;
  }
  const bool changed = place.visits >= kVisitsToDeadStack && widen_stack(state);
  std::vector<Put> puts = to_put(state, place);
  if (at_once_ && !constants)
    std::erase_if(puts, [](const Put& one) { return one.before && one.before.is_constant(); });
  held_.clear();
  if (state.model && !puts.empty())
    held_ = invariants_.holding(state, [&](Cell cell, unsigned bytes) { return content(state, cell, bytes); });
  // What is defined by the others comes behind them, and what may be computed from them: memory comes first.
  defined_ = invariants_.defined_by(held_);
  const auto order_of = [&](const Put& one) {
    return std::tuple(defined_.contains({key_of(state.hart.pc, one.cell), one.bytes}),
                      at_once_ && one.before ? term::size_of(one.before, kMaxSize) : 0,
                      at_once_ && !is_memory(one.cell));
  };
  std::ranges::stable_sort(puts, {}, order_of);
  std::vector<Put> done;
  for (const Put& next : puts) put(state, place, done, next, round);
  for (const Put& one : done) {
    if (!is_difference(one.cell)) store(state, one);
  }
  keep_invariants(state);
  return changed || !done.empty();
}

// The cells that are widened in `state`, as few as possible: two or four bytes that lie in one word are one.
std::vector<Widening::Put> Widening::to_put(ExecutionState& state, const Place& place) {
  std::vector<Put> result;
  const std::uint32_t pc = state.hart.pc;
  const auto covers = [&](Cell cell, unsigned bytes, bool whole) {
    for (unsigned i = 0; i < bytes; ++i) {
      if ((!whole && !place.widened.contains(cell + i)) || is_exact(pc, cell + i)) return false;
    }
    return (cell - kRegisters) % bytes == 0;
  };
  for (auto cell = place.widened.begin(); cell != place.widened.end();) {
    const Cell word = *cell < kRegisters ? *cell : *cell - (*cell - kRegisters) % kWordBytes;
    Put next{*cell, kWordBytes, {}, {}};
    if (is_memory(*cell)) {
      const auto parts = parts_.find(word);
      const unsigned most = parts != parts_.end() ? parts->second : kWordBytes;
      const bool whole = most == kWordBytes && words_.contains(word) && covers(word, kWordBytes, true);
      const bool single = !whole && bytes_.contains(word);
      if (whole) next.cell = word;
      const bool is_word = whole || (most == 4 && covers(*cell, 4, false));
      next.bytes = single ? 1 : is_word ? 4 : most >= 2 && covers(*cell, 2, false) ? 2 : 1;
    }
    const bool stays = is_exact(pc, *cell) || (!place.is_dead(*cell) && is_pointer(state, *cell));
    cell = stays ? std::next(cell) : place.widened.lower_bound(next.cell + (is_memory(next.cell) ? next.bytes : 1));
    if (stays) continue;
    const Key key = key_of(pc, next.cell);
    // What was never a term is mostly a counter, so the first state that is widened there knows nothing of it. From
    // then on the cell has had a term, that state's, and those that come have ranges.
    if (state.model && (at_once_ || place.had_terms(next.cell, next.bytes) || is_in_pair(key)))
      next.before = content(state, next.cell, next.bytes);
    result.push_back(next);
  }
  return result;
}

// A difference without a range is not put.
void Widening::put(ExecutionState& state, Place& place, std::vector<Put>& done, Put next, std::uint32_t round) {
  const bool has_range = at_once_ || is_difference(next.cell) || place.had_terms(next.cell, next.bytes);
  const Range* const range =
      has_range && next.before ? range_of(state, place, next.cell, next.bytes, next.before) : nullptr;
  next.now = by_difference(state, place, done, next, round);
  if (!next.now) next.now = by_invariant(state, place, done, next);
  if (!next.now && at_once_) next.now = by_another(state.hart.pc, place, done, next);
  if (!next.now && is_difference(next.cell)) {
    if (is_exact(state.hart.pc, next.cell)) {
      next.now = next.before;
    } else if (!range) {
      return;
    } else if (range->first() == range->last()) {
      next.now = pool_.constant(8 * next.bytes, range->first());
    }
  }
  if (!next.now) {
    next.now = variable(next.cell, 8 * next.bytes, state.hart.pc, round, range);
    if (next.before) state.model = with(*state.model, next.now, next.before);
  }
  if (range && !next.now.is_constant()) restrict(state, *range, next.now);
  done.push_back(next);
}

// What the cell becomes if it keeps its difference to one that has become something; null otherwise.
Term Widening::by_difference(ExecutionState& state, Place& place, std::vector<Put>& done, const Put& next,
                             std::uint32_t round) {
  const Key key = key_of(state.hart.pc, next.cell);
  for (std::size_t i = 0; next.before && i < pairs_.size(); ++i) {
    if (!pairs_[i].has(key)) continue;
    const bool is_more = pairs_[i].more == key;
    const Key& partner = is_more ? pairs_[i].less : pairs_[i].more;
    const auto found = std::ranges::find_if(done, [&](const Put& one) {
      return key_of(state.hart.pc, one.cell) == partner && one.bytes == next.bytes && one.before;
    });
    if (found == done.end()) continue;
    const Put other = *found;
    const std::size_t before = done.size();
    const Term difference = is_more ? pool_.sub(next.before, other.before) : pool_.sub(other.before, next.before);
    put(state, place, done, {kDifferences + i, next.bytes, difference, {}}, round);
    if (done.size() == before) continue;
    return is_more ? pool_.add(other.now, done.back().now) : pool_.sub(other.now, done.back().now);
  }
  return {};
}

bool Widening::Place::had_terms(Cell cell, unsigned bytes) const {
  const auto had = [this](Cell one) { return values.contains(one) && values.at(one).has_terms; };
  if (cell < kRegisters) return had(cell);
  for (unsigned i = 0; i < bytes; ++i) {
    if (had(cell + i)) return true;
  }
  return false;
}

// What keeps a constant difference to a constant one is constant.
void Widening::store(ExecutionState& state, const Put& done) const {
  if (done.cell < kRegisters) {
    state.hart.x[done.cell] = term::SymbolicValues(pool_).from_term<32>(done.now);
    return;
  }
  const auto offset = static_cast<std::uint32_t>(done.cell - kRegisters);
  for (unsigned i = 0; i < done.bytes; ++i) {
    if (done.now.is_constant()) {
      state.memory.write(offset + i, static_cast<std::uint8_t>(done.now->value >> (8 * i)));
    } else {
      state.memory.write(offset + i, memory::SymbolicByte<Term>{done.now, static_cast<std::uint8_t>(i)});
    }
  }
}

Term Widening::content(const ExecutionState& state, Cell cell, unsigned bytes) {
  if (cell < kRegisters) return term::SymbolicValues(pool_).to_term(state.hart.x[cell]);
  const auto offset = static_cast<std::uint32_t>(cell - kRegisters);
  for (unsigned i = 0; i < bytes; ++i) {
    const auto symbol = state.memory.symbol(offset + i).symbol;
    const ByteChunk* const chunk = symbol ? pool_.byte_chunks().of(symbol) : nullptr;
    if (chunk && chunk->parts.empty()) return {};
  }
  return bytes_at(pool_, state.memory, offset, bytes);
}

// Of what was seen in the cell, in which `now` is; null if it has grown too often.
const Widening::Range* Widening::range_of(const ExecutionState& state, Place& place, Cell cell, unsigned bytes,
                                          Term now) {
  const solver::ValueSet seen = solver_.values(state.path, now);
  if (seen.is_empty()) return nullptr;
  const Range first{seen.min(), seen.max(), seen.signed_min(), seen.signed_max()};
  Range& range = place.ranges.try_emplace({cell, bytes}, first).first->second;
  const auto bounds = bounds_.find(key_of(state.hart.pc, cell));
  grow(range, seen, bounds != bounds_.end() ? bounds->second : std::set<std::uint64_t>{});
  const bool is_held =
      std::ranges::any_of(held_, [&](const auto& held) { return invariants_.reads(held, cell, bytes); });
  const unsigned most = is_difference(cell) ? kGrowthOfDifference : is_held ? kGrowthIfHeld : kGrowth;
  return range.growth > most ? nullptr : &range;
}

void Widening::restrict(ExecutionState& state, const Range& range, Term made) {
  const auto bound = [&](std::uint64_t value) {
    return pool_.constant(made.width(), value & term::mask(made.width()));
  };
  const auto less = [&](Term a, Term b) { return range.is_signed() ? pool_.slt(a, b) : pool_.ult(a, b); };
  for (const Term below : {less(made, bound(range.first())), less(bound(range.last()), made)}) {
    const Term condition = pool_.bit_not(below);
    if (condition.is_constant()) continue;
    ranges_.insert(condition.node());
    state.path = solver::extend(state.path, condition);
  }
}

// Makes a range contain what was seen now. Beyond the first times it grows to one of `bounds`, or to a power of two.
void Widening::grow(Range& range, const solver::ValueSet& seen, const std::set<std::uint64_t>& bounds) {
  const auto span = [](const Range& r) {
    return std::min(r.high - r.low, static_cast<std::uint64_t>(r.signed_high - r.signed_low));
  };
  const std::uint64_t before = span(range);
  range.low = std::min(range.low, seen.min());
  range.high = std::max(range.high, seen.max());
  range.signed_low = std::min(range.signed_low, seen.signed_min());
  range.signed_high = std::max(range.signed_high, seen.signed_max());
  if (span(range) == before || ++range.growth <= kExactGrowth) return;
  // At most `most`: the constants come from a condition, which may compare wider words.
  const auto next = [&](std::uint64_t bound, std::uint64_t most) {
    const auto found = bounds.lower_bound(bound);
    return std::min(found != bounds.end() ? *found : std::bit_ceil(bound + 1) - 1, most);
  };
  const std::uint64_t most = term::mask(seen.width());
  range.high = next(range.high, most);
  if (range.signed_high >= 0) range.signed_high = static_cast<std::int64_t>(next(range.signed_high, most >> 1));
  if (range.signed_low < 0) range.signed_low = ~static_cast<std::int64_t>(next(~range.signed_low, most >> 1));
}

// What a byte becomes of which nothing is known. It has the same variable on all paths, until somebody reads one: then
// the bytes around it have new ones in states that are widened from now on. So no path gets a variable for a second
// time that it has read.
memory::SymbolicByte<Term> Widening::anonymous(Anonymous& bytes, std::string_view name, std::uint32_t at) {
  const std::uint32_t begin = at / ByteChunks::kMaxBytes * ByteChunks::kMaxBytes;
  auto& versions = bytes[begin];
  if (versions.empty() || !versions.back()->parts.empty()) {
    versions.push_back(
        &pool_.byte_chunks().make(fmt::format("~{}.{:x}.{}", name, begin, versions.size()), ByteChunks::kMaxBytes));
  }
  return {versions.back()->handle, static_cast<std::uint8_t>(at - begin)};
}

bool Widening::widen_stack(ExecutionState& state) {
  const auto& pointer = state.hart.x[kStackPointer];
  if (pointer.term || exact_.contains({0, kStack})) return false;
  const std::uint32_t top = pointer.bits.raw;
  if (top < ram_base_ || top - ram_base_ > state.memory.size()) return false;
  const std::uint32_t lowest = std::max(image_end_, ram_base_);
  const std::uint32_t bottom = top > lowest + kDeadStack ? top - kDeadStack : lowest;
  bool changed = false;
  const std::uint32_t end = top - ram_base_;
  for (std::uint32_t at = std::min(bottom, top) - ram_base_, next = 0; at < end; at = next) {
    next = std::min(end, (at / ByteChunks::kMaxBytes + 1) * ByteChunks::kMaxBytes);  // on the same page
    const auto [symbol, index] = anonymous(stack_, "stack", at);
    const Memory::Page* const page = state.memory.find(at);
    const std::uint32_t in_page = at % Memory::kPageBytes;
    if (page && page->has(in_page, symbol, index, next - at)) continue;
    state.memory.own(at).write(in_page, symbol, index, next - at);
    changed = true;
  }
  return changed;
}

bool Widening::forget_inputs(ExecutionState& state) {
  std::vector<std::uint32_t> forgotten;  // offsets
  for_each_symbolic_byte(state.memory, [&](std::uint32_t at, memory::SymbolicByte<Term> now) {
    const std::uint32_t begin = at / ByteChunks::kMaxBytes * ByteChunks::kMaxBytes;
    if (!pool_.byte_chunks().of(now.symbol) || exact_.contains(key_of_inputs(begin))) return;
    const auto byte = anonymous(inputs_, "input", at);
    if (now.symbol != byte.symbol || now.index != byte.index) forgotten.push_back(at);
  });
  for (const std::uint32_t at : forgotten) state.memory.write(at, anonymous(inputs_, "input", at));
  return !forgotten.empty();
}

bool Widening::forget_computed(ExecutionState& state, const Registers& registers, std::uint32_t round,
                               const PathReading& reading) {
  forgets_ = true;
  const bool dead_alone = refutations_ >= kMostBlamed;
  const bool forgot = !dead_alone && forget_words(state, round, reading);
  return forget_registers(state, dead_alone ? Registers{registers.live, ~0U} : registers, round, reading) || forgot;
}

// A word that is anything already, and of which the path has not decided anything since, stays as it is.
bool Widening::stays(const ExecutionState& state, Cell cell, Term term, const PathReading& reading) const {
  if (is_exact(state.hart.pc, cell) || is_pointer(state, cell)) return true;
  if (!is_widened(term)) return false;
  const auto variables = reading.support.variables(reading.support.of(term));
  return reading.readers.walk(state.path, variables).next() == nullptr;
}

bool Widening::points_into_memory(const ExecutionState& state, Term term) const {
  return term.width() == 32 && term::evaluate(term, *state.model) - ram_base_ < state.memory.size();
}

namespace {

// The width of a type of C that has room for so many bits; bool has one.
unsigned width_of_type(unsigned bits) { return bits <= 1 ? 1 : std::max(std::bit_ceil(bits), 8U); }

unsigned bits_of(std::int64_t value) {
  return static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(value < 0 ? ~value : value)));
}

}  // namespace

// What a word becomes that is forgotten: anything; and once that has led astray, anything that fits into the type of C
// that it needs on this path.
Term Widening::anything(const ExecutionState& state, Cell cell, Term term, std::uint32_t round) {
  const unsigned width = term.width();
  const auto make = [&](unsigned bits) {
    return variable(cell, std::min(width_of_type(bits), width), state.hart.pc, round, nullptr);
  };
  const solver::ValueSet seen = keeps_types_ ? solver_.values(state.path, term) : solver::ValueSet::all(width);
  if (seen.is_empty()) return make(width);
  const unsigned bits = std::max<unsigned>(std::bit_width(seen.max()), 1);
  const unsigned signed_bits = std::max(bits_of(seen.signed_min()), bits_of(seen.signed_max())) + 1;
  return signed_bits < bits ? pool_.sign_extend(make(signed_bits), width) : pool_.zero_extend(make(bits), width);
}

bool Widening::forget_words(ExecutionState& state, std::uint32_t round, const PathReading& reading) {
  std::vector<std::pair<std::uint32_t, memory::SymbolicByte<Term>>> forgotten;  // offsets, and what is there then
  for_each_symbolic_byte(state.memory, [&](std::uint32_t at, memory::SymbolicByte<Term> now) {
    spend(term::Work::Visit);
    const Cell cell = kRegisters + at;
    if (pool_.byte_chunks().of(now.symbol) || stays(state, cell, now.symbol, reading) ||
        points_into_memory(state, now.symbol)) {
      return;
    }
    forgotten.emplace_back(at,
                           memory::SymbolicByte<Term>{anything(state, cell - now.index, now.symbol, round), now.index});
  });
  for (const auto& [at, byte] : forgotten) state.memory.write(at, byte);
  return !forgotten.empty();
}

bool Widening::forget_registers(ExecutionState& state, const Registers& registers, std::uint32_t round,
                                const PathReading& reading) {
  bool changed = false;
  for (Cell cell = 1; cell < kRegisters; ++cell) {
    const Term now = state.hart.x[cell].term;
    if (!now || stays(state, cell, now, reading)) continue;
    const bool is_live = registers.live >> cell & 1;
    if (is_live && (registers.steering >> cell & 1 || points_into_memory(state, now))) continue;
    store(state, {cell, kWordBytes, {}, anything(state, cell, now, round)});
    changed = true;
  }
  return changed;
}

bool Widening::is_widened(Term term) const {
  while (term.is(Kind::ZeroExtend) || term.is(Kind::SignExtend) || term.is(Kind::Extract)) term = term->child[0];
  return term.is(Kind::Variable) && origins_.contains(static_cast<std::uint32_t>(term->value));
}

std::size_t Widening::cells() const {
  std::size_t cells = 0;
  for (const auto& [key, place] : places_) cells += place.widened.size();
  return cells;
}

}  // namespace janus::engine
