// Rules of sums, products and divisions. Sums, differences and multiples by constants are in the linear normal form
// (linear.cpp); the other rules here are for non-linear operations.
#include <algorithm>
#include <bit>

#include "term/linear.h"
#include "term/patterns.h"
#include "term/range.h"
#include "term/rules.h"

namespace janus::term {
namespace {

bool both_non_negative(const Redex& r) { return known_non_negative(r.a) && known_non_negative(r.b); }

// Signed division of operands that are known to be non-negative is unsigned division.
Term unsigned_division(const Redex& r, Kind kind) {
  return both_non_negative(r) ? r.pool.build(kind, r.width, r.a, r.b) : none;
}

// ext(x) * ext(y) -> ext(ext(x) * ext(y)) at the sum of their widths, where the product cannot overflow.
Term narrow_product(const Redex& r, Kind extension) {
  if (!r.a.is(extension) || !r.b.is(extension)) return none;
  const Term x = r.a->child[0], y = r.b->child[0];
  const unsigned narrow = x.width() + y.width();
  if (narrow >= r.width) return none;
  const auto extended = [&](Term word) { return r.pool.build(extension, narrow, word); };
  return r.pool.build(extension, r.width, r.pool.mul(extended(x), extended(y)));
}

// An extension seen as a sign extension of so many bits; 0 if the term is none.
unsigned signed_bits(Term a) {
  if (a.is(Kind::SignExtend)) return a->child[0].width();
  if (a.is(Kind::ZeroExtend)) return a->child[0].width() + 1;
  if (!a.is_constant()) return 0;
  const std::int64_t value = as_signed(a->value, a.width());
  return 1 + static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(value < 0 ? ~value : value)));
}

// x op y -> sext(x op y) of so many low bits.
Term in_low_bits(const Redex& r, unsigned bits) {
  if (bits >= r.width) return none;
  const auto low = [&](Term word) { return r.pool.extract(word, bits - 1, 0); };
  return r.pool.sign_extend(r.pool.build(r.kind, bits, low(r.a), low(r.b)), r.width);
}

// The factor y of a product y * (x / y) in either order; null if `product` is none.
Term divided_by_factor(Term product, Term x, Kind division) {
  if (!product.is(Kind::Mul)) return none;
  return either_way(product->child[0], product->child[1], [&](Term quotient, Term factor) -> Term {
    if (!quotient.is(division) || !(quotient->child[1] == factor) || !(quotient->child[0] == x)) return none;
    return factor;
  });
}

// x - y * (x / y) -> x % y
Term remainder_of_difference(const Redex& r, Kind division, Kind remainder) {
  const Term y = divided_by_factor(r.b, r.a, division);
  return y ? r.pool.build(remainder, r.width, r.a, y) : none;
}

// y * (x / y) + x % y -> x
Term dividend_of_sum(const Redex& r, Kind division, Kind remainder) {
  return either_way(r.a, r.b, [&](Term product, Term rest) -> Term {
    if (!rest.is(remainder)) return none;
    const Term x = rest->child[0];
    return divided_by_factor(product, x, division) == rest->child[1] ? x : none;
  });
}

// The word x, if the operation divides x * y by y and the product cannot wrap; else null.
Term exact_quotient(const Redex& r) {
  const Term x = r.a.is(Kind::Mul) ? beside(r.a, r.b) : none;
  if (!x) return none;
  const std::uint64_t most = range(r.b).high;
  return most == 0 || range(x).high <= mask(r.width) / most ? x : none;
}

// x = 0 as a condition on the word x; `zero` may be about x without its extension.
bool says_zero(Term zero, Term x) {
  if (!zero.is(Kind::Eq) || !is_zero(zero->child[1])) return false;
  if (zero->child[0] == x) return true;
  return (x.is(Kind::ZeroExtend) || x.is(Kind::SignExtend)) && zero->child[0] == x->child[0];
}

