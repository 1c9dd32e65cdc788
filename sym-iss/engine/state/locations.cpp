#include "engine/state/locations.h"

#include <fmt/format.h>

#include "engine/state/state_parts.h"
#include "isa/registers.h"
#include "support/contract.h"
#include "term/substitute.h"

namespace janus::engine {
namespace {

using term::Term;

// The CSRs that can hold a term.
template <class Hart>
auto& csr_of(Hart& hart, std::uint32_t number) {
  switch (number) {
    case isa::csr::mscratch: return hart.mscratch;
    case isa::csr::mepc: return hart.mepc;
    case isa::csr::mcause: return hart.mcause;
    default: JANUS_REQUIRE(number == isa::csr::mtval); return hart.mtval;
  }
}

template <class Hart>
auto& word_of(Hart& hart, const Location& location) {
  return location.kind == Location::Kind::Register ? hart.x[location.number] : csr_of(hart, location.number);
}

}  // namespace

Term value_at(term::TermPool& pool, const ExecutionState& state, const Location& location, std::uint32_t ram_base) {
  if (location.kind == Location::Kind::Word) return word_at(pool, state.memory, location.number - ram_base);
  const auto& word = word_of(state.hart, location);
  return word.term ? word.term : pool.constant(32, word.bits.raw);
}

void set_value(ExecutionState& state, const Location& location, Term value, std::uint32_t ram_base) {
  if (location.kind == Location::Kind::Word) {
    store_word(state.memory, location.number - ram_base, value);
  } else {
    word_of(state.hart, location) = term::SymbolicValues::from_term<32>(value);
  }
}

Term Locations::variable(const Location& location) {
  Term& known = variables_[key(location)];
  if (!known) {
    static constexpr char kLetters[] = "xcm";
    const char letter = kLetters[static_cast<std::size_t>(location.kind)];
    const bool address = location.kind == Location::Kind::Word;
    known = pool_.variable(
        address ? fmt::format("loc.m{:08x}", location.number) : fmt::format("loc.{}{}", letter, location.number), 32);
    location_by_variable_.emplace(static_cast<std::uint32_t>(known->value), location);
  }
  return known;
}

std::optional<Location> Locations::location(std::uint32_t variable) const {
  const auto known = location_by_variable_.find(variable);
  return known == location_by_variable_.end() ? std::nullopt : std::optional(known->second);
}

std::optional<Location> Locations::location(Term variable) const {
  return location(static_cast<std::uint32_t>(variable->value));
}

Term Locations::at(const ExecutionState& state, Term formula) const {
  if (formula.is_constant()) return formula;
  term::Substitution substitution(pool_, [&](Term variable) {
    const auto where = location(variable);
    return where ? value(state, *where) : Term();
  });
  return substitution(formula);
}

}  // namespace janus::engine
