#include "solver/circuit.h"

#include <cadical.hpp>
#include <cstdlib>
#include <utility>

#include "term/work_clock.h"

namespace janus::solver {

Circuit::Circuit(CaDiCaL::Solver& sat) : sat_(sat) { clause({kTrue}); }

std::size_t Circuit::Hash::operator()(const Key& key) const {
  std::uint64_t h = static_cast<std::uint64_t>(key.gate);
  for (const Literal literal : {key.a, key.b, key.c}) {
    h = (h ^ static_cast<std::uint32_t>(literal)) * 0x9e3779b97f4a7c15;
    h ^= h >> 29;
  }
  return h;
}

void Circuit::clause(std::initializer_list<Literal> literals) {
  spend(term::Work::Clause);
  for (const Literal literal : literals) sat_.add(literal);
  sat_.add(0);
}

void Circuit::require(Literal a) {
  if (a != kTrue) clause({a});
}

void Circuit::require_equal(Literal a, Literal b) {
  if (a == b) return;
  clause({-a, b});
  clause({a, -b});
}

std::pair<Literal, bool> Circuit::output(Key key) {
  Literal& literal = gates_[key];
  if (literal) return {literal, false};
  literal = fresh();
  return {literal, true};
}

Literal Circuit::conjunction(Literal a, Literal b) {
  if (a == kFalse || b == kFalse || a == -b) return kFalse;
  if (a == kTrue || a == b) return b;
  if (b == kTrue) return a;
  if (a > b) std::swap(a, b);
  const auto [g, added] = output({Gate::And, a, b, 0});
  if (added) {
    clause({-g, a});
    clause({-g, b});
    clause({g, -a, -b});
  }
  return g;
}

Literal Circuit::exclusive_or(Literal a, Literal b) {
  if (a == b) return kFalse;
  if (a == -b) return kTrue;
  if (std::abs(a) == kTrue) return a == kTrue ? -b : b;
  if (std::abs(b) == kTrue) return b == kTrue ? -a : a;
  // Negations move to the output, so that x ^ y, -x ^ y, x ^ -y and -x ^ -y share one gate.
  const bool negated = (a < 0) != (b < 0);
  a = std::abs(a);
  b = std::abs(b);
  if (a > b) std::swap(a, b);
  const auto [g, added] = output({Gate::Xor, a, b, 0});
  if (added) {
    clause({-g, a, b});
    clause({-g, -a, -b});
    clause({g, -a, b});
    clause({g, a, -b});
  }
  return negated ? -g : g;
}

Literal Circuit::choice(Literal condition, Literal a, Literal b) {
  if (condition == kTrue || a == b) return a;
  if (condition == kFalse) return b;
  if (condition < 0) return choice(-condition, b, a);
  if (a == -b) return exclusive_or(condition, b);
  if (a == kTrue || a == condition) return disjunction(condition, b);
  if (a == kFalse || a == -condition) return conjunction(-condition, b);
  if (b == kTrue || b == -condition) return disjunction(-condition, a);
  if (b == kFalse || b == condition) return conjunction(condition, a);
  const auto [g, added] = output({Gate::Choice, condition, a, b});
  if (added) {
    clause({-condition, -a, g});
    clause({-condition, a, -g});
    clause({condition, -b, g});
    clause({condition, b, -g});
    clause({-a, -b, g});  // redundant: lets unit propagation derive g from a and b while the condition is open
    clause({a, b, -g});
  }
  return g;
}

Literal Circuit::majority(Literal a, Literal b, Literal c) {
  if (a > b) std::swap(a, b);
  if (b > c) std::swap(b, c);
  if (a > b) std::swap(a, b);
  if (a == b || a == -c) return b;
  if (b == c || a == -b) return c;
  if (b == -c) return a;
  for (const auto& [constant, x, y] : {std::tuple{a, b, c}, std::tuple{b, a, c}, std::tuple{c, a, b}}) {
    if (constant == kTrue) return disjunction(x, y);
    if (constant == kFalse) return conjunction(x, y);
  }
  const auto [g, added] = output({Gate::Majority, a, b, c});
  if (added) {
    clause({-a, -b, g});
    clause({-a, -c, g});
    clause({-b, -c, g});
    clause({a, b, -g});
    clause({a, c, -g});
    clause({b, c, -g});
  }
  return g;
}

}  // namespace janus::solver
