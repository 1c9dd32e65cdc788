// Rules of not, and, or, xor, on words and truth values alike.
#include <algorithm>

#include "term/comparison_interval.h"
#include "term/patterns.h"
#include "term/rules.h"

namespace janus::term {
namespace {

// Concat(x, y) op k, piece by piece, if this makes one of the pieces constant or leaves it as it is.
Term by_pieces(const Redex& r) {
  if (!r.a.is(Kind::Concat) || !r.b.is_constant()) return none;
  const Term x = r.a->child[0], y = r.a->child[1];
  const Term high = r.pool.constant(x.width(), r.b->value >> y.width()), low = r.pool.constant(y.width(), r.b->value);
  const auto trivial = [](Term k) { return is_zero(k) || is_ones(k); };
  if (!trivial(high) && !trivial(low) && !x.is_constant() && !y.is_constant()) return none;
  return r.pool.concat(r.pool.build(r.kind, x.width(), x, high), r.pool.build(r.kind, y.width(), y, low));
}

// zext(x) op k at the width of x, if k fits into this width.
Term within_extension(const Redex& r) {
  if (!r.a.is(Kind::ZeroExtend) || !r.b.is_constant()) return none;
  const Term x = r.a->child[0];
  if (r.b->value > mask(x.width())) return none;
  return r.pool.zero_extend(r.pool.build(r.kind, x.width(), x, r.pool.constant(x.width(), r.b->value)), r.width);
}

// zext(x) op zext(y) at the width of the wider.
Term both_extended(const Redex& r) {
  if (!r.a.is(Kind::ZeroExtend) || !r.b.is(Kind::ZeroExtend)) return none;
  const Term x = r.a->child[0], y = r.b->child[0];
  const unsigned width = std::max(x.width(), y.width());
  return r.pool.zero_extend(r.pool.build(r.kind, width, r.pool.zero_extend(x, width), r.pool.zero_extend(y, width)),
                            r.width);
}

// (x op k) op j, for an associative operation.
Term join_constants(const Redex& r) {
  if (!r.b.is_constant() || !with_constant(r.a, r.kind)) return none;
  return r.pool.build(r.kind, r.width, r.a->child[0], r.pool.build(r.kind, r.width, r.a->child[1], r.b));
}

// For x op other, in either order, where `other` is an operation of `kind` on x and some y: inside(x, other, y).
template <class Inside>
Term absorbing(const Redex& r, Kind kind, Inside inside) {
  return either_way(r.a, r.b, [&](Term x, Term other) -> Term {
    const Term y = other.is(kind) ? beside(other, x) : none;
    return y ? inside(x, other, y) : none;
  });
}

// y, if `other` is an operation of `kind` on y and the complement of x; null otherwise.
Term beside_complement(Term x, Term other, Kind kind) {
  if (!other.is(kind)) return none;
  if (complementary(other->child[0], x)) return other->child[1];
  return complementary(other->child[1], x) ? other->child[0] : none;
}

constexpr RuleSet kNotRules{
    Rule{"not not x -> x", [](const Redex& r) -> Term { return r.a.is(Kind::Not) ? r.a->child[0] : none; }},
};

constexpr RuleSet kAndRules{
    Rule{"x & x -> x", [](const Redex& r) -> Term { return r.a == r.b ? r.a : none; }},
    Rule{"x & y -> x, if y has ones wherever x may",
         [](const Redex& r) -> Term {
           if ((highest(r.a) & ~lowest(r.b)) == 0) return r.a;
           return (highest(r.b) & ~lowest(r.a)) == 0 ? r.b : none;
         }},
    Rule{"x & y -> 0, if x has zeros wherever y may have ones",
         [](const Redex& r) -> Term { return disjoint(r.a, r.b) ? r.constant(0) : none; }},
    Rule{"x & not x -> 0", [](const Redex& r) -> Term { return complementary(r.a, r.b) ? r.constant(0) : none; }},
    Rule{"(x & k) & j -> x & (k & j)", [](const Redex& r) -> Term { return join_constants(r); }},
    Rule{"x & 0..01..10..0 -> 0.x[h..l].0",
         [](const Redex& r) -> Term {
           if (!r.b.is_constant()) return none;
           const std::uint64_t k = r.b->value;
           const auto low = static_cast<unsigned>(std::countr_zero(k));
           const auto length = static_cast<unsigned>(std::countr_one(k >> low));
           if (k >> low != mask(length)) return none;
           const Term piece = r.pool.extract(r.a, low + length - 1, low);
           return r.pool.zero_extend(low ? r.pool.concat(piece, r.pool.constant(low, 0)) : piece, r.width);
         }},
    Rule{"x & zext(y) -> zext(x[n-1..0] & y), n the width of y",
         [](const Redex& r) -> Term {
           return either_way(r.a, r.b, [&](Term x, Term extended) -> Term {
             if (!extended.is(Kind::ZeroExtend)) return none;
             const Term y = extended->child[0];
             return r.pool.zero_extend(r.pool.bit_and(r.pool.extract(x, y.width() - 1, 0), y), r.width);
           });
         }},
    Rule{"x & sext(c) -> ite(c, x, 0)",
         [](const Redex& r) -> Term {
           return either_way(r.a, r.b, [&](Term x, Term extended) -> Term {
             if (!extended.is(Kind::SignExtend) || extended->child[0].width() != 1) return none;
             return r.pool.ite(extended->child[0], x, r.constant(0));
           });
         }},
    Rule{"(x.y) & k -> (x & k1).(y & k0), if one of them is trivial",
         [](const Redex& r) -> Term { return by_pieces(r); }},
    Rule{"x & (x | y) -> x",
         [](const Redex& r) -> Term { return absorbing(r, Kind::Or, [](Term x, Term, Term) { return x; }); }},
    Rule{"x & (x & y) -> x & y",
         [](const Redex& r) -> Term { return absorbing(r, Kind::And, [](Term, Term other, Term) { return other; }); }},
    Rule{"x & (not x | y) -> x & y",
         [](const Redex& r) -> Term {
           return either_way(r.a, r.b, [&](Term x, Term other) -> Term {
             const Term y = beside_complement(x, other, Kind::Or);
             return y ? r.pool.bit_and(x, y) : none;
           });
         }},
    Rule{"x & (not x & y) -> 0",
         [](const Redex& r) -> Term {
           return either_way(r.a, r.b, [&](Term x, Term other) -> Term {
             return beside_complement(x, other, Kind::And) ? r.constant(0) : none;
           });
         }},
    Rule{"x & not (x | y) -> 0",
         [](const Redex& r) -> Term {
           return either_way(r.a, r.b, [&](Term x, Term other) -> Term {
             return other.is(Kind::Not) && other->child[0].is(Kind::Or) && beside(other->child[0], x) ? r.constant(0)
                                                                                                      : none;
           });
         }},
    Rule{"x & not (x & y) -> x & not y",
         [](const Redex& r) -> Term {
           return either_way(r.a, r.b, [&](Term x, Term other) -> Term {
             const Term y = other.is(Kind::Not) && other->child[0].is(Kind::And) ? beside(other->child[0], x) : none;
             return y ? r.pool.bit_and(x, r.pool.bit_not(y)) : none;
           });
         }},
    Rule{"two comparisons of x with constants that exclude each other -> false; one that implies the other -> that one",
         [](const Redex& r) -> Term { return r.width == 1 ? conjunction_of_intervals(r.pool, r.a, r.b) : none; }},
    Rule{"not x & not y -> not (x | y)",
         [](const Redex& r) -> Term {
           if (!r.a.is(Kind::Not) || !r.b.is(Kind::Not)) return none;
           return r.pool.bit_not(r.pool.bit_or(r.a->child[0], r.b->child[0]));
         }},
};

constexpr RuleSet kOrRules{
    Rule{"x | x -> x", [](const Redex& r) -> Term { return r.a == r.b ? r.a : none; }},
    Rule{"x | y -> x, if x has ones wherever y may",
         [](const Redex& r) -> Term {
           if ((highest(r.b) & ~lowest(r.a)) == 0) return r.a;
           return (highest(r.a) & ~lowest(r.b)) == 0 ? r.b : none;
         }},
    Rule{"x | not x -> -1", [](const Redex& r) -> Term { return complementary(r.a, r.b) ? r.constant(~0ULL) : none; }},
    Rule{"(x | k) | j -> x | (k | j)", [](const Redex& r) -> Term { return join_constants(r); }},
    Rule{"zext(x) | zext(y) -> zext(x | y)", [](const Redex& r) -> Term { return both_extended(r); }},
    Rule{"zext(x) | k -> zext(x | k), if k fits", [](const Redex& r) -> Term { return within_extension(r); }},
    Rule{"(x.0) | y -> x.y, if y fits below x", [](const Redex& r) -> Term { return join_below(r); }},
    Rule{"(x.y) | k -> (x | k1).(y | k0), if one of them is trivial",
         [](const Redex& r) -> Term { return by_pieces(r); }},
    Rule{"x | y -> x + y, if they are disjoint and x a sum",
         [](const Redex& r) -> Term {
           return disjoint(r.a, r.b) && (is_sum(r.a) || is_sum(r.b)) ? r.pool.add(r.a, r.b) : none;
         }},
    Rule{"x | sext(c) -> ite(c, -1, x)",
         [](const Redex& r) -> Term {
           return either_way(r.a, r.b, [&](Term x, Term extended) -> Term {
             if (!extended.is(Kind::SignExtend) || extended->child[0].width() != 1) return none;
             return r.pool.ite(extended->child[0], r.constant(~0ULL), x);
           });
         }},
    Rule{"x | (x & y) -> x",
         [](const Redex& r) -> Term { return absorbing(r, Kind::And, [](Term x, Term, Term) { return x; }); }},
    Rule{"x | (x | y) -> x | y",
         [](const Redex& r) -> Term { return absorbing(r, Kind::Or, [](Term, Term other, Term) { return other; }); }},
    Rule{"x | (not x & y) -> x | y",
         [](const Redex& r) -> Term {
           return either_way(r.a, r.b, [&](Term x, Term other) -> Term {
             const Term y = beside_complement(x, other, Kind::And);
             return y ? r.pool.bit_or(x, y) : none;
           });
         }},
    Rule{"x | (not x | y) -> -1",
         [](const Redex& r) -> Term {
           return either_way(r.a, r.b, [&](Term x, Term other) -> Term {
             return beside_complement(x, other, Kind::Or) ? r.constant(~0ULL) : none;
           });
         }},
    Rule{"x | not (x & y) -> -1",
         [](const Redex& r) -> Term {
           return either_way(r.a, r.b, [&](Term x, Term other) -> Term {
             return other.is(Kind::Not) && other->child[0].is(Kind::And) && beside(other->child[0], x)
                        ? r.constant(~0ULL)
                        : none;
           });
         }},
    Rule{"x | not (x | y) -> x | not y",
         [](const Redex& r) -> Term {
           return either_way(r.a, r.b, [&](Term x, Term other) -> Term {
             const Term y = other.is(Kind::Not) && other->child[0].is(Kind::Or) ? beside(other->child[0], x) : none;
             return y ? r.pool.bit_or(x, r.pool.bit_not(y)) : none;
           });
         }},
    Rule{"two comparisons of x with constants of which one must hold -> true; one that follows from the other -> that "
         "one",
         [](const Redex& r) -> Term { return r.width == 1 ? disjunction_of_intervals(r.pool, r.a, r.b) : none; }},
};

constexpr RuleSet kXorRules{
    Rule{"x ^ 0 -> x", [](const Redex& r) -> Term { return is_zero(r.b) ? r.a : none; }},
    Rule{"x ^ x -> 0", [](const Redex& r) -> Term { return r.a == r.b ? r.constant(0) : none; }},
    Rule{"x ^ -1 -> not x", [](const Redex& r) -> Term { return is_ones(r.b) ? r.pool.bit_not(r.a) : none; }},
    Rule{"(x ^ k) ^ j -> x ^ (k ^ j)", [](const Redex& r) -> Term { return join_constants(r); }},
    Rule{"zext(x) ^ k -> zext(x ^ k), if k fits", [](const Redex& r) -> Term { return within_extension(r); }},
    Rule{"zext(x) ^ zext(y) -> zext(x ^ y)", [](const Redex& r) -> Term { return both_extended(r); }},
    Rule{"(x.y) ^ k -> (x ^ k1).(y ^ k0), if one of them is trivial",
         [](const Redex& r) -> Term { return by_pieces(r); }},
    Rule{"not x ^ y -> not (x ^ y)",
         [](const Redex& r) -> Term {
           return either_way(r.a, r.b, [&](Term inverted, Term y) -> Term {
             if (!inverted.is(Kind::Not)) return none;
             const Term x = inverted->child[0];
             if (y.is_constant()) return r.pool.bit_xor(x, r.pool.bit_not(y));
             return r.pool.bit_not(r.pool.bit_xor(x, y));
           });
         }},
    Rule{"x ^ (x ^ y) -> y",
         [](const Redex& r) -> Term { return absorbing(r, Kind::Xor, [](Term, Term, Term y) { return y; }); }},
    Rule{"(x.0) ^ y -> x.y, if y fits below x", [](const Redex& r) -> Term { return join_below(r); }},
};

}  // namespace

Term TermPool::bit_not(Term a) { return simplified(kNotRules, {*this, Kind::Not, a.width(), a, {}, {}}); }

Term TermPool::bit_and(Term a, Term b) {
  order(a, b);
  return simplified(kAndRules, {*this, Kind::And, a.width(), a, b, {}});
}

Term TermPool::bit_or(Term a, Term b) {
  order(a, b);
  return simplified(kOrRules, {*this, Kind::Or, a.width(), a, b, {}});
}

Term TermPool::bit_xor(Term a, Term b) {
  order(a, b);
  return simplified(kXorRules, {*this, Kind::Xor, a.width(), a, b, {}});
}

void list_bitwise_rules(std::vector<RuleRow>& rows) {
  kNotRules.list(Kind::Not, rows);
  kAndRules.list(Kind::And, rows);
  kOrRules.list(Kind::Or, rows);
  kXorRules.list(Kind::Xor, rows);
}

}  // namespace janus::term
