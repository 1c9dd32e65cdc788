// Patterns that rules match.
#pragma once

#include <bit>
#include <utility>

#include "term/known_bits.h"
#include "term/term.h"

namespace janus::term {

inline bool is_zero(Term a) { return a.is_constant(0); }
inline bool is_ones(Term a) { return a.is_constant() && a->value == mask(a.width()); }
inline bool is_power_of_two(Term a) { return a.is_constant() && std::has_single_bit(a->value); }
inline unsigned log2_of(Term a) { return static_cast<unsigned>(std::countr_zero(a->value)); }

// Puts the operands of a commutative operation in order: a constant on the right, otherwise the older node on the left.
inline void order(Term& a, Term& b) {
  if (a.is_constant() || (!b.is_constant() && a->id > b->id)) std::swap(a, b);
}

// Whether `a` is an operation of that kind with a constant on the right.
inline bool with_constant(Term a, Kind kind) { return a.is(kind) && a->child[1].is_constant(); }

// Whether one is the negation of the other.
inline bool complementary(Term a, Term b) {
  return (a.is(Kind::Not) && a->child[0] == b) || (b.is(Kind::Not) && b->child[0] == a);
}

// Whether both are extensions of that kind, of operands that have the same width.
inline bool extended_alike(Term a, Term b, Kind kind) {
  return a.is(kind) && b.is(kind) && a->child[0].width() == b->child[0].width();
}

// The other operand of a commutative operation `a` that has the operand `x`; null if `x` is not an operand of `a`.
inline Term beside(Term a, Term x) {
  if (a->child[0] == x) return a->child[1];
  return a->child[1] == x ? a->child[0] : Term{};
}

inline bool is_sum(Term a) { return a.is(Kind::Add) || a.is(Kind::Sub) || with_constant(a, Kind::Mul); }

// A choice between two constants: ite(c, k, j), or a truth value extended.
struct ConstantChoice {
  Term condition;  // null if the term is not such a choice
  std::uint64_t then = 0, otherwise = 0;
};
inline ConstantChoice constant_choice(Term a) {
  if (a.is(Kind::Ite)) {
    if (!a->child[1].is_constant() || !a->child[2].is_constant()) return {};
    return {a->child[0], a->child[1]->value, a->child[2]->value};
  }
  if ((a.is(Kind::ZeroExtend) || a.is(Kind::SignExtend)) && a->child[0].width() == 1) {
    return {a->child[0], a.is(Kind::ZeroExtend) ? 1 : mask(a.width()), 0};
  }
  return {};
}

// match(a, b), or match(b, a) if the former is null.
template <class Match>
Term either_way(Term a, Term b, Match match) {
  const Term result = match(a, b);
  return result ? result : match(b, a);
}

}  // namespace janus::term
