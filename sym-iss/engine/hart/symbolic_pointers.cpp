// Pointers that are loaded or overwritten through a symbolic address. A pointer keeps its object (hart/provenance.h),
// so where the words in reach do not all lead into the same object, each object is a path.
#include <algorithm>
#include <ranges>

#include "engine/hart/symbolic_hart.h"
#include "engine/state/state_parts.h"
#include "isa/predicates.h"
#include "isa/registers.h"

namespace janus::engine {

using hart::Origin;
using term::Term;

namespace {

// An origin that says no more than which object a pointer leads into, or which two; nothing is known of a pointer to no
// object.
Origin whole(Origin origin, const hart::Detectors& detectors) {
  using enum Origin::Kind;
  if (origin.kind() == Walked) return origin;
  if (origin.is_static()) {
    const auto object = detectors.object_at(origin.where());
    return object ? Origin{Walked, object->first} : Origin{};
  }
  const bool leads_into_one = origin.kind() == Allocation || origin.kind() == Dangling || origin.is_of_stack();
  return leads_into_one ? origin : Origin{};
}

}  // namespace

// An access of `size` bytes to one of the targets, of which it leaves fewer.
class SymbolicHart::ReachedPointers {
 public:
  ReachedPointers(SymbolicHart& hart, Term address, unsigned size, Targets& targets)
      : hart_(hart), address_(address), size_(size), targets_(targets) {}

  // Whether somebody asks where pointers come from.
  bool are_followed() const;
  // Whether memory has pointers where the access may go.
  bool any() const;
  // Leaves only targets whose words lead into the same object, or into none that is known. Null pointers go with any.
  // Returns that object; nothing if the access is abandoned.
  std::optional<Origin> tell_loaded_apart();
  // Leaves one target if one of them is a part of a pointer, and they are not many; and in any case. False if the
  // access is abandoned.
  bool tell_parts_apart();
  bool leave_one();
  // The words with pointers that a store may change, but for those of `stored` if it replaces whole words.
  Pointers changed_by(Origin stored);
  // Leaves only targets that all hit one of the words, or none of them, as the path decides. Returns whether it is one,
  // which leads nowhere then; nothing if the access is abandoned.
  std::optional<bool> hits_one_of(const Pointers& words);
  // Leaves only targets whose words lead to `stored` or are null pointers, but for those that are kept, and adds them
  // to those. False if the access is abandoned.
  bool tell_stored_apart(Origin stored, Pointers& kept);
  // Where one target is left, that is the address of the step; but not if sp depends on inputs, since nobody knows then
  // what of the stack is there.
  void settle(Shadow::Step& step) const;

 private:
  std::optional<Origin> origin_at(std::uint32_t address);
  Term hits(std::uint32_t word);
  bool halve();

