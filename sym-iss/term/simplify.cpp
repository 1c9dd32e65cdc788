// Rules applied while a term is built. Each rule is written as `what it matches -> what it gives`; tests/ proves every
// builder against the unsimplified operation with Z3 at several widths.
//
// Conventions: in a commutative operation a constant stands on the right, otherwise the older node on the left. `k`,
// `j` are constants, `x`, `y` any terms, `c` a truth value.
#include <algorithm>
#include <bit>
#include <utility>

#include "support/contract.h"
#include "term/evaluate.h"
#include "term/term_pool.h"

namespace janus::term {
namespace {

bool is_ones(Term a) { return a.is_constant() && a->value == mask(a.width()); }
bool is_zero(Term a) { return a.is_constant(0); }
bool is_power_of_two(Term a) { return a.is_constant() && std::has_single_bit(a->value); }
unsigned log2_of(Term a) { return static_cast<unsigned>(std::countr_zero(a->value)); }

// A mask of low ones 0..01..1 (not zero, not all ones).
bool is_low_mask(Term a) {
  return a.is_constant() && a->value != 0 && a->value != mask(a.width()) && std::has_single_bit(a->value + 1);
}

void order(Term& a, Term& b) {
  if (a.is_constant() || (!b.is_constant() && a->id > b->id)) std::swap(a, b);
}

// Whether shifts of a term are better seen as multiplication than as moving bits.
bool is_numeric(Term a) {
  switch (a.kind()) {
    case Kind::Variable:
    case Kind::Add:
    case Kind::Sub:
    case Kind::Mul: return true;
    default: return false;
  }
}

bool is_sum(Term a) { return a.is(Kind::Add) || a.is(Kind::Sub) || (a.is(Kind::Mul) && a->child[1].is_constant()); }

// How long a sum is; sums lean to the left.
unsigned summands(Term a) {
  unsigned count = 1;
  for (; a.is(Kind::Add) || a.is(Kind::Sub); a = a->child[0]) ++count;
  return count;
}

// The inverse of an odd number modulo 2^64, by Newton's iteration; each step doubles the number of correct bits.
std::uint64_t inverse(std::uint64_t odd) {
  std::uint64_t x = odd;
  for (int i = 0; i < 5; ++i) x *= 2 - odd * x;
  return x;
}

// ite(c, k, j) with constants on both sides.
bool is_constant_choice(Term a) { return a.is(Kind::Ite) && a->child[1].is_constant() && a->child[2].is_constant(); }

}  // namespace

// k op j -> the result
Term TermPool::fold(Kind kind, unsigned width, Term a, Term b) {
  return constant(width, apply(kind, width, b.width(), 0, a->value, b->value, 0));
}

Term TermPool::bit_not(Term a) {
  if (a.is_constant()) return constant(a.width(), ~a->value);
  if (a.is(Kind::Not)) return a->child[0];  // not not x -> x
  if (is_constant_choice(a)) return ite(a->child[0], bit_not(a->child[1]), bit_not(a->child[2]));
  return make(Kind::Not, a.width(), a);
}

Term TermPool::bit_and(Term a, Term b) {
  JANUS_REQUIRE(a.width() == b.width());
  order(a, b);
  const unsigned width = a.width();
  if (a.is_constant()) return fold(Kind::And, width, a, b);
  if (is_zero(b)) return b;            // x & 0 -> 0
  if (is_ones(b) || a == b) return a;  // x & -1, x & x -> x
  if (a.is(Kind::Not) ? a->child[0] == b : b.is(Kind::Not) && b->child[0] == a) return constant(width, 0);
  if (b.is_constant() && a.is(Kind::And) && a->child[1].is_constant()) {  // (x & k) & j -> x & (k & j)
    return bit_and(a->child[0], bit_and(a->child[1], b));
  }
  if (is_low_mask(b)) {  // x & 0..01..1 -> zero_extend(extract(x))
    return zero_extend(extract(a, static_cast<unsigned>(std::countr_one(b->value)) - 1, 0), width);
  }
  if (a.is(Kind::ZeroExtend) && b.is(Kind::ZeroExtend)) {  // zext(x) & zext(y) -> zext(low x & low y)
    const unsigned narrow = std::min(a->child[0].width(), b->child[0].width());
    return zero_extend(bit_and(extract(a->child[0], narrow - 1, 0), extract(b->child[0], narrow - 1, 0)), width);
  }
  if (b.is_constant() && a.is(Kind::ZeroExtend)) {  // zext(x) & k -> zext(x & low bits of k)
    return zero_extend(bit_and(a->child[0], constant(a->child[0].width(), b->value)), width);
  }
  return make(Kind::And, width, a, b);
}

Term TermPool::bit_or(Term a, Term b) {
  JANUS_REQUIRE(a.width() == b.width());
  order(a, b);
  const unsigned width = a.width();
  if (a.is_constant()) return fold(Kind::Or, width, a, b);
  if (is_ones(b)) return b;            // x | -1 -> -1
  if (is_zero(b) || a == b) return a;  // x | 0, x | x -> x
  if (a.is(Kind::Not) ? a->child[0] == b : b.is(Kind::Not) && b->child[0] == a) return constant(width, ~0ULL);
  if (b.is_constant() && a.is(Kind::Or) && a->child[1].is_constant()) {  // (x | k) | j -> x | (k | j)
    return bit_or(a->child[0], bit_or(a->child[1], b));
  }
  if (a.is(Kind::ZeroExtend) && b.is(Kind::ZeroExtend)) {  // zext(x) | zext(y) -> zext(x | y)
    const unsigned wide = std::max(a->child[0].width(), b->child[0].width());
    return zero_extend(bit_or(zero_extend(a->child[0], wide), zero_extend(b->child[0], wide)), width);
  }
  // concat(x, 0) | zext(y) -> concat(x, zext(y)): bytes put together by shifts
  for (const auto& [upper, lower] : {std::pair{a, b}, std::pair{b, a}}) {
    if (upper.is(Kind::Concat) && is_zero(upper->child[1]) && lower.is(Kind::ZeroExtend) &&
        lower->child[0].width() <= upper->child[1].width()) {
      return concat(upper->child[0], zero_extend(lower->child[0], upper->child[1].width()));
    }
  }
  return make(Kind::Or, width, a, b);
}

Term TermPool::bit_xor(Term a, Term b) {
  JANUS_REQUIRE(a.width() == b.width());
  order(a, b);
  const unsigned width = a.width();
  if (a.is_constant()) return fold(Kind::Xor, width, a, b);
  if (is_zero(b)) return a;               // x ^ 0 -> x
  if (a == b) return constant(width, 0);  // x ^ x -> 0
  if (is_ones(b)) return bit_not(a);      // x ^ -1 -> not x
  if (b.is_constant() && a.is(Kind::Xor) && a->child[1].is_constant()) {
    return bit_xor(a->child[0], bit_xor(a->child[1], b));  // (x ^ k) ^ j -> x ^ (k ^ j)
  }
  if (a.is(Kind::ZeroExtend) && b.is_constant() && b->value <= mask(a->child[0].width())) {
    return zero_extend(bit_xor(a->child[0], constant(a->child[0].width(), b->value)), width);
  }
  return make(Kind::Xor, width, a, b);
}

// Sums, differences and multiples by constants are kept in the linear normal form (linear.cpp).
Term TermPool::add(Term a, Term b) {
  JANUS_REQUIRE(a.width() == b.width());
  order(a, b);
  if (a.is_constant()) return fold(Kind::Add, a.width(), a, b);
  if (is_zero(b)) return a;
  const Term sum = linear(a, b, 1);
  return sum ? sum : make(Kind::Add, a.width(), a, b);
}

Term TermPool::sub(Term a, Term b) {
  JANUS_REQUIRE(a.width() == b.width());
  if (a.is_constant() && b.is_constant()) return fold(Kind::Sub, a.width(), a, b);
  if (a == b) return constant(a.width(), 0);
  const Term difference = linear(a, b, ~std::uint64_t{0});
  return difference ? difference : make(Kind::Sub, a.width(), a, b);
}

Term TermPool::mul(Term a, Term b) {
  JANUS_REQUIRE(a.width() == b.width());
  order(a, b);
  if (a.is_constant()) return fold(Kind::Mul, a.width(), a, b);
  if (is_zero(b)) return b;        // x * 0 -> 0
  if (b.is_constant(1)) return a;  // x * 1 -> x
  if (!b.is_constant()) return make(Kind::Mul, a.width(), a, b);
  const Term product = linear(constant(a.width(), 0), a, b->value);
  return product ? product : make(Kind::Mul, a.width(), a, b);
}

Term TermPool::udiv(Term a, Term b) {
  JANUS_REQUIRE(a.width() == b.width());
  if (a.is_constant() && b.is_constant()) return fold(Kind::Udiv, a.width(), a, b);
  if (is_power_of_two(b)) return lshr(a, constant(a.width(), log2_of(b)));  // x / 2^n -> x >> n
  return make(Kind::Udiv, a.width(), a, b);
}

Term TermPool::urem(Term a, Term b) {
  JANUS_REQUIRE(a.width() == b.width());
  if (a.is_constant() && b.is_constant()) return fold(Kind::Urem, a.width(), a, b);
  if (is_power_of_two(b)) return bit_and(a, constant(a.width(), b->value - 1));  // x % 2^n -> x & (2^n - 1)
  if (is_zero(b)) return a;                                                      // x % 0 -> x
  return make(Kind::Urem, a.width(), a, b);
}

Term TermPool::sdiv(Term a, Term b) {
  JANUS_REQUIRE(a.width() == b.width());
  if (a.is_constant() && b.is_constant()) return fold(Kind::Sdiv, a.width(), a, b);
  if (b.is_constant(1) && b.width() > 1) return a;  // x / 1 -> x (at width 1, 1 is -1)
  return make(Kind::Sdiv, a.width(), a, b);
}

Term TermPool::srem(Term a, Term b) {
  JANUS_REQUIRE(a.width() == b.width());
  if (a.is_constant() && b.is_constant()) return fold(Kind::Srem, a.width(), a, b);
  if (is_zero(b)) return a;  // x rem 0 -> x
  return make(Kind::Srem, a.width(), a, b);
}

Term TermPool::shl(Term a, Term b) {
  JANUS_REQUIRE(a.width() == b.width());
  const unsigned width = a.width();
  if (is_zero(a)) return a;
  if (!b.is_constant()) return make(Kind::Shl, width, a, b);
  if (b->value >= width) return constant(width, 0);  // x << n -> 0 for n >= width
  if (b->value == 0) return a;
  // Of a number, x << n -> x * 2^n; of what is put together from bits, x << n -> concat(low bits of x, 0).
  const auto amount = static_cast<unsigned>(b->value);
  if (is_numeric(a)) return mul(a, constant(width, std::uint64_t{1} << amount));
  return concat(extract(a, width - 1 - amount, 0), constant(amount, 0));
}

Term TermPool::lshr(Term a, Term b) {
  JANUS_REQUIRE(a.width() == b.width());
  const unsigned width = a.width();
  if (is_zero(a)) return a;
  if (!b.is_constant()) return make(Kind::Lshr, width, a, b);
  if (b->value >= width) return constant(width, 0);
  return zero_extend(extract(a, width - 1, static_cast<unsigned>(b->value)), width);  // x >> n -> zext(high bits of x)
}

Term TermPool::ashr(Term a, Term b) {
  JANUS_REQUIRE(a.width() == b.width());
  const unsigned width = a.width();
  if (is_zero(a)) return a;
  if (!b.is_constant()) return make(Kind::Ashr, width, a, b);
  const unsigned amount = b->value < width ? static_cast<unsigned>(b->value) : width - 1;
  return sign_extend(extract(a, width - 1, amount), width);  // x >>s n -> sext(high bits of x)
}

Term TermPool::eq(Term a, Term b) {
  JANUS_REQUIRE(a.width() == b.width());
  order(a, b);
  const unsigned width = a.width();
  if (a == b) return truth(true);
  if (a.is_constant()) return truth(false);  // two different constants
  if (width == 1 && b.is_constant()) return b->value ? a : bit_not(a);
  if (b.is_constant()) {
    const std::uint64_t k = b->value;
    switch (a.kind()) {
      case Kind::Not: return eq(a->child[0], constant(width, ~k));  // not x = k -> x = not k
      case Kind::Add:                                               // x + j = k -> x = k - j
        if (a->child[1].is_constant()) return eq(a->child[0], constant(width, k - a->child[1]->value));
        break;
      case Kind::Sub:  // x - y = 0 -> x = y, j - y = k -> y = j - k
        if (k == 0) return eq(a->child[0], a->child[1]);
        if (a->child[0].is_constant()) return eq(a->child[1], constant(width, a->child[0]->value - k));
        break;
      case Kind::Mul:  // x * j = k -> x = k / j for odd j
        if (a->child[1].is_constant() && a->child[1]->value % 2 == 1) {
          return eq(a->child[0], constant(width, k * inverse(a->child[1]->value)));
        }
        break;
      case Kind::Xor:  // x ^ j = k -> x = k ^ j
        if (a->child[1].is_constant()) return eq(a->child[0], constant(width, k ^ a->child[1]->value));
        if (k == 0) return eq(a->child[0], a->child[1]);
        break;
      case Kind::Or:  // x | j = k, j has bits that k has not
        if (a->child[1].is_constant() && (a->child[1]->value & ~k)) return truth(false);
        break;
      case Kind::And:  // x & j = k, k has bits that j has not
        if (a->child[1].is_constant() && (k & ~a->child[1]->value)) return truth(false);
        break;
      case Kind::ZeroExtend: {  // zext(x) = k -> x = k, or false
        const Term x = a->child[0];
        return k <= mask(x.width()) ? eq(x, constant(x.width(), k)) : truth(false);
      }
      case Kind::SignExtend: {
        const Term x = a->child[0];
        const std::uint64_t low = k & mask(x.width());
        const bool fits = (static_cast<std::uint64_t>(as_signed(low, x.width())) & mask(width)) == k;
        return fits ? eq(x, constant(x.width(), low)) : truth(false);
      }
      case Kind::Concat: {  // concat(x, y) = k -> x = k1 and y = k0
        const Term x = a->child[0], y = a->child[1];
        return bit_and(eq(x, constant(x.width(), k >> y.width())), eq(y, constant(y.width(), k)));
      }
      case Kind::Ite:  // ite(c, k, y) = j -> c or not c and ...
        if (a->child[1].is_constant() || a->child[2].is_constant()) {
          const RuleDepth depth(*this);
          if (depth) return ite(a->child[0], eq(a->child[1], b), eq(a->child[2], b));
        }
        break;
      default: break;
    }
  }
  if ((a.is(Kind::ZeroExtend) && b.is(Kind::ZeroExtend)) || (a.is(Kind::SignExtend) && b.is(Kind::SignExtend))) {
    if (a->child[0].width() == b->child[0].width()) return eq(a->child[0], b->child[0]);
  }
  if (!b.is_constant() &&
      (is_sum(a) || is_sum(b))) {  // what sums have in common does not matter: x + z = y + z -> x = y
    const Term difference = sub(a, b);
    if (difference.is_constant()) return truth(is_zero(difference));
    if (summands(difference) < summands(a) + summands(b)) return eq(difference, constant(width, 0));
  }
  return make(Kind::Eq, 1, a, b);
}

Term TermPool::ult(Term a, Term b) {
  JANUS_REQUIRE(a.width() == b.width());
  const unsigned width = a.width();
  if (a.is_constant() && b.is_constant()) return truth(a->value < b->value);
  if (a == b || is_zero(b) || is_ones(a)) return truth(false);  // x < x, x < 0, -1 < x -> false
  if (b.is_constant(1)) return eq(a, constant(width, 0));       // x < 1 -> x = 0
  if (is_zero(a)) return bit_not(eq(b, a));                     // 0 < x -> x != 0
  if (is_ones(b)) return bit_not(eq(a, b));                     // x < -1 -> x != -1
  if (a.is(Kind::ZeroExtend) && b.is(Kind::ZeroExtend) && a->child[0].width() == b->child[0].width()) {
    return ult(a->child[0], b->child[0]);
  }
  if (a.is(Kind::ZeroExtend) && b.is_constant()) {  // zext(x) < k -> true if k is beyond x's range
    const Term x = a->child[0];
    return b->value > mask(x.width()) ? truth(true) : ult(x, constant(x.width(), b->value));
  }
  if (b.is(Kind::ZeroExtend) && a.is_constant()) {
    const Term x = b->child[0];
    return a->value >= mask(x.width()) ? truth(false) : ult(constant(x.width(), a->value), x);
  }
  if (b.is_constant() && is_constant_choice(a)) return ite(a->child[0], ult(a->child[1], b), ult(a->child[2], b));
  if (a.is_constant() && is_constant_choice(b)) return ite(b->child[0], ult(a, b->child[1]), ult(a, b->child[2]));
  return make(Kind::Ult, 1, a, b);
}

Term TermPool::slt(Term a, Term b) {
  JANUS_REQUIRE(a.width() == b.width());
  const unsigned width = a.width();
  if (a.is_constant() && b.is_constant()) return truth(as_signed(a->value, width) < as_signed(b->value, width));
  if (a == b) return truth(false);
  if (width == 1) return bit_and(a, bit_not(b));  // -1 < 0
  const std::uint64_t lowest = std::uint64_t{1} << (width - 1);
  if (b.is_constant(lowest) || a.is_constant(lowest - 1)) return truth(false);
  const auto non_negative = [&](Term x) {  // certainly: a zero on top
    return (x.is(Kind::ZeroExtend) && x->child[0].width() < width) || (x.is_constant() && !(x->value >> (width - 1)));
  };
  if (non_negative(a) && non_negative(b)) return ult(a, b);
  if (a.is(Kind::SignExtend) && b.is(Kind::SignExtend) && a->child[0].width() == b->child[0].width()) {
    return slt(a->child[0], b->child[0]);
  }
  if (non_negative(a) && b.is_constant()) return truth(false);  // b is negative here
  if (a.is_constant() && non_negative(b)) return truth(true);   // a is negative here
  if (b.is_constant() && is_constant_choice(a)) return ite(a->child[0], slt(a->child[1], b), slt(a->child[2], b));
  if (a.is_constant() && is_constant_choice(b)) return ite(b->child[0], slt(a, b->child[1]), slt(a, b->child[2]));
  return make(Kind::Slt, 1, a, b);
}

Term TermPool::ite(Term c, Term then, Term otherwise) {
  JANUS_REQUIRE(c.width() == 1 && then.width() == otherwise.width());
  if (c.is_constant()) return c->value ? then : otherwise;
  if (then == otherwise) return then;
  if (c.is(Kind::Not)) return ite(c->child[0], otherwise, then);         // ite(not c, x, y) -> ite(c, y, x)
  if (then.is(Kind::Ite) && then->child[0] == c) then = then->child[1];  // ite(c, ite(c, x, y), z) -> ite(c, x, z)
  if (otherwise.is(Kind::Ite) && otherwise->child[0] == c) otherwise = otherwise->child[2];
  if (then == otherwise) return then;
  if (then.width() == 1) {
    if (then.is_constant()) return then->value ? bit_or(c, otherwise) : bit_and(bit_not(c), otherwise);
    if (otherwise.is_constant()) return otherwise->value ? bit_or(bit_not(c), then) : bit_and(c, then);
  }
  return make(Kind::Ite, then.width(), c, then, otherwise);
}

Term TermPool::extract(Term a, unsigned high, unsigned low) {
  JANUS_REQUIRE(high < a.width() && low <= high);
  const unsigned width = high - low + 1;
  if (width == a.width()) return a;
  const Term x = a->child[0];
  switch (a.kind()) {
    case Kind::Constant: return constant(width, a->value >> low);
    case Kind::Extract: return extract(x, high + a->low, low + a->low);
    case Kind::Concat: {
      const Term y = a->child[1];
      if (low >= y.width()) return extract(x, high - y.width(), low - y.width());
      if (high < y.width()) return extract(y, high, low);
      return concat(extract(x, high - y.width(), 0), extract(y, y.width() - 1, low));
    }
    case Kind::ZeroExtend:
      if (low >= x.width()) return constant(width, 0);
      if (high < x.width()) return extract(x, high, low);
      return zero_extend(extract(x, x.width() - 1, low), width);
    case Kind::SignExtend:
      if (high < x.width()) return extract(x, high, low);
      if (low < x.width()) return sign_extend(extract(x, x.width() - 1, low), width);
      break;
    case Kind::Not:
    case Kind::And:
    case Kind::Or:
    case Kind::Xor: {  // bit by bit
      const RuleDepth depth(*this);
      if (!depth) break;
      const Term piece = extract(x, high, low);
      if (a.is(Kind::Not)) return bit_not(piece);
      return build(a.kind(), width, piece, extract(a->child[1], high, low));
    }
    case Kind::Ite:
      if (is_constant_choice(a)) return ite(x, extract(a->child[1], high, low), extract(a->child[2], high, low));
      break;
    case Kind::Add:
    case Kind::Sub:
    case Kind::Mul: {
      const RuleDepth depth(*this);
      if (!is_sum(a) || !depth) break;
      if (low == 0) {  // the low bits of a sum depend on the low bits of its operands alone
        const Term sum = truncated(a, width);
        return sum ? sum : make(Kind::Extract, width, a);
      }
      // The bits above n of a multiple of 2^n: (x * 2^n)[h..n] -> x[h-n..0], as when shifts sign-extend a short.
      if (const Term upper = shifted_down(a, low)) return extract(upper, high - low, 0);
      break;
    }
    default: break;
  }
  return make(Kind::Extract, width, a, {}, {}, low);
}

Term TermPool::concat(Term high, Term low) {
  JANUS_REQUIRE(high.width() + low.width() <= 64);
  const unsigned width = high.width() + low.width();
  if (high.is_constant() && low.is_constant()) return constant(width, high->value << low.width() | low->value);
  if (is_zero(high)) return zero_extend(low, width);  // concat(0, x) -> zext(x)
  if (high.is(Kind::ZeroExtend)) return zero_extend(concat(high->child[0], low), width);
  if (high.is(Kind::Concat)) return concat(high->child[0], concat(high->child[1], low));  // to the right
  // Adjacent pieces of one term: concat(x[h..m+1], x[m..l]) -> x[h..l], also at the head of a longer concatenation.
  const auto joined = [&](Term upper, Term lower) -> Term {
    if (!upper.is(Kind::Extract)) return {};
    const Term x = upper->child[0];
    const unsigned top = upper->low + upper.width() - 1;
    if (lower.is(Kind::Extract) && lower->child[0] == x && lower->low + lower.width() == upper->low) {
      return extract(x, top, lower->low);
    }
    return {};
  };
  if (const Term whole = joined(high, low)) return whole;
  if (low.is(Kind::Concat)) {
    if (const Term whole = joined(high, low->child[0])) return concat(whole, low->child[1]);
    if (high.is_constant() && low->child[0].is_constant()) return concat(concat(high, low->child[0]), low->child[1]);
  }
  return make(Kind::Concat, width, high, low);
}

Term TermPool::zero_extend(Term a, unsigned width) {
  JANUS_REQUIRE(width >= a.width() && width <= 64);
  if (width == a.width()) return a;
  if (a.is_constant()) return constant(width, a->value);
  if (a.is(Kind::ZeroExtend)) return zero_extend(a->child[0], width);
  if (is_constant_choice(a)) return ite(a->child[0], zero_extend(a->child[1], width), zero_extend(a->child[2], width));
  return make(Kind::ZeroExtend, width, a);
}

Term TermPool::sign_extend(Term a, unsigned width) {
  JANUS_REQUIRE(width >= a.width() && width <= 64);
  if (width == a.width()) return a;
  if (a.is_constant()) return constant(width, static_cast<std::uint64_t>(as_signed(a->value, a.width())));
  if (a.is(Kind::SignExtend)) return sign_extend(a->child[0], width);
  if (a.is(Kind::ZeroExtend)) return zero_extend(a->child[0], width);  // its sign bit is zero
  if (is_constant_choice(a)) return ite(a->child[0], sign_extend(a->child[1], width), sign_extend(a->child[2], width));
  return make(Kind::SignExtend, width, a);
}

}  // namespace janus::term
