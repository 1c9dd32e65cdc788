#include "engine/learn/shadow_hart.h"

#include <fmt/format.h>

#include "engine/state/state_parts.h"
#include "isa/semantics.h"
#include "support/contract.h"

namespace janus::engine {

using term::Term;

static_assert(isa::Hart<ShadowHart>);

ShadowHart::Outcome ShadowHart::execute(ShadowState& state, const ExecutedInstruction& executed, std::uint32_t next) {
  state_ = &state;
  executed_ = &executed;
  next_ = next;
  outcome_ = {};
  isa::execute(*this, executed.instruction);
  return outcome_;
}

// --- Registers and words in which other paths may have left other values.

std::string ShadowHart::name(const ShadowPlace& place, char kind, std::uint32_t what) const {
  return fmt::format("{}{:x}@{}:{:x}", kind, what, place.node, place.pc);
}

void ShadowHart::settle_register(std::uint8_t number) {
  Pending& pending = state_->pending_registers[number];
  if (pending.guards.empty()) return;
  const Pending settled = std::move(pending);
  pending = {};
  state_->x[number] = {analysis_.define(*state_, name(settled.place, 'x', number), state_->x[number], settled), {}};
}

// What is pending for a word, if any guard came since it was last written or read. Counts as settled from here on.
std::optional<Pending> ShadowHart::take_pending(std::uint32_t address) {
  ShadowState& s = *state_;
  Pending pending;
  if (const auto known = s.pending_words.find(address); known != s.pending_words.end()) {
    pending = std::move(known->second);
    s.pending_words.erase(known);
  } else {
    const auto settled = s.settled_words.find(address);
    const Settled since = settled == s.settled_words.end() ? Settled{} : settled->second;
    const auto add = [&pending, this](const std::optional<Pending>& all, std::size_t first) {
      if (!all || first >= all->guards.size()) return;
      // If both are pending, nobody knows which place is later; the current place serves as well.
      pending.place = pending.guards.empty() ? all->place : ShadowPlace{state_->node, executed_ ? executed_->pc : 0};
      if (pending.guards.empty() && first == 0)
        pending.guards = all->guards;
      else
        for (const Literal guard : all->guards.all(first)) pending.guards.push_back(guard);
    };
    add(s.pending_memory, since.memory);
    if (address < s.below) add(s.pending_below, since.below);
  }
  if (pending.guards.empty()) return std::nullopt;
  settled(address);
  return pending;
}

void ShadowHart::settled(std::uint32_t address) {
  ShadowState& s = *state_;
  if (!s.pending_memory && !s.pending_below) return;
  s.settled_words[address] = {.memory = s.pending_memory ? s.pending_memory->guards.size() : 0,
                              .below = s.pending_below ? s.pending_below->guards.size() : 0};
}

void ShadowHart::settle_word(std::uint32_t address) {
  const auto pending = take_pending(address);
  if (!pending) return;
  ShadowState& s = *state_;
  std::uint32_t value = 0;
  const Term term = read_settled(address, 4, value);
  const Word<32> before = term ? values_.from_term<32>(term) : values_.constant<32>(value);
  const Term variable = analysis_.define(s, name(pending->place, 'm', address), before, *pending);
  for (std::uint8_t i = 0; i < 4; ++i) {
    s.memory.write(address - base_ + i, memory::SymbolicByte<Term>{variable, i});
  }
}

void ShadowHart::forget_register(std::uint8_t number, Literal guard, ShadowPlace place) {
  Pending& pending = state_->pending_registers[number];
  pending.guards.push_back(guard);
  pending.place = place;
  if (analysis_.has_bounds(name(place, 'x', number))) settle_register(number);
}

void ShadowHart::forget_words(std::uint32_t address, std::uint32_t bytes, Literal guard, ShadowPlace place) {
  for (std::uint32_t word = address & ~3U; word < address + bytes; word += 4) {
    if (word - base_ > size_ - 4) continue;  // outside memory: a path that stores there traps
    const bool known = state_->pending_words.contains(word);
    if (!known) settle_word(word);
    Pending& pending = state_->pending_words[word];
    pending.guards.push_back(guard);
    pending.place = place;
    if (analysis_.has_bounds(name(place, 'm', word))) settle_word(word);
  }
}

void ShadowHart::forget_below(std::uint32_t address, Literal guard, ShadowPlace place) {
  ShadowState& s = *state_;
  for (auto& [word, pending] : s.pending_words) {
    if (word >= address) break;
    pending.guards.push_back(guard);
    pending.place = place;
  }
  if (!s.pending_below) s.pending_below.emplace();
  s.pending_below->guards.push_back(guard);
  s.pending_below->place = place;
  s.below = std::max(s.below, address);
}

void ShadowHart::forget_memory(Literal guard, ShadowPlace place) {
  ShadowState& s = *state_;
  for (auto& [word, pending] : s.pending_words) {
    pending.guards.push_back(guard);
    pending.place = place;
  }
  if (!s.pending_memory) s.pending_memory.emplace();
  s.pending_memory->guards.push_back(guard);
  s.pending_memory->place = place;
}

ShadowHart::Word<32> ShadowHart::get(std::uint8_t number) {
  if (number == 0) return values_.constant<32>(0);
  settle_register(number);
  return state_->x[number];
}

void ShadowHart::set(std::uint8_t number, Word<32> word) {
  if (number == 0) return;
  state_->pending_registers[number] = {};
  state_->x[number] = word;
}

ShadowHart::Word<32> ShadowHart::unknown_word(std::uint32_t pc, const char* what) {
  return {pool_.variable(fmt::format("{}@{}:{:x}", what, state_->node, pc), 32), {}};
}

// --- Memory.

Term ShadowHart::read(std::uint32_t address, unsigned bytes, std::uint32_t& value) {
  for (std::uint32_t word = address & ~3U; word < address + bytes; word += 4) settle_word(word);
  return read_settled(address, bytes, value);
}

Term ShadowHart::read_settled(std::uint32_t address, unsigned bytes, std::uint32_t& value) {
  value = 0;
  bool concrete = true;
  const std::uint32_t offset = address - base_;
  for (unsigned i = 0; i < bytes; ++i) concrete = concrete && !state_->memory.symbol(offset + i).symbol;
  if (concrete) {
    for (unsigned i = bytes; i-- > 0;) value = value << 8 | state_->memory.byte(offset + i);
    return {};
  }
  return bytes_at(pool_, state_->memory, offset, bytes);
}

void ShadowHart::write(std::uint32_t address, unsigned bytes, Term term, std::uint32_t value) {
  ShadowState& s = *state_;
  if (term && term.is_constant()) {
    value = static_cast<std::uint32_t>(term->value);
    term = {};
  }
  for (std::uint32_t word = address & ~3U; word < address + bytes; word += 4) {
    const bool whole = word >= address && word + 4 <= address + bytes;
    if (!whole) {
      settle_word(word);
      continue;
    }
    s.pending_words.erase(word);
    settled(word);
  }
  for (unsigned i = 0; i < bytes; ++i) {
    const std::uint32_t offset = address - base_ + i;
    if (term) {
      s.memory.write(offset, memory::SymbolicByte<Term>{term, static_cast<std::uint8_t>(i)});
    } else {
      s.memory.write(offset, static_cast<std::uint8_t>(value >> (8 * i)));
    }
  }
}

// The condition that `address` is one of the addresses of `access`.
Term ShadowHart::within(Term address, const MemoryAccess& access) {
  const Term low = pool_.constant(32, access.low);
  if (access.count == 1) return pool_.eq(address, low);
  const Term offset = pool_.sub(address, low);
  const std::uint32_t span = (access.count - 1) << access.stride_bits;
  const Term close = pool_.bit_not(pool_.ult(pool_.constant(32, span), offset));
  const Term rest = pool_.bit_and(offset, pool_.constant(32, (1U << access.stride_bits) - 1));
  return pool_.bit_and(close, pool_.eq(rest, pool_.constant(32, 0)));
}

template <unsigned W>
std::optional<ShadowHart::Word<W>> ShadowHart::load(Word<32> address) {
  outcome_.address = address;
  JANUS_REQUIRE(!executed_->accesses.empty());
  const MemoryAccess& access = executed_->accesses.front();
  if (access.device) return values_.template extract<W - 1, 0>(unknown_word(pc(), "device"));
  if (!address.term) {
    JANUS_REQUIRE(access.count == 1 && access.low == address.bits.raw);
    return word_at<W>(access.low);
  }
  // A fact for all paths: if a path loads from one of these addresses, the loaded value is the value there.
  Word<W> found = word_at<W>(access.low);
  for (std::uint32_t i = 1; i < access.count; ++i) {
    const std::uint32_t at = access.low + (i << access.stride_bits);
    found = values_.ite(values_.eq(address, values_.constant<32>(at)), word_at<W>(at), found);
  }
  const Term loaded = pool_.variable(fmt::format("loaded{}@{}:{:x}", W, state_->node, pc()), W);
  const Term is = pool_.eq(loaded, values_.to_term(found));
  analysis_.add_fact(*state_, pool_.bit_or(pool_.bit_not(within(address.term, access)), is), {});
  return values_.template from_term<W>(loaded);
}

template <unsigned W>
bool ShadowHart::store(Word<32> address, Word<W> value) {
  outcome_.address = address;
  outcome_.stored = values_.template zero_extend<32>(value);
  JANUS_REQUIRE(!executed_->accesses.empty());
  const MemoryAccess& access = executed_->accesses.front();
  if (access.device) return true;
  if (!address.term) {
    JANUS_REQUIRE(access.count == 1 && access.low == address.bits.raw);
    write(access.low, W / 8, value.term, static_cast<std::uint32_t>(value.bits.raw));
    return true;
  }
  // Other paths may store to other addresses. A literal stands for a store to these addresses, and all of memory
  // depends on this literal from here on.
  ShadowState& s = *state_;
  auto& literal = chosen_[{s.node, pc(), access.low, access.count, access.stride_bits}];
  if (!literal) literal = formula_.free_literal();
  const Term same_targets = within(address.term, access);
  analysis_.learn(s, {-formula_.passed(s.node, pc()), literal}, pool_.bit_not(same_targets));
  analysis_.add_fact(s, same_targets, {literal});
  std::vector<Word<W>> after;
  for (std::uint32_t i = 0; i < access.count; ++i) {
    const std::uint32_t at = access.low + (i << access.stride_bits);
    const Word<1> hit = values_.eq(address, values_.constant<32>(at));
    after.push_back(access.count == 1 ? value : values_.ite(hit, value, word_at<W>(at)));
  }
  for (std::uint32_t i = 0; i < access.count; ++i) {
    const std::uint32_t at = access.low + (i << access.stride_bits);
    write(at, W / 8, after[i].term, static_cast<std::uint32_t>(after[i].bits.raw));
  }
  forget_memory(literal, here());
  for (std::uint32_t i = 0; i < access.count; ++i) {
    const std::uint32_t at = access.low + (i << access.stride_bits);
    for (std::uint32_t word = at & ~3U; word < at + W / 8; word += 4) s.pending_words[word] = {{literal}, here()};
  }
  outcome_.chosen = literal;
  return true;
}

}  // namespace janus::engine
