// Rules of =, unsigned < and signed <.
#include <algorithm>

#include "term/linear.h"
#include "term/patterns.h"
#include "term/range.h"
#include "term/rules.h"

namespace janus::term {
namespace {

// The inverse of an odd number modulo 2^64, by Newton's iteration; each step doubles the number of correct bits.
std::uint64_t inverse(std::uint64_t odd) {
  std::uint64_t x = odd;
  for (int i = 0; i < 5; ++i) x *= 2 - odd * x;
  return x;
}

// x = k
Term equals(const Redex& r, Term x, std::uint64_t k) { return r.pool.eq(x, r.pool.constant(x.width(), k)); }

// Whether the comparison is of an operation of `kind` with a constant.
bool compares(const Redex& r, Kind kind) { return r.a.is(kind) && r.b.is_constant(); }

// The bounds of the signed numbers of the width of x.
std::int64_t smallest_signed(Term x) { return -static_cast<std::int64_t>(mask(x.width()) >> 1) - 1; }
std::int64_t largest_signed(Term x) { return static_cast<std::int64_t>(mask(x.width()) >> 1); }

// Compares a choice that has a constant branch with a constant, branch by branch.
Term compare_branches(const Redex& r, Term choice, bool choice_left) {
  if (!choice.is(Kind::Ite) || (!choice->child[1].is_constant() && !choice->child[2].is_constant())) return none;
  const TermPool::RebuildLimit limit(r.pool);
  if (!limit) return none;
  const auto compared = [&](Term x) { return r.pool.build(r.kind, 1, choice_left ? x : r.a, choice_left ? r.b : x); };
  const Term then = compared(choice->child[1]);
  return r.pool.ite(choice->child[0], then, compared(choice->child[2]));
}

Term compare_choice(const Redex& r) {
  if (r.b.is_constant()) return compare_branches(r, r.a, true);
  return r.a.is_constant() ? compare_branches(r, r.b, false) : none;
}

constexpr RuleSet kEqRules{
    Rule{"x = x -> true", [](const Redex& r) -> Term { return r.a == r.b ? r.constant(1) : none; }},
    Rule{"c = true -> c; c = false -> not c",
         [](const Redex& r) -> Term {
           if (r.a.width() != 1 || !r.b.is_constant()) return none;
           if (r.a.is(Kind::Extract) && r.a->low + 1U == r.a->child[0].width()) return none;  // a sign, see below
           return r.b->value ? r.a : r.pool.bit_not(r.a);
         }},
    Rule{"x[w-1] = 1 -> x <s 0; x[w-1] = 0 -> not x <s 0",
         [](const Redex& r) -> Term {
           if (!compares(r, Kind::Extract) || r.a.width() != 1) return none;
           const Term x = r.a->child[0], negative = r.pool.slt(x, r.pool.constant(x.width(), 0));
           return r.b->value ? negative : r.pool.bit_not(negative);
         }},
    Rule{"x[w-1..n] = 0 -> x < 2^n; x[w-1..n] = -1 -> not x < 2^w - 2^n",
         [](const Redex& r) -> Term {
           if (!compares(r, Kind::Extract) || (!is_zero(r.b) && !is_ones(r.b))) return none;
           const Term x = r.a->child[0];
           if (r.a->low + r.a.width() != x.width()) return none;
           const Term less =
               r.pool.ult(x, r.pool.constant(x.width(), std::max<std::uint64_t>(r.b->value, 1) << r.a->low));
           return is_zero(r.b) ? less : r.pool.bit_not(less);
         }},
    Rule{"not x = k -> x = not k",
         [](const Redex& r) -> Term { return compares(r, Kind::Not) ? equals(r, r.a->child[0], ~r.b->value) : none; }},
    Rule{"x + j = k -> x = k - j",
         [](const Redex& r) -> Term {
           if (!compares(r, Kind::Add) || !with_constant(r.a, Kind::Add)) return none;
           return equals(r, r.a->child[0], r.b->value - r.a->child[1]->value);
         }},
    Rule{"x - y = 0 -> x = y; j - y = k -> y = j - k",
         [](const Redex& r) -> Term {
           if (!compares(r, Kind::Sub)) return none;
           const Term x = r.a->child[0], y = r.a->child[1];
           if (is_zero(r.b)) return r.pool.eq(x, y);
           return x.is_constant() ? equals(r, y, x->value - r.b->value) : none;
         }},
    Rule{"x * j = k -> x = k / j, if j is odd",
         [](const Redex& r) -> Term {
           if (!compares(r, Kind::Mul) || !with_constant(r.a, Kind::Mul)) return none;
           const std::uint64_t j = r.a->child[1]->value;
           return j % 2 == 1 ? equals(r, r.a->child[0], r.b->value * inverse(j)) : none;
         }},
    Rule{"x * (j * 2^n) = k * 2^n -> x[w-n-1..0] * j = k",
         [](const Redex& r) -> Term {
           if (!compares(r, Kind::Mul) || !with_constant(r.a, Kind::Mul)) return none;
           const std::uint64_t j = r.a->child[1]->value;
           const auto n = static_cast<unsigned>(std::countr_zero(j));
           if (n == 0 || (n < 64 && (r.b->value & mask(n)))) return none;
           const unsigned width = r.a.width() - n;
           const Term x = r.pool.extract(r.a->child[0], width - 1, 0);
           return equals(r, x, (r.b->value >> n) * inverse(j >> n));
         }},
    Rule{"x ^ j = k -> x = k ^ j; x ^ y = 0 -> x = y",
         [](const Redex& r) -> Term {
           if (!compares(r, Kind::Xor)) return none;
           const Term x = r.a->child[0], y = r.a->child[1];
           if (y.is_constant()) return equals(r, x, r.b->value ^ y->value);
           return is_zero(r.b) ? r.pool.eq(x, y) : none;
         }},
    Rule{"x | j = k -> x & not j = k & not j, if k has the bits of j",
         [](const Redex& r) -> Term {
           if (!compares(r, Kind::Or) || !with_constant(r.a, Kind::Or)) return none;
           const std::uint64_t j = r.a->child[1]->value;
           if (j & ~r.b->value) return none;  // false: known bits find this
           return equals(r, r.pool.bit_and(r.a->child[0], r.pool.constant(r.a.width(), ~j)), r.b->value & ~j);
         }},
    Rule{"zext(x) = k -> x = k, or false if k does not fit",
         [](const Redex& r) -> Term {
           if (!compares(r, Kind::ZeroExtend)) return none;
           const Term x = r.a->child[0];
           return r.b->value <= mask(x.width()) ? equals(r, x, r.b->value) : r.constant(0);
         }},
    Rule{"sext(x) = k -> x = k, or false if k does not fit",
         [](const Redex& r) -> Term {
           if (!compares(r, Kind::SignExtend)) return none;
           const Term x = r.a->child[0];
           const std::int64_t k = as_signed(r.b->value, r.b.width());
           return smallest_signed(x) <= k && k <= largest_signed(x) ? equals(r, x, r.b->value) : r.constant(0);
         }},
    Rule{"(x.y) = k -> x = k1 & y = k0",
         [](const Redex& r) -> Term {
           if (!compares(r, Kind::Concat)) return none;
           const Term x = r.a->child[0], y = r.a->child[1];
           const Term high = equals(r, x, r.b->value >> y.width());
           return r.pool.bit_and(high, equals(r, y, r.b->value));
         }},
    Rule{"(x.y) = (z.u) -> x = z & y = u, if split at the same bit",
         [](const Redex& r) -> Term {
           if (!r.a.is(Kind::Concat) || !r.b.is(Kind::Concat)) return none;
           if (r.a->child[1].width() != r.b->child[1].width()) return none;
           const Term high = r.pool.eq(r.a->child[0], r.b->child[0]);
           return r.pool.bit_and(high, r.pool.eq(r.a->child[1], r.b->child[1]));
         }},
    Rule{"ite(c, k, x) = j -> ite(c, k = j, x = j)", [](const Redex& r) -> Term { return compare_choice(r); }},
    Rule{"ite(c, x, y) = x -> c | y = x; ite(c, x, y) = y -> not c | x = y",
         [](const Redex& r) -> Term {
           return either_way(r.a, r.b, [&](Term choice, Term x) -> Term {
             if (!choice.is(Kind::Ite)) return none;
             const auto [c, then, otherwise] = choice->child;
             if (then == x) return r.pool.bit_or(c, r.pool.eq(otherwise, x));
             return otherwise == x ? r.pool.bit_or(r.pool.bit_not(c), r.pool.eq(then, x)) : none;
           });
         }},
    Rule{"zext(x) = zext(y), sext(x) = sext(y) -> x = y, from the same width",
         [](const Redex& r) -> Term {
           const bool alike = extended_alike(r.a, r.b, Kind::ZeroExtend) || extended_alike(r.a, r.b, Kind::SignExtend);
           return alike ? r.pool.eq(r.a->child[0], r.b->child[0]) : none;
         }},
    Rule{"zext(x) = zext(y) -> zext(x) = y, at the width of the wider",
         [](const Redex& r) -> Term {
           if (!r.a.is(Kind::ZeroExtend) || !r.b.is(Kind::ZeroExtend)) return none;
           const Term x = r.a->child[0], y = r.b->child[0];
           const unsigned width = std::max(x.width(), y.width());
           return r.pool.eq(r.pool.zero_extend(x, width), r.pool.zero_extend(y, width));
         }},
    Rule{"not x = not y -> x = y",
         [](const Redex& r) -> Term {
           return r.a.is(Kind::Not) && r.b.is(Kind::Not) ? r.pool.eq(r.a->child[0], r.b->child[0]) : none;
         }},
    Rule{"not x = x -> false", [](const Redex& r) -> Term { return complementary(r.a, r.b) ? r.constant(0) : none; }},
    Rule{"not c = d -> not (c = d), of truth values",
         [](const Redex& r) -> Term {
           if (r.a.width() != 1) return none;
           return either_way(r.a, r.b, [&](Term c, Term d) -> Term {
             return c.is(Kind::Not) ? r.pool.bit_not(r.pool.eq(c->child[0], d)) : none;
           });
         }},
    Rule{"x ^ y = x -> y = 0",
         [](const Redex& r) -> Term {
           return either_way(r.a, r.b, [&](Term x, Term y) -> Term {
             const Term other = x.is(Kind::Xor) ? beside(x, y) : none;
             return other ? equals(r, other, 0) : none;
           });
         }},
    Rule{"x + z = y + z -> x = y, whatever the sums have in common",
         [](const Redex& r) -> Term {
           if (r.b.is_constant() || (!is_sum(r.a) && !is_sum(r.b))) return none;
           const Term difference = r.pool.sub(r.a, r.b);
           if (!difference.is_constant() && summands(difference) >= summands(r.a) + summands(r.b)) return none;
           return equals(r, difference, 0);
         }},
    Rule{"x = y -> false, if their ranges are apart",
         [](const Redex& r) -> Term {
           const Range x = range(r.a), y = range(r.b);
           return x.high < y.low || y.high < x.low ? r.constant(0) : none;
         }},
};

// Compares a sum x + j that cannot wrap with the constant k.
Term compare_sum(const Redex& r, Term sum, std::uint64_t k, bool sum_left) {
  if (!with_constant(sum, Kind::Add)) return none;
  const Term x = sum->child[0];
  const std::uint64_t j = sum->child[1]->value;
  if (range(x).high > mask(x.width()) - j) return none;
  if (sum_left) return k <= j ? r.constant(0) : r.pool.ult(x, r.pool.constant(x.width(), k - j));
  return k < j ? r.constant(1) : r.pool.ult(r.pool.constant(x.width(), k - j), x);
}

// Compares a multiple x * j that cannot wrap with the constant k.
Term compare_multiple(const Redex& r, Term product, std::uint64_t k, bool product_left) {
  if (!with_constant(product, Kind::Mul)) return none;
  const Term x = product->child[0];
  const std::uint64_t j = product->child[1]->value;
  if (j == 0 || range(x).high > mask(x.width()) / j) return none;
  const std::uint64_t quotient = k / j;
  if (!product_left) return r.pool.ult(r.pool.constant(x.width(), quotient), x);
  return r.pool.ult(x, r.pool.constant(x.width(), quotient + (k % j != 0)));
}

// zext(x) < zext(y) at the width of the wider.
Term compare_extended(const Redex& r, Kind extension) {
  if (!r.a.is(extension) || !r.b.is(extension)) return none;
  const Term x = r.a->child[0], y = r.b->child[0];
  const unsigned width = std::max(x.width(), y.width());
  const auto widened = [&](Term word) { return r.pool.build(extension, width, word); };
  return r.pool.build(r.kind, 1, widened(x), widened(y));
}

// A term as word + constant.
struct Offset {
  Term word;
  std::uint64_t constant;
};
Offset offset_of(Term a) {
  return with_constant(a, Kind::Add) ? Offset{a->child[0], a->child[1]->value} : Offset{a, 0};
}

// x + j < x + k holds exactly if adding k - j to x + j does not wrap around.
Term compare_shifted(const Redex& r) {
  const Offset left = offset_of(r.a), right = offset_of(r.b);
  if (!(left.word == right.word) || r.a.is_constant()) return none;
  const std::uint64_t distance = right.constant - left.constant;
  const std::uint64_t sign = r.kind == Kind::Slt ? std::uint64_t{1} << (r.a.width() - 1) : 0;
  const Term limit = r.pool.constant(r.a.width(), -distance ^ sign);
  return distance == 1 ? r.pool.bit_not(r.pool.eq(r.a, limit)) : r.pool.build(r.kind, 1, r.a, limit);
}

constexpr RuleSet kUltRules{
    Rule{"x < x -> false", [](const Redex& r) -> Term { return r.a == r.b ? r.constant(0) : none; }},
    Rule{"c < d -> not c & d, of truth values",
         [](const Redex& r) -> Term { return r.a.width() == 1 ? r.pool.bit_and(r.pool.bit_not(r.a), r.b) : none; }},
    Rule{"x < 0, -1 < x -> false",
         [](const Redex& r) -> Term { return is_zero(r.b) || is_ones(r.a) ? r.constant(0) : none; }},
    Rule{"x < 1 -> x = 0", [](const Redex& r) -> Term { return r.b.is_constant(1) ? equals(r, r.a, 0) : none; }},
    Rule{"0 < x -> not x = 0",
         [](const Redex& r) -> Term { return is_zero(r.a) ? r.pool.bit_not(r.pool.eq(r.b, r.a)) : none; }},
    Rule{"x < -1 -> not x = -1",
         [](const Redex& r) -> Term { return is_ones(r.b) ? r.pool.bit_not(r.pool.eq(r.a, r.b)) : none; }},
    Rule{"-2 < x -> x = -1",
         [](const Redex& r) -> Term {
           return r.a.is_constant(mask(r.a.width()) - 1) ? equals(r, r.b, mask(r.a.width())) : none;
         }},
    Rule{"zext(x) < zext(y) -> x < y, at the width of the wider",
         [](const Redex& r) -> Term { return compare_extended(r, Kind::ZeroExtend); }},
    Rule{"zext(x) < k -> x < k, or true if k is beyond x",
         [](const Redex& r) -> Term {
           if (!compares(r, Kind::ZeroExtend)) return none;
           const Term x = r.a->child[0];
           if (r.b->value > mask(x.width())) return r.constant(1);
           return r.pool.ult(x, r.pool.constant(x.width(), r.b->value));
         }},
    Rule{"k < zext(x) -> k < x, or false if k is beyond x",
         [](const Redex& r) -> Term {
           if (!r.a.is_constant() || !r.b.is(Kind::ZeroExtend)) return none;
           const Term x = r.b->child[0];
           if (r.a->value >= mask(x.width())) return r.constant(0);
           return r.pool.ult(r.pool.constant(x.width(), r.a->value), x);
         }},
    Rule{"not x < not y -> y < x; not x < k -> not k < x; k < not x -> x < not k",
         [](const Redex& r) -> Term {
           const bool left = r.a.is(Kind::Not) || r.a.is_constant(), right = r.b.is(Kind::Not) || r.b.is_constant();
           return left && right ? r.pool.ult(r.pool.bit_not(r.b), r.pool.bit_not(r.a)) : none;
         }},
    Rule{"x + j < x + k -> x + j < j - k; x < x + 1 -> not x = -1",
         [](const Redex& r) -> Term { return compare_shifted(r); }},
    Rule{"(x.y) < (k.0) -> x < k",
         [](const Redex& r) -> Term {
           if (!compares(r, Kind::Concat)) return none;
           const Term x = r.a->child[0];
           const unsigned below = r.a->child[1].width();
           if (r.b->value & mask(below)) return none;
           return r.pool.ult(x, r.pool.constant(x.width(), r.b->value >> below));
         }},
    Rule{"(k.-1) < (x.y) -> k < x",
         [](const Redex& r) -> Term {
           if (!r.a.is_constant() || !r.b.is(Kind::Concat)) return none;
           const Term x = r.b->child[0];
           const unsigned below = r.b->child[1].width();
           if (~r.a->value & mask(below)) return none;
           return r.pool.ult(r.pool.constant(x.width(), r.a->value >> below), x);
         }},
    Rule{"(x.y) < (x.z) -> y < z; (x.z) < (y.z) -> x < y",
         [](const Redex& r) -> Term {
           if (!r.a.is(Kind::Concat) || !r.b.is(Kind::Concat)) return none;
           const auto [x, y, unused_left] = r.a->child;
           const auto [z, u, unused_right] = r.b->child;
           if (x == z) return r.pool.ult(y, u);
           return y == u ? r.pool.ult(x, z) : none;
         }},
    Rule{"ite(c, k, x) < j -> ite(c, k < j, x < j); j < ite(c, k, x) -> ite(c, j < k, j < x)",
         [](const Redex& r) -> Term { return compare_choice(r); }},
    Rule{"x < x & y, x < x % y, x | y < x -> false",
         [](const Redex& r) -> Term {
           const bool smaller = (r.b.is(Kind::And) && beside(r.b, r.a)) || (r.b.is(Kind::Urem) && r.b->child[0] == r.a);
           const bool larger = r.a.is(Kind::Or) && beside(r.a, r.b);
           return smaller || larger ? r.constant(0) : none;
         }},
    Rule{"x < y -> true or false, if their ranges tell",
         [](const Redex& r) -> Term {
           const Range x = range(r.a), y = range(r.b);
           if (x.high < y.low) return r.constant(1);
           return x.low >= y.high ? r.constant(0) : none;
         }},
    Rule{"x + j < k -> x < k - j; k < x + j -> k - j < x; if x + j cannot wrap",
         [](const Redex& r) -> Term {
           if (r.b.is_constant()) return compare_sum(r, r.a, r.b->value, true);
           return r.a.is_constant() ? compare_sum(r, r.b, r.a->value, false) : none;
         }},
    Rule{"x * j < k -> x < k / j; k < x * j -> k / j < x; rounded as it must, if x * j cannot wrap",
         [](const Redex& r) -> Term {
           if (r.b.is_constant()) return compare_multiple(r, r.a, r.b->value, true);
           return r.a.is_constant() ? compare_multiple(r, r.b, r.a->value, false) : none;
         }},
    Rule{"x / j < k -> x < k * j, or true if that is too large",
         [](const Redex& r) -> Term {
           if (!r.b.is_constant() || !with_constant(r.a, Kind::Udiv)) return none;
           const Term x = r.a->child[0];
           const std::uint64_t j = r.a->child[1]->value, k = r.b->value;
           if (j == 0) return none;
           return k > mask(x.width()) / j ? r.constant(1) : r.pool.ult(x, r.pool.constant(x.width(), k * j));
         }},
};

// Compares sext(x) with a constant at the width of x, if the constant fits into this width.
Term compare_sign_extended(const Redex& r) {
  const bool left = r.a.is(Kind::SignExtend) && r.b.is_constant();
  if (!left && !(r.a.is_constant() && r.b.is(Kind::SignExtend))) return none;
  const Term x = (left ? r.a : r.b)->child[0], constant = left ? r.b : r.a;
  const std::int64_t k = as_signed(constant->value, constant.width());
  if (k > largest_signed(x)) return r.constant(left);
  if (k < smallest_signed(x)) return r.constant(!left);
  const Term narrow = r.pool.constant(x.width(), constant->value);
  return left ? r.pool.slt(x, narrow) : r.pool.slt(narrow, x);
}

constexpr RuleSet kSltRules{
    Rule{"x <s x -> false", [](const Redex& r) -> Term { return r.a == r.b ? r.constant(0) : none; }},
    Rule{"c <s d -> c & not d, of one bit",  // -1 < 0
         [](const Redex& r) -> Term { return r.a.width() == 1 ? r.pool.bit_and(r.a, r.pool.bit_not(r.b)) : none; }},
    Rule{"x <s 10..0, 01..1 <s x -> false",
         [](const Redex& r) -> Term {
           const std::uint64_t smallest = std::uint64_t{1} << (r.a.width() - 1);
           return r.b.is_constant(smallest) || r.a.is_constant(smallest - 1) ? r.constant(0) : none;
         }},
    Rule{"x <s y -> x < y, if their signs are known and equal",
         [](const Redex& r) -> Term {
           const bool alike =
               (known_non_negative(r.a) && known_non_negative(r.b)) || (known_negative(r.a) && known_negative(r.b));
           return alike ? r.pool.ult(r.a, r.b) : none;
         }},
    Rule{"sext(x) <s sext(y) -> x <s y, at the width of the wider",
         [](const Redex& r) -> Term { return compare_extended(r, Kind::SignExtend); }},
    Rule{"sext(x) <s k -> x <s k; k <s sext(x) -> k <s x; or true or false if k is beyond x",
         [](const Redex& r) -> Term { return compare_sign_extended(r); }},
    Rule{"not x <s not y -> y <s x; not x <s k -> not k <s x; k <s not x -> x <s not k",
         [](const Redex& r) -> Term {
           const bool left = r.a.is(Kind::Not) || r.a.is_constant(), right = r.b.is(Kind::Not) || r.b.is_constant();
           return left && right ? r.pool.slt(r.pool.bit_not(r.b), r.pool.bit_not(r.a)) : none;
         }},
    Rule{"x + j <s x + k -> x + j <s (j - k) ^ 10..0; x <s x + 1 -> not x = 01..1",
         [](const Redex& r) -> Term { return compare_shifted(r); }},
    Rule{"(x.y) <s (k.0) -> x <s k",
         [](const Redex& r) -> Term {
           if (!compares(r, Kind::Concat)) return none;
           const Term x = r.a->child[0];
           const unsigned below = r.a->child[1].width();
           if (r.b->value & mask(below)) return none;
           return r.pool.slt(x, r.pool.constant(x.width(), r.b->value >> below));
         }},
    Rule{"ite(c, k, x) <s j -> ite(c, k <s j, x <s j); j <s ite(c, k, x) -> ite(c, j <s k, j <s x)",
         [](const Redex& r) -> Term { return compare_choice(r); }},
};

}  // namespace

Term TermPool::eq(Term a, Term b) {
  order(a, b);
  return simplified(kEqRules, {*this, Kind::Eq, 1, a, b, {}});
}

Term TermPool::ult(Term a, Term b) { return simplified(kUltRules, {*this, Kind::Ult, 1, a, b, {}}); }
Term TermPool::slt(Term a, Term b) { return simplified(kSltRules, {*this, Kind::Slt, 1, a, b, {}}); }

void list_comparison_rules(std::vector<RuleRow>& rows) {
  kEqRules.list(Kind::Eq, rows);
  kUltRules.list(Kind::Ult, rows);
  kSltRules.list(Kind::Slt, rows);
}

}  // namespace janus::term