  SymbolicHart& hart_;
  Term address_;
  unsigned size_;
  Targets& targets_;
};

bool SymbolicHart::ReachedPointers::are_followed() const {
  using hart::Detector;
  const hart::Detectors& on = hart_.config_.detectors;
  return hart_.shadow() && (on.has(Detector::heap) || on.has(Detector::bounds) || on.has(Detector::dangling));
}

bool SymbolicHart::ReachedPointers::any() const {
  constexpr std::uint32_t kBytes = hart::PointerMemory<term::SymbolicValues>::kPageBytes;
  const auto& pages = hart_.shadow()->pointers.pages();
  for (std::uint32_t page = targets_.low / kBytes; page <= (targets_.last() + 3) / kBytes; ++page) {
    if (pages.find(page)) return true;
  }
  return false;
}

// Where a word of memory leads to; nothing if it is a null pointer.
std::optional<Origin> SymbolicHart::ReachedPointers::origin_at(std::uint32_t address) {
  if (address % 4 != 0) return Origin{};
  const Word32 value = hart_.load_memory<32>(address);
  if (!value.term && value.bits.raw == 0) return std::nullopt;
  const Origin origin = hart_.shadow()->pointers.of_word(address, value);
  return whole(hart::loaded_by(origin, 0, hart_.config_.detectors), hart_.config_.detectors);  // by any register
}

// Whether a store changes a byte of the word.
Term SymbolicHart::ReachedPointers::hits(std::uint32_t word) {
  term::TermPool& pool = hart_.pool_;
  return pool.ult(pool.sub(address_, pool.constant(32, word - (size_ - 1))), pool.constant(32, size_ + 3));
}

// Leaves a half of the targets. False if the access is abandoned.
bool SymbolicHart::ReachedPointers::halve() {
  const std::uint32_t below = targets_.count / 2, middle = targets_.at(below);
  const auto is_below = hart_.decide(hart_.pool_.ult(address_, hart_.pool_.constant(32, middle)));
  if (!is_below) return false;
  targets_ = *is_below ? Targets{targets_.low, below, targets_.stride_bits}
                       : Targets{middle, targets_.count - below, targets_.stride_bits};
  return true;
}

std::optional<Origin> SymbolicHart::ReachedPointers::tell_loaded_apart() {
  while (true) {
    std::optional<Origin> common;
    bool differ = false;
    for (std::uint32_t i = 0; i < targets_.count && !differ; ++i) {
      const auto origin = origin_at(targets_.at(i));
      differ = origin && common && *origin != *common;
      if (origin) common = origin;
    }
    if (!differ) return common.value_or(Origin{});
    if (!halve()) return std::nullopt;
  }
}

bool SymbolicHart::ReachedPointers::tell_parts_apart() {
  const auto is_part = [this](std::uint32_t i) { return origin_at(targets_.at(i) & ~3U).value_or(Origin{}).known(); };
  return !std::ranges::any_of(std::views::iota(0U, targets_.count), is_part) || leave_one();
}

bool SymbolicHart::ReachedPointers::leave_one() {
  constexpr std::uint32_t kMost = 32;
  while (targets_.count > 1 && targets_.count <= kMost) {
    if (!halve()) return false;
  }
  return true;
}

SymbolicHart::Pointers SymbolicHart::ReachedPointers::changed_by(Origin stored) {
  Pointers found;
  for (std::uint32_t i = 0; i < targets_.count; ++i) {
    const std::uint32_t first = targets_.at(i) & ~3U, last = (targets_.at(i) + size_ - 1) & ~3U;
    for (std::uint32_t word = first; word <= last; word += 4) {
      const Origin origin = origin_at(word).value_or(Origin{});
      const bool stays = size_ == 4 && first == last && origin == stored;
      if (origin.known() && !stays && (found.empty() || found.back().first < word)) found.emplace_back(word, origin);
    }
  }
  return found;
}

std::optional<bool> SymbolicHart::ReachedPointers::hits_one_of(const Pointers& words) {
  Term one = hart_.pool_.constant(1, 0);
  for (const auto& [word, origin] : words) one = hart_.pool_.bit_or(one, hits(word));
  const auto hit = hart_.decide(one);
  if (!hit || !*hit) return hit;
  std::size_t i = 0;
  for (; i + 1 < words.size(); ++i) {
    const auto here = hart_.decide(hits(words[i].first));
    if (!here) return std::nullopt;
    if (*here) break;
  }
  const auto overlaps = [this, word = words[i].first](std::uint32_t at) {
    return at - (word - (size_ - 1)) < size_ + 3;
  };
  while (!overlaps(targets_.low)) targets_ = {targets_.at(1), targets_.count - 1, targets_.stride_bits};
  while (!overlaps(targets_.last())) --targets_.count;
  return true;
}

bool SymbolicHart::ReachedPointers::tell_stored_apart(Origin stored, Pointers& kept) {
  const auto is_kept = [&](std::uint32_t word) {
    return std::ranges::find(kept, word, &Pointers::value_type::first) != kept.end();
  };
  const auto differs = [&](std::uint32_t i) {
    return !is_kept(targets_.at(i)) && origin_at(targets_.at(i)).value_or(stored) != stored;
  };
  while (targets_.count > 1 && std::ranges::any_of(std::views::iota(0U, targets_.count), differs)) {
    if (!halve()) return false;
  }
  for (std::uint32_t i = 0; i < targets_.count; ++i) {
    if (!is_kept(targets_.at(i))) kept.emplace_back(targets_.at(i), stored);
  }
  return true;
}

void SymbolicHart::ReachedPointers::settle(Shadow::Step& step) const {
  if (!hart_.shadow() || targets_.count > 1 || step.pointers.address.term != address_ || step.pointers.sp.term) return;
  step.pointers.address = hart_.word(targets_.low);
  step.pointers.home = targets_.low;
  step.defined.address = targets_.low;
}

// What tell_stored_apart() has told is in memory.
void SymbolicHart::note_stored(const Pointers& pointers) {
  auto& known = own_shadow().pointers;
  for (const auto& [at, origin] : pointers) {
    known.set_word(at, origin, load_memory<32>(at));
    known.note_pointer_at(at, origin, shadow_step_.pointers.sp);
  }
}

// A function copies. If pointers may be among that, and what is copied depends on inputs, each place and each number of
// bytes is a path, so that the pointers keep their objects; unless there are very many. False if the path ends.
bool SymbolicHart::tell_copies_apart(Word32& to, Word32& from, Word32& bytes) {
  constexpr std::uint64_t kMost = 4096, kMostApart = 1024;  // bytes
  if (!to.term && !from.term && !bytes.term) return true;
  const auto values = [this](const Word32& word) {
    return word.term ? solver_.values(state_->path, word.term) : solver::ValueSet::single(32, word.bits.raw);
  };
  const auto few = [](const solver::ValueSet& set) { return !set.is_empty() && set.max() - set.min() <= kMostApart; };
  const solver::ValueSet first = values(from), count = values(bytes);
  if (!few(values(to)) || !few(first) || !few(count) || count.max() > kMost) return true;
  bool any = false;
  for (std::uint64_t at = first.min() & ~std::uint64_t{3}; at < first.max() + count.max() && !any; at += 4) {
    const auto word = static_cast<std::uint32_t>(at);
    const auto* const entry = shadow()->pointers.entry_of_word(word);
    any = entry && entry->origin.known() && entry->value == load_memory<32>(word);
  }
  if (!any) return true;
  for (Word32* const each : {&from, &bytes, &to}) {
    const auto one = resolve(*each);
    if (!one) return false;
    for (std::uint8_t i = 1; i < state_->hart.x.size(); ++i) {  // so that each address of the copy is known, too
      if (each->term && state_->hart.x[i] == *each) settle_register(i, *one);
    }
    *each = word(*one);
  }
  // A pointer that states which have merged have, and that has one value on the path, is no choice any more: so it is
  // what is put together again of its bytes.
  for (std::uint32_t at = (from.bits.raw + 3) & ~3U; at + 4 <= from.bits.raw + bytes.bits.raw; at += 4) {
    const auto* const entry = shadow()->pointers.entry_of_word(at);
    if (!entry || !entry->origin.known() || !entry->value.term || !(entry->value == load_memory<32>(at))) continue;
    const solver::ValueSet now = values(entry->value);
    if (!now.is_single()) continue;
    const Origin origin = entry->origin;
    const Word32 value = word(static_cast<std::uint32_t>(now.min()));
    store_memory<32>(at, value);
    own_shadow().pointers.set_word(at, origin, value);
  }
  return true;
}

// In front of an instruction that computes the stack pointer: arrays of variable length, `alloca`. If that depends on
// inputs, each of a few values is a path, since nobody knows anything of a stack that may be anywhere. False if the
// path ends.
bool SymbolicHart::tell_stacks_apart(const isa::Instruction& instruction) {
  constexpr std::uint64_t kMost = 64;
  if (isa::written_register(instruction) != isa::kSp || !isa::only_computes(instruction.opcode)) return true;
  for (std::uint8_t i = 1; i < state_->hart.x.size(); ++i) {
    Word32& x = state_->hart.x[i];
    if (!isa::reads_register(instruction, i) || !x.term) continue;
    if (solver_.values(state_->path, x.term).size() > kMost) continue;
    const auto one = resolve(x);
    if (!one) return false;
    settle_register(i, *one);
  }
  return true;
}

// On the path, the register has that value: it is no term any more, and still the pointer that it was.
void SymbolicHart::settle_register(std::uint8_t number, std::uint32_t value) {
  Word32& x = state_->hart.x[number];
  const Origin origin = shadow()->pointers.of_register(number, x);
  x = word(value);
  own_shadow().pointers.set_register(number, origin, x);
}

// What a function of the heap returns is no term if it has one value on the path: more is known of such an allocation.
void SymbolicHart::settle_allocation() {
  Word32& result = state_->hart.x[isa::kA0];
  if (!result.term || shadow()->pointers.leaves_heap_at() != pc()) return;
  const solver::ValueSet values = solver_.values(state_->path, result.term);
  if (values.is_single()) result = word(static_cast<std::uint32_t>(values.min()));
}

// Leaves only targets of a load of a word that lead into one object; or one, if it loads a part of a pointer. False if
// the access is abandoned.
bool SymbolicHart::tell_loaded_apart(Term address, unsigned size, Targets& targets) {
  ReachedPointers pointers(*this, address, size, targets);
  if (size < 4) {
    if (pointers.are_followed() && pointers.any() && !pointers.tell_parts_apart()) return false;
  } else if (pointers.are_followed() && pointers.any()) {
    const auto origin = pointers.tell_loaded_apart();
    if (!origin) return false;
    shadow_step_.pointers.loaded = *origin;
  }
  pointers.settle(shadow_step_);
  return true;
}

// Leaves only targets of a store behind which each pointer in reach still leads into an object that is known. Returns
// the words that have another value after the store, and where they lead to; nothing if the access is abandoned.
std::optional<SymbolicHart::Pointers> SymbolicHart::tell_stored_apart(Term address, unsigned size, bool stores_null,
                                                                      Targets& targets) {
  ReachedPointers pointers(*this, address, size, targets);
  if (!pointers.are_followed()) {
    pointers.settle(shadow_step_);
    return Pointers{};
  }
  if (shadow_step_.pointers.rs2.kind() == Origin::Kind::Part && size < 4 && !pointers.leave_one()) return std::nullopt;
  Origin stored;
  if (size == 4) stored = shadow()->pointers.passed(shadow_step_.pointers.rs2, pc(), config_.detectors);
  stored = whole(stored, config_.detectors);
  Pointers kept = pointers.any() ? pointers.changed_by(stored) : Pointers{};
  if (!kept.empty() && !stores_null) {
    const auto hit = pointers.hits_one_of(kept);
    if (!hit) return std::nullopt;
    if (*hit) kept.clear();
  }
  const bool aligned = targets.low % 4 == 0 && (targets.count == 1 || targets.stride_bits >= 2);
  if (stored.known() && aligned && !pointers.tell_stored_apart(stored, kept)) return std::nullopt;
  pointers.settle(shadow_step_);
  return kept;
}

}  // namespace janus::engine
