#include "engine/subsume/location_hart.h"

#include <algorithm>

#include "isa/decoder.h"
#include "isa/hooks.h"
#include "isa/predicates.h"
#include "isa/registers.h"
#include "isa/semantics.h"
#include "support/contract.h"
#include "term/substitute.h"

namespace janus::engine {

using isa::Opcode;
using term::Term;

static_assert(isa::Hart<LocationHart>);

namespace {

bool is_term(std::uint16_t csr) {
  namespace number = isa::csr;
  return csr == number::mscratch || csr == number::mepc || csr == number::mcause || csr == number::mtval;
}

}  // namespace

// --- Preconditions.

bool LocationHart::reads(Term phi, const Location& location) {
  const term::Support::Set set = support_.of(phi);
  if (set == term::Support::kMany) return true;
  const auto& variables = support_.variables(set);
  return std::binary_search(variables.begin(), variables.end(),
                            static_cast<std::uint32_t>(locations_.variable(location)->value));
}

Precondition LocationHart::before(const Step& step, std::span<const MemoryAccess> accesses, Term phi) {
  step_ = &step;
  instruction_ = isa::decode(step.word, config_.extensions);
  phi_ = phi;
  guard_ = locations_.pool().truth(true);
  const Location destination{Location::Kind::Register, instruction_.rd};
  if (isa::only_computes(instruction_.opcode) && !reads(phi, destination)) return {guard_, phi};
  accesses_ = accesses;
  accessed_ = 0;
  failed_ = false;
  written_.clear();
  isa::execute(*this, instruction_);
  return finish(phi);
}

Precondition LocationHart::finish(Term phi) {
  term::TermPool& pool = locations_.pool();
  if (failed_) return {pool.truth(false), pool.truth(false)};
  if (written_.empty()) return {guard_, phi};
  term::Substitution substitution(pool, [&](Term variable) {
    const auto written = written_.find(static_cast<std::uint32_t>(variable->value));
    return written == written_.end() ? Term() : written->second;
  });
  return {guard_, substitution(phi)};
}

Precondition LocationHart::before_hook(const Step& step, isa::HookCode code, Term phi) {
  step_ = &step;
  guard_ = locations_.pool().truth(true);
  require(isa::is_hook_call(*this, {.code = code, .register_number = step.value}));
  const Word<1> fails = values_.eq(get(static_cast<std::uint8_t>(step.value)), constant(0));
  if (code == isa::HookCode::Assume) return {guard_, locations_.pool().bit_or(values_.to_term(fails), phi)};
  JANUS_REQUIRE(code == isa::HookCode::Assert);
  require(values_.bit_not(fails));
  return {guard_, phi};
}

void LocationHart::require(Word<1> condition) {
  guard_ = locations_.pool().bit_and(guard_, values_.to_term(condition));
}

// --- Registers and control.

LocationHart::Word32 LocationHart::location(const Location& location) {
  const Term variable = locations_.variable(location);
  const auto written = written_.find(static_cast<std::uint32_t>(variable->value));
  return Values::from_term<32>(written == written_.end() ? variable : written->second);
}

void LocationHart::set_location(const Location& location, Word32 value) {
  written_[static_cast<std::uint32_t>(locations_.variable(location)->value)] = values_.to_term(value);
}

LocationHart::Word32 LocationHart::get(std::uint8_t number) {
  // An instruction reads all registers before it writes any (rule 3 of isa/hart_concept.h), so written_ does not
  // matter.
  if (number == 0) return constant(0);
  return Values::from_term<32>(locations_.variable({Location::Kind::Register, number}));
}

void LocationHart::set(std::uint8_t number, Word32 value) {
  if (number != 0) set_location({Location::Kind::Register, number}, value);
}

std::optional<bool> LocationHart::branch(Word<1> condition) {
  const std::uint32_t target = isa::target_of(step_->pc, instruction_);
  if (target == isa::next_pc(step_->pc, instruction_)) return false;  // both directions lead to the same instruction
  const bool taken = step_->next == target;
  require(taken ? condition : values_.bit_not(condition));
  return taken;
}

// Only indirect jumps and atomics call this; write_csr() does not resolve values here.
std::optional<std::uint32_t> LocationHart::resolve(Word32 word) {
  if (isa::is_jump(instruction_)) {
    pin(values_.bit_and(word, constant(~1U)), step_->next);
    return step_->next;
  }
  if (accesses_.empty()) {
    failed_ = true;
    return std::nullopt;
  }
  pin(word, accesses_[0].low);
  return accesses_[0].low;
}

void LocationHart::return_from_trap() { pin(location({Location::Kind::Csr, isa::csr::mepc}), step_->next); }

LocationHart::Word32 LocationHart::read_csr(std::uint16_t number) {
  return is_term(number) ? location({Location::Kind::Csr, number}) : constant(step_->result);
}

bool LocationHart::write_csr(std::uint16_t number, Word32 value) {
  if (is_term(number)) {
    if (number == isa::csr::mepc) value = values_.bit_and(value, constant(~3U));
    set_location({Location::Kind::Csr, number}, value);
  } else if (isa::row(instruction_.opcode).reads_rs1) {
    pin(get(instruction_.rs1), step_->value);  // with the recorded operand, the situation changes as recorded
  }
  return true;
}

// --- Memory.

const MemoryAccess* LocationHart::next_access() {
  if (accessed_ == accesses_.size() || accesses_[accessed_].count > kMaxTargets) {
    failed_ = true;
    return nullptr;
  }
  return &accesses_[accessed_++];
}

void LocationHart::require_targets(Word32 address, const MemoryAccess& access) {
  if (access.count == 1) {
    pin(address, access.low);
    return;
  }
  const Word32 offset = values_.sub(address, constant(access.low));
  require(values_.bit_not(values_.ult(constant((access.count - 1) << access.stride_bits), offset)));
  require(values_.eq(values_.bit_and(offset, constant((1U << access.stride_bits) - 1)), constant(0)));
}

// W bits of memory, put together from aligned words.
template <unsigned W>
LocationHart::Word<W> LocationHart::load_at(std::uint32_t address) {
  term::TermPool& pool = locations_.pool();
  const auto word = [&](std::uint32_t at) { return values_.to_term(location({Location::Kind::Word, at})); };
  const std::uint32_t base = address & ~3U, low = 8 * (address % 4);
  if (low + W <= 32) return Values::from_term<W>(pool.extract(word(base), low + W - 1, low));
  return Values::from_term<W>(pool.extract(pool.concat(word(base + 4), word(base)), low + W - 1, low));
}

template <unsigned W>
void LocationHart::store_at(std::uint32_t address, Word<W> value) {
  term::TermPool& pool = locations_.pool();
  const Term stored = values_.to_term(value);
  for (unsigned done = 0; done < W;) {
    const std::uint32_t at = address + done / 8, low = 8 * (at % 4);
    const unsigned bits = std::min(W - done, 32 - low);
    const Location where{Location::Kind::Word, at & ~3U};
    const Term old = values_.to_term(location(where));
    Term word = pool.extract(stored, done + bits - 1, done);
    if (low > 0) word = pool.concat(word, pool.extract(old, low - 1, 0));
    if (low + bits < 32) word = pool.concat(pool.extract(old, 31, low + bits), word);
    set_location(where, Values::from_term<32>(word));
    done += bits;
  }
}

template <unsigned W>
std::optional<LocationHart::Word<W>> LocationHart::load(Word32 address) {
  // If phi does not depend on the loaded value, the address may be anywhere in memory.
  const bool matters = reads(phi_, {Location::Kind::Register, instruction_.rd});
  if (isa::is_load(instruction_) && !matters && !accesses_.empty() && !accesses_[0].device) {
    const Word32 offset = values_.sub(address, constant(config_.ram_base));
    require(values_.bit_not(values_.ult(constant(config_.ram_size - W / 8), offset)));
    return Values::constant<W>(0);
  }
  const MemoryAccess* access = next_access();
  if (!access) return std::nullopt;
  require_targets(address, *access);
  if (access->device) return Values::constant<W>(step_->result);
  Word<W> value = load_at<W>(access->low);
  for (std::uint32_t i = 1; i < access->count; ++i) {
    const std::uint32_t at = access->low + (i << access->stride_bits);
    value = values_.ite(values_.eq(address, constant(at)), load_at<W>(at), value);
  }
  return value;
}

template <unsigned W>
bool LocationHart::store(Word32 address, Word<W> value) {
  const MemoryAccess* access = next_access();
  if (!access || !access->store) {
    failed_ = true;
    return false;
  }
  require_targets(address, *access);
  const auto pin_value = [&] { require(values_.eq(value, Values::constant<W>(step_->value))); };
  if (access->device) {
    if (!step_->any_value) pin_value();
    return true;
  }
  if (access->count == 1) {
    if (config_.tohost == access->low) pin_value();
    store_at<W>(access->low, value);
    return true;
  }
  if (config_.tohost) require(values_.bit_not(values_.eq(address, constant(*config_.tohost))));
  for (std::uint32_t i = 0; i < access->count; ++i) {
    const std::uint32_t at = access->low + (i << access->stride_bits);
    store_at<W>(at, values_.ite(values_.eq(address, constant(at)), value, load_at<W>(at)));
  }
  return true;
}

}  // namespace janus::engine
