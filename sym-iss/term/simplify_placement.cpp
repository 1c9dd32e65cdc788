// Rules of the operations that move bits: shifts, extraction, concatenation, extension.
#include "support/contract.h"
#include "term/linear.h"
#include "term/patterns.h"
#include "term/rules.h"

namespace janus::term {
namespace {

unsigned high_of(const Redex& r) { return r.low + r.width - 1; }  // of an Extract

// Whether a shift of `a` is better written as a multiplication than as a concatenation.
bool is_numeric(Term a) { return a.is(Kind::Variable) || a.is(Kind::Mul) || is_sum(a); }

bool is_bitwise(Term a) { return a.is(Kind::Not) || a.is(Kind::And) || a.is(Kind::Or) || a.is(Kind::Xor); }

constexpr RuleSet kShlRules{
    Rule{"x << 0, 0 << x -> x, 0", [](const Redex& r) -> Term { return is_zero(r.b) || is_zero(r.a) ? r.a : none; }},
    Rule{"x << n -> 0, if n >= w",
         [](const Redex& r) -> Term { return lowest(r.b) >= r.width ? r.constant(0) : none; }},
    Rule{"x << n -> x * 2^n, if x is a number",
         [](const Redex& r) -> Term {
           if (!r.b.is_constant() || !is_numeric(r.a)) return none;
           return r.pool.mul(r.a, r.constant(std::uint64_t{1} << r.b->value));
         }},
    Rule{"x << n -> x[w-n-1..0].0, if x is put together from bits",
         [](const Redex& r) -> Term {
           if (!r.b.is_constant()) return none;
           const auto n = static_cast<unsigned>(r.b->value);
           return r.pool.concat(r.pool.extract(r.a, r.width - 1 - n, 0), r.pool.constant(n, 0));
         }},
};

constexpr RuleSet kLshrRules{
    Rule{"x >> 0, 0 >> x -> x, 0", [](const Redex& r) -> Term { return is_zero(r.b) || is_zero(r.a) ? r.a : none; }},
    Rule{"x >> n -> 0, if n >= w",
         [](const Redex& r) -> Term { return lowest(r.b) >= r.width ? r.constant(0) : none; }},
    Rule{"x >> n -> zext(x[w-1..n])",
         [](const Redex& r) -> Term {
           if (!r.b.is_constant()) return none;
           return r.pool.zero_extend(r.pool.extract(r.a, r.width - 1, static_cast<unsigned>(r.b->value)), r.width);
         }},
};

constexpr RuleSet kAshrRules{
    Rule{"x >>s y -> x >> y, if x is not negative",
         [](const Redex& r) -> Term { return known_non_negative(r.a) ? r.pool.lshr(r.a, r.b) : none; }},
    Rule{"x >>s 0 -> x", [](const Redex& r) -> Term { return is_zero(r.b) ? r.a : none; }},
    Rule{"x >>s n -> sext(x[w-1..n]), or of the sign if n >= w",
         [](const Redex& r) -> Term {
           if (!r.b.is_constant() && lowest(r.b) < r.width) return none;
           const auto n = static_cast<unsigned>(std::min<std::uint64_t>(lowest(r.b), r.width - 1));
           return r.pool.sign_extend(r.pool.extract(r.a, r.width - 1, n), r.width);
         }},
};

// (x op y)[h..l] -> x[h..l] op y[h..l]
Term extract_operands(const Redex& r) {
  const TermPool::RebuildLimit limit(r.pool);
  if (!limit) return none;
  const auto piece = [&](unsigned i) {
    const Term x = r.a->child[i];
    return x ? r.pool.extract(x, high_of(r), r.low) : x;
  };
  const Term x = piece(0);
  return r.pool.build(r.a.kind(), r.width, x, piece(1));
}

Term extract_choice(const Redex& r) {
  if (!r.a.is(Kind::Ite) || (!r.a->child[1].is_constant() && !r.a->child[2].is_constant())) return none;
  const TermPool::RebuildLimit limit(r.pool);
  if (!limit) return none;
  const Term then = r.pool.extract(r.a->child[1], high_of(r), r.low);
  return r.pool.ite(r.a->child[0], then, r.pool.extract(r.a->child[2], high_of(r), r.low));
}

constexpr RuleSet kExtractRules{
    Rule{"x[w-1..0] -> x", [](const Redex& r) -> Term { return r.width == r.a.width() ? r.a : none; }},
    Rule{"x[h..l][i..j] -> x[l+i..l+j]",
         [](const Redex& r) -> Term {
           if (!r.a.is(Kind::Extract)) return none;
           return r.pool.extract(r.a->child[0], high_of(r) + r.a->low, r.low + r.a->low);
         }},
    Rule{"(x.y)[h..l] -> the pieces of x and y",
         [](const Redex& r) -> Term {
           if (!r.a.is(Kind::Concat)) return none;
           const Term x = r.a->child[0], y = r.a->child[1];
           const unsigned high = high_of(r), low = r.low;
           if (low >= y.width()) return r.pool.extract(x, high - y.width(), low - y.width());
           if (high < y.width()) return r.pool.extract(y, high, low);
           return r.pool.concat(r.pool.extract(x, high - y.width(), 0), r.pool.extract(y, y.width() - 1, low));
         }},
    Rule{"zext(x)[h..l] -> 0, the piece of x, or its zero-extension",
         [](const Redex& r) -> Term {
           if (!r.a.is(Kind::ZeroExtend)) return none;
           const Term x = r.a->child[0];
           if (r.low >= x.width()) return r.constant(0);
           if (high_of(r) < x.width()) return r.pool.extract(x, high_of(r), r.low);
           return r.pool.zero_extend(r.pool.extract(x, x.width() - 1, r.low), r.width);
         }},
    Rule{"sext(x)[h..l] -> the piece of x, or its sign-extension",
         [](const Redex& r) -> Term {
           if (!r.a.is(Kind::SignExtend)) return none;
           const Term x = r.a->child[0];
           if (high_of(r) < x.width()) return r.pool.extract(x, high_of(r), r.low);
           const unsigned low = std::min(r.low, x.width() - 1);  // above x are copies of its sign
           return r.pool.sign_extend(r.pool.extract(x, x.width() - 1, low), r.width);
         }},
    Rule{"(x & y)[h..l] -> x[h..l] & y[h..l]; likewise not, |, ^",
         [](const Redex& r) -> Term { return is_bitwise(r.a) ? extract_operands(r) : none; }},
    Rule{"ite(c, k, x)[h..l] -> ite(c, k[h..l], x[h..l])", [](const Redex& r) -> Term { return extract_choice(r); }},
    Rule{"(x + y)[n-1..0] -> x[n-1..0] + y[n-1..0]; likewise -, * k",
         [](const Redex& r) -> Term {
           if (r.low != 0 || !is_sum(r.a)) return none;
           const TermPool::RebuildLimit limit(r.pool);
           return limit ? truncated(r.pool, r.a, r.width) : none;
         }},
    Rule{"(x * y)[n-1..0] -> x[n-1..0] * y[n-1..0]",
         [](const Redex& r) -> Term { return r.low == 0 && r.a.is(Kind::Mul) ? extract_operands(r) : none; }},
    // Such extractions arise when shifts sign-extend a short, or when a product of two words is split. Other
    // extractions stay extractions of the sum, so that adjacent pieces can be joined again.
    Rule{"(x * 2^n)[h..l] -> x[h-n..l-n], if l = n, also of a sum of such, or if x is extended",
         [](const Redex& r) -> Term {
           if (r.low == 0 || !is_sum(r.a)) return none;
           const Term x = r.a->child[0];
           const bool extended = r.a.is(Kind::Mul) && (x.is(Kind::ZeroExtend) || x.is(Kind::SignExtend));
           const unsigned n = common_shift(r.a, r.low);
           if (n == 0 || (n != r.low && !extended)) return none;
           const TermPool::RebuildLimit limit(r.pool);
           const Term divided = limit ? shifted_down(r.pool, r.a, n) : none;
           return divided ? r.pool.extract(divided, high_of(r) - n, r.low - n) : none;
         }},
};

// Joins two adjacent pieces of one term, or two constants; null for anything else.
Term joined(TermPool& pool, Term upper, Term lower) {
  const unsigned width = upper.width() + lower.width();
  if (upper.is_constant() && lower.is_constant()) {
    return pool.constant(width, upper->value << lower.width() | lower->value);
  }
  if (!upper.is(Kind::Extract) || upper->low < lower.width()) return none;
  const Term x = upper->child[0];
  const unsigned top = upper->low + upper.width() - 1, low = upper->low - lower.width();
  if (lower.is(Kind::Extract)) {
    return lower->child[0] == x && lower->low == low ? pool.extract(x, top, low) : none;
  }
  if (!is_sum(x) && !x.is(Kind::Mul)) return none;  // only for these the lowest bits are not an Extract node
  return low == 0 && pool.extract(x, upper->low - 1, 0) == lower ? pool.extract(x, top, 0) : none;
}

// (x1 op y1).(x0 op y0) -> (x1.x0) op (y1.y0). The operands of the two sides may be in different orders.
Term join_bitwise(const Redex& r) {
  if (!is_bitwise(r.a) || !r.b.is(r.a.kind())) return none;
  const auto [x1, y1, unused_upper] = r.a->child;
  const auto [x0, y0, unused_lower] = r.b->child;
  if (!y1) {
    const Term x = joined(r.pool, x1, x0);
    return x ? r.pool.bit_not(x) : none;
  }
  for (const auto& [x2, y2] : {std::pair{x0, y0}, std::pair{y0, x0}}) {
    const Term x = joined(r.pool, x1, x2);
    const Term y = x ? joined(r.pool, y1, y2) : none;
    if (y) return r.pool.build(r.a.kind(), r.width, x, y);
  }
  return none;
}

constexpr RuleSet kConcatRules{
    Rule{"0.x -> zext(x)",
         [](const Redex& r) -> Term { return is_zero(r.a) ? r.pool.zero_extend(r.b, r.width) : none; }},
    Rule{"zext(x).y -> zext(x.y)",
         [](const Redex& r) -> Term {
           if (!r.a.is(Kind::ZeroExtend)) return none;
           return r.pool.zero_extend(r.pool.concat(r.a->child[0], r.b), r.width);
         }},
    Rule{"(x.y).z -> x.(y.z)",
         [](const Redex& r) -> Term {
           if (!r.a.is(Kind::Concat)) return none;
           return r.pool.concat(r.a->child[0], r.pool.concat(r.a->child[1], r.b));
         }},
    Rule{"x[h..m].x[m-1..l] -> x[h..l]", [](const Redex& r) -> Term { return joined(r.pool, r.a, r.b); }},
    Rule{"x[h..m].(x[m-1..l].y) -> x[h..l].y; k.(j.x) -> (k.j).x",
         [](const Redex& r) -> Term {
           if (!r.b.is(Kind::Concat)) return none;
           const Term head = joined(r.pool, r.a, r.b->child[0]);
           return head ? r.pool.concat(head, r.b->child[1]) : none;
         }},
    Rule{"(x[h..m] & y[h..m]).(x[m-1..l] & y[m-1..l]) -> x[h..l] & y[h..l]; likewise not, |, ^",
         [](const Redex& r) -> Term { return join_bitwise(r); }},
};

constexpr RuleSet kZeroExtendRules{
    Rule{"zext(x) to its own width -> x", [](const Redex& r) -> Term { return r.width == r.a.width() ? r.a : none; }},
    Rule{"zext(zext(x)) -> zext(x)",
         [](const Redex& r) -> Term {
           return r.a.is(Kind::ZeroExtend) ? r.pool.zero_extend(r.a->child[0], r.width) : none;
         }},
    Rule{"zext(ite(c, k, j)) -> ite(c, zext(k), zext(j))",
         [](const Redex& r) -> Term {
           const auto [c, then, otherwise] = constant_choice(r.a);
           return c ? r.pool.ite(c, r.constant(then), r.constant(otherwise)) : none;
         }},
};

constexpr RuleSet kSignExtendRules{
    Rule{"sext(x) to its own width -> x", [](const Redex& r) -> Term { return r.width == r.a.width() ? r.a : none; }},
    Rule{"sext(sext(x)) -> sext(x)",
         [](const Redex& r) -> Term {
           return r.a.is(Kind::SignExtend) ? r.pool.sign_extend(r.a->child[0], r.width) : none;
         }},
    Rule{"sext(x) -> zext(x), if x is not negative",
         [](const Redex& r) -> Term { return known_non_negative(r.a) ? r.pool.zero_extend(r.a, r.width) : none; }},
    Rule{"sext(ite(c, k, j)) -> ite(c, sext(k), sext(j))",
         [](const Redex& r) -> Term {
           const auto [c, then, otherwise] = constant_choice(r.a);
           const auto extended = [&](std::uint64_t value) {
             return r.constant(static_cast<std::uint64_t>(as_signed(value, r.a.width())));
           };
           return c ? r.pool.ite(c, extended(then), extended(otherwise)) : none;
         }},
};

}  // namespace

Term join_below(const Redex& r) {
  return either_way(r.a, r.b, [&](Term upper, Term lower) -> Term {
    if (!upper.is(Kind::Concat) || !is_zero(upper->child[1])) return none;
    const unsigned width = upper->child[1].width();
    if (highest(lower) > mask(width)) return none;
    return r.pool.concat(upper->child[0], r.pool.extract(lower, width - 1, 0));
  });
}

Term TermPool::shl(Term a, Term b) { return simplified(kShlRules, {*this, Kind::Shl, a.width(), a, b, {}}); }
Term TermPool::lshr(Term a, Term b) { return simplified(kLshrRules, {*this, Kind::Lshr, a.width(), a, b, {}}); }
Term TermPool::ashr(Term a, Term b) { return simplified(kAshrRules, {*this, Kind::Ashr, a.width(), a, b, {}}); }

Term TermPool::extract(Term a, unsigned high, unsigned low) {
  JANUS_REQUIRE(high < a.width() && low <= high);
  return simplified(kExtractRules, {*this, Kind::Extract, high - low + 1, a, {}, {}, low});
}

Term TermPool::concat(Term high, Term low) {
  JANUS_REQUIRE(high.width() + low.width() <= 64);
  return simplified(kConcatRules, {*this, Kind::Concat, high.width() + low.width(), high, low, {}});
}

Term TermPool::zero_extend(Term a, unsigned width) {
  JANUS_REQUIRE(width >= a.width() && width <= 64);
  return simplified(kZeroExtendRules, {*this, Kind::ZeroExtend, width, a, {}, {}});
}

Term TermPool::sign_extend(Term a, unsigned width) {
  JANUS_REQUIRE(width >= a.width() && width <= 64);
  return simplified(kSignExtendRules, {*this, Kind::SignExtend, width, a, {}, {}});
}

void list_placement_rules(std::vector<RuleRow>& rows) {
  kShlRules.list(Kind::Shl, rows);
  kLshrRules.list(Kind::Lshr, rows);
  kAshrRules.list(Kind::Ashr, rows);
  kExtractRules.list(Kind::Extract, rows);
  kConcatRules.list(Kind::Concat, rows);
  kZeroExtendRules.list(Kind::ZeroExtend, rows);
  kSignExtendRules.list(Kind::SignExtend, rows);
}

}  // namespace janus::term