constexpr RuleSet kAddRules{
    Rule{"y * (x / y) + x % y -> x, signed or unsigned",
         [](const Redex& r) -> Term {
           const Term x = dividend_of_sum(r, Kind::Udiv, Kind::Urem);
           return x ? x : dividend_of_sum(r, Kind::Sdiv, Kind::Srem);
         }},
    Rule{"x + y -> the linear normal form", [](const Redex& r) -> Term { return linear(r.pool, r.a, r.b, 1); }},
};

constexpr RuleSet kSubRules{
    Rule{"x - x -> 0", [](const Redex& r) -> Term { return r.a == r.b ? r.constant(0) : none; }},
    Rule{"x - y * (x / y) -> x % y, signed or unsigned",
         [](const Redex& r) -> Term {
           const Term rest = remainder_of_difference(r, Kind::Udiv, Kind::Urem);
           return rest ? rest : remainder_of_difference(r, Kind::Sdiv, Kind::Srem);
         }},
    Rule{"x - y -> the linear normal form", [](const Redex& r) -> Term { return linear(r.pool, r.a, r.b, ~0ULL); }},
};

constexpr RuleSet kMulRules{
    Rule{"x * 0 -> 0", [](const Redex& r) -> Term { return is_zero(r.b) ? r.b : none; }},
    Rule{"x * 1 -> x", [](const Redex& r) -> Term { return r.b.is_constant(1) ? r.a : none; }},
    Rule{"x * k -> the linear normal form",
         [](const Redex& r) -> Term {
           return r.b.is_constant() ? linear(r.pool, r.constant(0), r.a, r.b->value) : none;
         }},
    Rule{"x * y -> x & y, of one bit",
         [](const Redex& r) -> Term { return r.width == 1 ? r.pool.bit_and(r.a, r.b) : none; }},
    Rule{"x * zext(c) -> ite(c, x, 0)",
         [](const Redex& r) -> Term {
           return either_way(r.a, r.b, [&](Term x, Term factor) -> Term {
             if (!factor.is(Kind::ZeroExtend) || factor->child[0].width() != 1) return none;
             return r.pool.ite(factor->child[0], x, r.constant(0));
           });
         }},
    Rule{"x * ite(x = 0, y, z) -> x * z",  // as in a quotient by x
         [](const Redex& r) -> Term {
           return either_way(r.a, r.b, [&](Term x, Term other) -> Term {
             if (!other.is(Kind::Ite) || !says_zero(other->child[0], x)) return none;
             return r.pool.mul(x, other->child[2]);
           });
         }},
    Rule{"x * (sext(x = 0).y) -> x * zext(y)",  // as in a quotient by x, see below
         [](const Redex& r) -> Term {
           return either_way(r.a, r.b, [&](Term x, Term other) -> Term {
             if (!other.is(Kind::Concat)) return none;
             const Term high = other->child[0];
             if (!says_zero(high.is(Kind::SignExtend) ? high->child[0] : high, x)) return none;
             return r.pool.mul(x, r.pool.zero_extend(other->child[1], r.width));
           });
         }},
    Rule{"zext(x) * zext(y) -> zext(zext(x) * zext(y)), as wide as both together",
         [](const Redex& r) -> Term { return narrow_product(r, Kind::ZeroExtend); }},
    Rule{"sext(x) * sext(y) -> sext(sext(x) * sext(y)), as wide as both together",
         [](const Redex& r) -> Term { return narrow_product(r, Kind::SignExtend); }},
    Rule{"zext(x) * sext(y) -> sext(zext(x) * sext(y)), one bit wider than both together",
         [](const Redex& r) -> Term {
           const bool mixed = r.a.is(Kind::ZeroExtend) ? r.b.is(Kind::SignExtend)
                                                       : r.a.is(Kind::SignExtend) && r.b.is(Kind::ZeroExtend);
           return mixed ? in_low_bits(r, signed_bits(r.a) + signed_bits(r.b)) : none;
         }},
};

