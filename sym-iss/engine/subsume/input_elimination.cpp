#include "engine/subsume/input_elimination.h"

#include <algorithm>

#include "isa/hooks.h"
#include "term/symbolic_values.h"

namespace janus::engine {
namespace {

using term::Term;

constexpr unsigned kMaxDepth = 16;  // nested conjunctions and choices that are taken apart

// The hart that isa::is_hook_call() needs: each register is its location variable.
struct RegisterVariables {
  template <unsigned W>
  using Word = term::SymbolicValues::Word<W>;

  Locations& locations;
  term::SymbolicValues domain{locations.pool()};

  term::SymbolicValues& values() { return domain; }
  Word<32> get(std::uint8_t number) {
    return term::SymbolicValues::from_term<32>(locations.variable({Location::Kind::Register, number}));
  }
};

}  // namespace

Term InputElimination::hook_guard(const InputMade& made) {
  using isa::HookCode;
  RegisterVariables registers{locations_};
  const auto is = [&](const isa::HookCall<std::uint32_t>& call) {
    return registers.values().to_term(isa::is_hook_call(registers, call));
  };
  const Input& input = *made.input;
  if (!input.address) return is({.code = HookCode::MakeRegisterSymbolic, .register_number = input.register_number});
  const auto makes_memory_symbolic = [&](HookCode code) {
    return is({.code = code, .address = *input.address, .bytes = input.size});
  };
  return locations_.pool().bit_or(makes_memory_symbolic(HookCode::MakeMemorySymbolic),
                                  makes_memory_symbolic(HookCode::MakeNamedMemorySymbolic));
}

bool InputElimination::is_input(const InputMade& made, const Location& location) const {
  const Input& input = *made.input;
  if (!input.address) return location.kind == Location::Kind::Register && location.number == input.register_number;
  if (location.kind != Location::Kind::Word) return false;
  const std::uint32_t first = *input.address & ~3U;  // a word that is partly an input counts as an input
  return location.number - first < *input.address + input.size - first;
}

bool InputElimination::mentions_input(const InputMade& made, Term phi) {
  const term::Support::Set set = support_.of(phi);
  if (set == term::Support::kMany) return true;
  const auto& variables = support_.variables(set);
  return std::any_of(variables.begin(), variables.end(), [&](std::uint32_t variable) {
    const auto location = locations_.location(variable);
    return location && is_input(made, *location);
  });
}

Precondition InputElimination::before(const InputMade& made, Term phi) {
  solver_.set_timeout(kQuestionSeconds);
  return {hook_guard(made), for_every_input(made, phi, kMaxDepth)};
}

Term InputElimination::for_every_input(const InputMade& made, Term phi, unsigned depth) {
  if (!mentions_input(made, phi)) return phi;
  term::TermPool& pool = locations_.pool();
  if (depth > 0 && phi.is(term::Kind::And)) {
    const Term left = for_every_input(made, phi->child[0], depth - 1);
    if (left.is_constant(0)) return left;
    return pool.bit_and(left, for_every_input(made, phi->child[1], depth - 1));
  }
  if (depth > 0 && phi.is(term::Kind::Ite) && !mentions_input(made, phi->child[0])) {
    const Term then = for_every_input(made, phi->child[1], depth - 1);
    return pool.ite(phi->child[0], then, for_every_input(made, phi->child[2], depth - 1));
  }
  return by_equalities(made, phi);
}

Term InputElimination::by_equalities(const InputMade& made, Term phi) {
  term::TermPool& pool = locations_.pool();
  const term::Support::Set set = support_.of(phi);
  if (set == term::Support::kMany) return pool.truth(false);
  solver::PathCondition equalities;
  for (const std::uint32_t variable : std::vector(support_.variables(set))) {
    const auto location = locations_.location(variable);
    if (!location || is_input(made, *location)) continue;
    const Term held = locations_.value(*made.state, *location);
    if (!held.is_constant()) continue;
    equalities = solver::extend(equalities, pool.eq(locations_.variable(*location), held));
  }
  term::Assignment model;
  const Term fails = pool.bit_not(phi);
  if (solver_.check(equalities, fails, model) != solver::Answer::Unsat) return pool.truth(false);
  const std::vector<Term> core = solver_.unsat_core(), all = equalities.terms();
  Term needed = pool.truth(true);
  for (const Term equality : all) {
    if (core.empty() || std::find(core.begin(), core.end(), equality) != core.end()) {
      needed = pool.bit_and(needed, equality);
    }
  }
  return needed;
}

}  // namespace janus::engine
