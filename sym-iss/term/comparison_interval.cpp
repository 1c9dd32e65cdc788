#include "term/comparison_interval.h"

#include <algorithm>

namespace janus::term {
namespace {

// A condition as an interval: it holds where low <= word <= high. If `is_signed`, `low` and `high` have their sign bits
// flipped, and so must `word`: then signed numbers are in unsigned order. The interval is neither empty nor everything.
struct Interval {
  Term word;  // null if the condition is not an interval
  bool is_signed = false, is_equality = false;
  std::uint64_t low = 0, high = 0;

  std::uint64_t bias() const { return is_signed ? std::uint64_t{1} << (word.width() - 1) : 0; }
  bool contains(const Interval& other) const { return low <= other.low && other.high <= high; }
  void read_as(bool as_signed) {  // only for an equality, which is both a signed and an unsigned interval
    low ^= bias();
    is_signed = as_signed;
    low ^= bias();
    high = low;
  }
};

Interval interval_of(Term condition) {
  const bool negated = condition.is(Kind::Not);
  if (negated) condition = condition->child[0];
  if (condition.is(Kind::Eq)) {
    if (negated || !condition->child[1].is_constant()) return {};
    return {condition->child[0], false, true, condition->child[1]->value, condition->child[1]->value};
  }
  if (!condition.is(Kind::Ult) && !condition.is(Kind::Slt)) return {};
  const Term left = condition->child[0], right = condition->child[1];
  if (left.is_constant() == right.is_constant()) return {};
  Interval interval{left.is_constant() ? right : left, condition.is(Kind::Slt)};
  const std::uint64_t largest = mask(interval.word.width());
  const std::uint64_t bound = (left.is_constant() ? left : right)->value ^ interval.bias();
  if (bound == (left.is_constant() ? largest : 0)) return {};  // never holds
  const bool from_below = left.is_constant() == negated;       // word < bound, or not bound < word
  if (from_below) {
    interval.high = left.is_constant() ? bound : bound - 1;
  } else {
    interval.low = left.is_constant() ? bound + 1 : bound;
    interval.high = largest;
  }
  return interval;
}

// Makes both intervals signed or both unsigned. False if this is not possible, or if they are about different words.
bool comparable(Interval& a, Interval& b) {
  if (!a.word || a.word != b.word) return false;
  if (a.is_signed == b.is_signed) return true;
  if (a.is_equality) {
    a.read_as(b.is_signed);
  } else if (b.is_equality) {
    b.read_as(a.is_signed);
  } else {
    return false;
  }
  return true;
}

}  // namespace

Term conjunction_of_intervals(TermPool& pool, Term a, Term b) {
  Interval x = interval_of(a), y = interval_of(b);
  if (!comparable(x, y)) return {};
  if (x.contains(y)) return b;
  if (y.contains(x)) return a;
  const std::uint64_t low = std::max(x.low, y.low), high = std::min(x.high, y.high);
  if (low > high) return pool.truth(false);
  return low == high ? pool.eq(x.word, pool.constant(x.word.width(), low ^ x.bias())) : Term{};
}

Term disjunction_of_intervals(TermPool& pool, Term a, Term b) {
  Interval x = interval_of(a), y = interval_of(b);
  if (!comparable(x, y)) return {};
  if (x.contains(y)) return a;
  if (y.contains(x)) return b;
  if (x.low > y.low) std::swap(x, y);
  const bool everything = x.low == 0 && y.high == mask(x.word.width()) && y.low <= x.high + 1;
  return everything ? pool.truth(true) : Term{};
}

}  // namespace janus::term
