#include "engine/revisit/widening.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "engine/state/state_parts.h"
#include "term/work_clock.h"

namespace janus::engine {

using term::ByteChunk;
using term::ByteChunks;
using term::Kind;
using term::Term;

namespace {

constexpr std::uint32_t kWordBytes = 4, kStackPointer = 2;
constexpr std::uint64_t kIsTerm = std::uint64_t{1} << 63;

std::uint64_t value_of(const term::SymbolicWord<32>& word) {
  return word.term ? kIsTerm | reinterpret_cast<std::uintptr_t>(word.term.node()) : word.bits.raw;
}

std::uint64_t value_of(const Memory& memory, std::uint32_t offset) {
  const auto symbol = memory.symbol(offset);
  if (!symbol.symbol) return memory.byte(offset);
  return kIsTerm | (reinterpret_cast<std::uintptr_t>(symbol.symbol.node()) + symbol.index);
}

}  // namespace

bool Widening::is_exact(std::uint32_t pc, Cell cell) const {
  return exact_.contains({cell < kRegisters ? pc : 0, cell});
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
  origins_.try_emplace(static_cast<std::uint32_t>(made->value), Origin{pc, cell, bits / 8});
  return made;
}

void Widening::note(Place& place, Cell cell, std::uint64_t before, std::uint64_t now, bool is_term) {
  Values& values = place.values[cell];
  values.seen.insert(before);
  values.has_terms |= is_term;
  if (values.seen.size() < kManyValues) values.seen.insert(now);
}

void Widening::visited(const ExecutionState& state, std::uint32_t live, std::uint32_t of_path) {
  Place& place = places_.try_emplace({state.hart.pc, state.calls}, state).first->second;
  ++place.visits;
  place.most_of_path = std::max(place.most_of_path, of_path);
  for (std::size_t i = 1; i < state.hart.x.size(); ++i) {
    const auto &first = place.registers[i], &now = state.hart.x[i];
    if (!(first == now)) note(place, i, value_of(first), value_of(now), first.term || now.term);
  }
  place.memory.for_each_different_word(state.memory, [&](std::uint32_t offset) {
    spend(term::Work::Visit);
    for (std::uint32_t at = offset; at < offset + kWordBytes; ++at) {
      const std::uint64_t before = value_of(place.memory, at), now = value_of(state.memory, at);
      if (before != now) note(place, kRegisters + at, before, now, ((before | now) & kIsTerm) != 0);
    }
    return true;
  });
  choose(place, state.hart.pc, live);
}

void Widening::choose(Place& place, std::uint32_t pc, std::uint32_t live) {
  if (place.visits < place.next_choice || place.most_of_path < kVisitsOfPath) return;
  place.next_choice *= 2;
  const std::size_t concrete =
      std::max<std::size_t>(kFewestValues, kManyValues * kVisitsToHurry / std::max(kVisitsToHurry, place.visits));
  for (const auto& [cell, values] : place.values) {
    const bool dead = cell < kRegisters && (live >> cell & 1) == 0;
    // A carry out of what is widened makes the next byte count as well.
    const bool follows = cell > kRegisters && (cell - kRegisters) % kWordBytes != 0 && place.widened.contains(cell - 1);
    const std::size_t many = dead || follows ? kDeadValues : values.has_terms ? kManyTerms : concrete;
    if (values.seen.size() >= many && cell != kStackPointer && !is_exact(pc, cell)) place.widened.insert(cell);
  }
}

bool Widening::widen(ExecutionState& state, std::uint32_t round) {
  const auto found = places_.find({state.hart.pc, state.calls});
  if (found == places_.end()) return false;
  Place& place = found->second;
  bool changed = place.visits >= kVisitsToDeadStack && widen_stack(state);
  for (auto cell = place.widened.begin(); cell != place.widened.end(); ++cell) {
    if (is_exact(state.hart.pc, *cell) || is_pointer(state, *cell)) continue;
    changed = true;
    if (*cell < kRegisters) {
      put_variable(state, place, *cell, kWordBytes, round);
      continue;
    }
    // As few variables as possible: two or four bytes that lie in one word are one.
    const auto covers = [&](unsigned bytes) {
      for (unsigned i = 0; i < bytes; ++i) {
        if (!place.widened.contains(*cell + i) || is_exact(state.hart.pc, *cell + i)) return false;
      }
      return (*cell - kRegisters) % bytes == 0;
    };
    const unsigned bytes = covers(4) ? 4 : covers(2) ? 2 : 1;
    put_variable(state, place, *cell, bytes, round);
    std::advance(cell, bytes - 1);
  }
  return changed;
}

bool Widening::Place::had_terms(Cell cell, unsigned bytes) const {
  const auto had = [this](Cell one) { return values.contains(one) && values.at(one).has_terms; };
  if (cell < kRegisters) return had(cell);
  for (unsigned i = 0; i < bytes; ++i) {
    if (had(cell + i)) return true;
  }
  return false;
}

void Widening::put_variable(ExecutionState& state, Place& place, Cell cell, unsigned bytes, std::uint32_t round) {
  // What was never a term is mostly a counter, so the first state that is widened there knows nothing of it. From then
  // on the cell has had a term, that state's, and those that come have ranges.
  const Term now = state.model && place.had_terms(cell, bytes) ? content(state, cell, bytes) : Term{};
  const Range* const range = now ? range_of(state, place, cell, bytes, now) : nullptr;
  const Term made = variable(cell, 8 * bytes, state.hart.pc, round, range);
  if (range) {
    auto model = std::make_shared<term::Assignment>(*state.model);
    model->set(made->value, term::evaluate(now, *state.model));
    state.model = std::move(model);
    restrict(state, *range, made);
  }
  if (cell < kRegisters) {
    state.hart.x[cell].term = made;
    return;
  }
  for (unsigned i = 0; i < bytes; ++i) {
    state.memory.write(static_cast<std::uint32_t>(cell - kRegisters) + i,
                       memory::SymbolicByte<Term>{made, static_cast<std::uint8_t>(i)});
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
  grow(range, seen);
  return range.growth > kGrowth ? nullptr : &range;
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

// Makes a range contain what was seen now.
void Widening::grow(Range& range, const solver::ValueSet& seen) {
  const auto span = [](const Range& r) {
    return std::min(r.high - r.low, static_cast<std::uint64_t>(r.signed_high - r.signed_low));
  };
  const std::uint64_t before = span(range);
  range.low = std::min(range.low, seen.min());
  range.high = std::max(range.high, seen.max());
  range.signed_low = std::min(range.signed_low, seen.signed_min());
  range.signed_high = std::max(range.signed_high, seen.signed_max());
  if (span(range) == before || ++range.growth <= kExactGrowth) return;
  const auto next = [](std::uint64_t bound) { return std::bit_ceil(bound + 1) - 1; };  // at most 32 bits
  range.high = next(range.high);
  if (range.signed_high >= 0) range.signed_high = static_cast<std::int64_t>(next(range.signed_high));
  if (range.signed_low < 0) range.signed_low = ~static_cast<std::int64_t>(next(~range.signed_low));
}

// A byte has the same variable on all paths, until somebody reads one: then the bytes around it have new ones in states
// that are widened from now on. So no path gets a variable for a second time that it has read.
bool Widening::widen_stack(ExecutionState& state) {
  const auto& pointer = state.hart.x[kStackPointer];
  if (pointer.term || exact_.contains({0, kStack})) return false;
  const std::uint32_t top = pointer.bits.raw;
  if (top < ram_base_ || top - ram_base_ > state.memory.size()) return false;
  const std::uint32_t lowest = std::max(image_end_, ram_base_);
  const std::uint32_t bottom = top > lowest + kDeadStack ? top - kDeadStack : lowest;
  bool changed = false;
  for (std::uint32_t at = std::min(bottom, top) - ram_base_; at < top - ram_base_; ++at) {
    const std::uint32_t begin = at / ByteChunks::kMaxBytes * ByteChunks::kMaxBytes;
    auto& versions = stack_[begin];
    if (versions.empty() || !versions.back()->parts.empty()) {
      versions.push_back(
          &pool_.byte_chunks().make(fmt::format("~stack.{:x}.{}", begin, versions.size()), ByteChunks::kMaxBytes));
    }
    const memory::SymbolicByte<Term> byte{versions.back()->handle, static_cast<std::uint8_t>(at - begin)};
    const auto now = state.memory.symbol(at);
    if (now.symbol == byte.symbol && now.index == byte.index) continue;
    state.memory.write(at, byte);
    changed = true;
  }
  return changed;
}

// Blames the latest condition that reads a widened cell: decisions before it may be possible without the widening, too.
bool Widening::refute(const ExecutionState& state) {
  std::unordered_map<std::uint32_t, std::vector<std::pair<std::uint32_t, Cell>>> widened;  // by variable
  for (const auto& [variable, origin] : origins_) {
    const auto& [pc, cell, bytes] = origin;
    for (unsigned i = 0; i < bytes; ++i) widened[variable].emplace_back(cell < kRegisters ? pc : 0, cell + i);
    if (cell < kRegisters) widened[variable].resize(1);
  }
  for (const auto& [offset, versions] : stack_) {
    for (const ByteChunk* chunk : versions) {
      for (const Term part : chunk->parts) widened[static_cast<std::uint32_t>(part->value)] = {{0, kStack}};
    }
  }
  for (const auto* each = state.path.last(); each; each = each->parent) {
    if (ranges_.contains(each->term.node())) continue;
    const term::Support::Set set = support_.of(each->term);
    if (set == term::Support::kMany) return false;
    const std::size_t before = exact_.size();
    // A register may hold what was read from memory; then it alone is to blame.
    std::vector<std::pair<std::uint32_t, Cell>> blamed;
    for (const std::uint32_t variable : support_.variables(set)) {
      if (const auto found = widened.find(variable); found != widened.end())
        blamed.insert(blamed.end(), found->second.begin(), found->second.end());
    }
    const auto is_register = [](const auto& cell) { return cell.second < kRegisters; };
    if (std::ranges::any_of(blamed, is_register)) std::erase_if(blamed, std::not_fn(is_register));
    exact_.insert(blamed.begin(), blamed.end());
    if (exact_.size() > before) return true;
  }
  return false;
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