constexpr RuleSet kUdivRules{
    Rule{"x / 2^n -> x >> n",
         [](const Redex& r) -> Term {
           return is_power_of_two(r.b) ? r.pool.lshr(r.a, r.constant(log2_of(r.b))) : none;
         }},
    Rule{"x / 0 -> -1", [](const Redex& r) -> Term { return is_zero(r.b) ? r.constant(~0ULL) : none; }},
    Rule{"(x * y) / y -> ite(y = 0, -1, x), if x * y cannot wrap",
         [](const Redex& r) -> Term {
           const Term x = exact_quotient(r);
           return x ? r.pool.ite(r.pool.eq(r.b, r.constant(0)), r.constant(~0ULL), x) : none;
         }},
    Rule{"zext(x) / k -> zext(x / k), if k fits",
         [](const Redex& r) -> Term {
           if (!r.a.is(Kind::ZeroExtend) || !r.b.is_constant()) return none;
           const Term x = r.a->child[0];
           if (r.b->value > mask(x.width())) return none;
           return r.pool.zero_extend(r.pool.udiv(x, r.pool.constant(x.width(), r.b->value)), r.width);
         }},
    Rule{"zext(x) / zext(y) -> sext(y = 0).(x / y), at the width of the wider",
         [](const Redex& r) -> Term {
           if (!r.a.is(Kind::ZeroExtend) || !r.b.is(Kind::ZeroExtend)) return none;
           const unsigned width = std::max(r.a->child[0].width(), r.b->child[0].width());
           const auto low = [&](Term word) { return r.pool.extract(word, width - 1, 0); };
           const Term above = r.pool.eq(r.b, r.constant(0));
           return r.pool.concat(r.pool.sign_extend(above, r.width - width), r.pool.udiv(low(r.a), low(r.b)));
         }},
    Rule{"(x / k) / j -> x / (k * j), or 0 if that is too large",
         [](const Redex& r) -> Term {
           if (!r.b.is_constant() || !with_constant(r.a, Kind::Udiv)) return none;
           const std::uint64_t k = r.a->child[1]->value, j = r.b->value;  // not 0, by the rules above
           if (k > mask(r.width) / j) return r.constant(0);
           return r.pool.udiv(r.a->child[0], r.constant(k * j));
         }},
};

constexpr RuleSet kUremRules{
    Rule{"x % 2^n -> x & (2^n - 1)",
         [](const Redex& r) -> Term {
           return is_power_of_two(r.b) ? r.pool.bit_and(r.a, r.constant(r.b->value - 1)) : none;
         }},
    Rule{"x % 0 -> x", [](const Redex& r) -> Term { return is_zero(r.b) ? r.a : none; }},
    Rule{"0 % x, x % x -> 0", [](const Redex& r) -> Term { return is_zero(r.a) || r.a == r.b ? r.constant(0) : none; }},
    Rule{"(x * y) % y -> 0, if x * y cannot wrap",
         [](const Redex& r) -> Term { return exact_quotient(r) ? r.constant(0) : none; }},
    Rule{"x % y -> x, if x < y whatever they are",
         [](const Redex& r) -> Term { return range(r.a).high < range(r.b).low ? r.a : none; }},
    Rule{"(x % y) % y -> x % y",
         [](const Redex& r) -> Term { return r.a.is(Kind::Urem) && r.a->child[1] == r.b ? r.a : none; }},
    Rule{"zext(x) % zext(y) -> zext(x % y), at the width of the wider",
         [](const Redex& r) -> Term {
           if (!r.a.is(Kind::ZeroExtend)) return none;
           const Term x = r.a->child[0];
           unsigned width = x.width();
           if (r.b.is_constant()) {
             if (r.b->value > mask(width)) return none;
           } else if (r.b.is(Kind::ZeroExtend)) {
             width = std::max(width, r.b->child[0].width());
           } else {
             return none;
           }
           return r.pool.zero_extend(r.pool.urem(r.pool.zero_extend(x, width), r.pool.extract(r.b, width - 1, 0)),
                                     r.width);
         }},
};

constexpr RuleSet kSdivRules{
    Rule{"x / y -> x | not y, of one bit",  // 0 and -1: only 0 / -1 is 0, since x / 0 is 1 or -1, which is the same
         [](const Redex& r) -> Term { return r.width == 1 ? r.pool.bit_or(r.a, r.pool.bit_not(r.b)) : none; }},
    Rule{"x / 1 -> x", [](const Redex& r) -> Term { return r.b.is_constant(1) ? r.a : none; }},
    Rule{"x / -1 -> -x", [](const Redex& r) -> Term { return is_ones(r.b) ? r.pool.sub(r.constant(0), r.a) : none; }},
    Rule{"x / 0 -> ite(x <s 0, 1, -1)",
         [](const Redex& r) -> Term {
           return is_zero(r.b) ? r.pool.ite(r.pool.slt(r.a, r.b), r.constant(1), r.constant(~0ULL)) : none;
         }},
    Rule{"x / y -> unsigned x / y, if neither is negative",
         [](const Redex& r) -> Term { return unsigned_division(r, Kind::Udiv); }},
    Rule{"sext(x) / sext(y) -> sext(sext(x) / sext(y)), one bit wider than the wider; likewise zext and k",
         [](const Redex& r) -> Term {  // -2^(n-1) / -1 has n + 1 bits, and x / 0 is 1 or -1
           const unsigned x = signed_bits(r.a), y = signed_bits(r.b);
           return x && y ? in_low_bits(r, std::max(x, y) + 1) : none;
         }},
};

constexpr RuleSet kSremRules{
    Rule{"x rem 0 -> x", [](const Redex& r) -> Term { return is_zero(r.b) ? r.a : none; }},
    Rule{"x rem 1, x rem -1, 0 rem x, x rem x -> 0",
         [](const Redex& r) -> Term {
           return r.b.is_constant(1) || is_ones(r.b) || is_zero(r.a) || r.a == r.b ? r.constant(0) : none;
         }},
    Rule{"x rem y -> unsigned x % y, if neither is negative",
         [](const Redex& r) -> Term { return unsigned_division(r, Kind::Urem); }},
    Rule{"sext(x) rem sext(y) -> sext(x rem y), at the width of the wider; likewise zext and k",
         [](const Redex& r) -> Term {
           const unsigned x = signed_bits(r.a), y = signed_bits(r.b);
           return x && y ? in_low_bits(r, std::max(x, y)) : none;
         }},
    Rule{"(x rem y) rem y -> x rem y",
         [](const Redex& r) -> Term { return r.a.is(Kind::Srem) && r.a->child[1] == r.b ? r.a : none; }},
};

}  // namespace

Term TermPool::add(Term a, Term b) {
  order(a, b);
  return simplified(kAddRules, {*this, Kind::Add, a.width(), a, b, {}});
}

Term TermPool::sub(Term a, Term b) { return simplified(kSubRules, {*this, Kind::Sub, a.width(), a, b, {}}); }

Term TermPool::mul(Term a, Term b) {
  order(a, b);
  return simplified(kMulRules, {*this, Kind::Mul, a.width(), a, b, {}});
}

Term TermPool::udiv(Term a, Term b) { return simplified(kUdivRules, {*this, Kind::Udiv, a.width(), a, b, {}}); }
Term TermPool::urem(Term a, Term b) { return simplified(kUremRules, {*this, Kind::Urem, a.width(), a, b, {}}); }
Term TermPool::sdiv(Term a, Term b) { return simplified(kSdivRules, {*this, Kind::Sdiv, a.width(), a, b, {}}); }
Term TermPool::srem(Term a, Term b) { return simplified(kSremRules, {*this, Kind::Srem, a.width(), a, b, {}}); }

void list_arithmetic_rules(std::vector<RuleRow>& rows) {
  kAddRules.list(Kind::Add, rows);
  kSubRules.list(Kind::Sub, rows);
  kMulRules.list(Kind::Mul, rows);
  kUdivRules.list(Kind::Udiv, rows);
  kUremRules.list(Kind::Urem, rows);
  kSdivRules.list(Kind::Sdiv, rows);
  kSremRules.list(Kind::Srem, rows);
}

}  // namespace janus::term
