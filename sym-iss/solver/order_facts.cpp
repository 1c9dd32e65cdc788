#include "solver/order_facts.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace janus::solver {

using term::Kind;
using term::Term;

namespace {

// Conditions nested deeper than this are not taken apart.
constexpr unsigned kMaxDepth = 32;

bool collect(Term condition, bool negated, std::vector<Comparison>& comparisons, unsigned depth) {
  if (depth == 0) return false;
  const Term left = condition->child[0], right = condition->child[1];
  switch (condition.kind()) {
    case Kind::Not: return collect(left, !negated, comparisons, depth - 1);
    case Kind::And:
    case Kind::Or: {
      if (condition.is(Kind::And) == negated) return false;  // a disjunction
      const bool all_left = collect(left, negated, comparisons, depth - 1);
      return collect(right, negated, comparisons, depth - 1) && all_left;
    }
    case Kind::Eq:
      if (left.width() > 32) return false;
      comparisons.push_back({negated ? Relation::Different : Relation::Equal, false, left, right});
      return true;
    case Kind::Slt:
    case Kind::Ult: {
      if (left.width() > 32) return false;
      const bool is_signed = condition.is(Kind::Slt);
      if (negated) {
        comparisons.push_back({Relation::LessOrEqual, is_signed, right, left});
      } else {
        comparisons.push_back({Relation::Less, is_signed, left, right});
      }
      return true;
    }
    default: return false;
  }
}

}  // namespace

bool comparisons_of(Term condition, std::vector<Comparison>& comparisons) {
  return collect(condition, false, comparisons, kMaxDepth);
}

// The index of a word, which is new if it was not there; -1 if there is no room.
int OrderFacts::index_of(Term word) {
  for (unsigned i = 0; i < size_; ++i) {
    if (words_[i] == word) return static_cast<int>(i);
  }
  if (size_ == kMaxWords) return -1;
  const unsigned index = size_++;
  words_[index] = word;
  different_[index] = 0;
  for (Order& order : orders_) order.after[index] = order.strictly[index] = 0;
  if (!word.is_constant()) return static_cast<int>(index);
  for (Set rest = constants_; rest; rest &= rest - 1) {  // constants know their places among each other
    const auto other = static_cast<unsigned>(std::countr_zero(rest));
    if (words_[other].width() != word.width()) continue;
    different_[index] |= bit(other);
    different_[other] |= bit(index);
    for (const bool is_signed : {false, true}) {
      const bool before = constant_value(index, is_signed) < constant_value(other, is_signed);
      add_edge(orders_[is_signed], before ? index : other, before ? other : index, true);
    }
  }
  constants_ |= bit(index);
  return static_cast<int>(index);
}

std::int64_t OrderFacts::constant_value(unsigned index, bool is_signed) const {
  const Term word = words_[index];
  return is_signed ? term::as_signed(word->value, word.width()) : static_cast<std::int64_t>(word->value);
}

// Keeps the closure: whoever reaches `from` now reaches `to`, and all that is after it. False if that makes a word less
// than itself.
bool OrderFacts::add_edge(Order& order, unsigned from, unsigned to, bool strict) {
  const Set target = bit(to) | order.after[to];
  const bool known = (order.after[from] & target) == target && (!strict || (order.strictly[from] & target) == target);
  if (known) return !(order.strictly[from] & bit(from));
  bool consistent = true;
  const Set strictly_after = order.strictly[to];
  for (unsigned i = 0; i < size_; ++i) {
    if (i != from && !(order.after[i] & bit(from))) continue;
    const bool strict_here = strict || (order.strictly[i] & bit(from));
    order.after[i] |= target;
    order.strictly[i] |= strict_here ? target : strictly_after;
    consistent = consistent && !(order.strictly[i] & bit(i));
  }
  return consistent;
}

// a <= b and a != b -> a < b, wherever it applies.
bool OrderFacts::strengthen(Order& order) {
  for (unsigned i = 0; i < size_; ++i) {
    for (Set rest; (rest = different_[i] & order.after[i] & ~order.strictly[i]) != 0;) {
      if (!add_edge(order, i, static_cast<unsigned>(std::countr_zero(rest)), true)) return false;
    }
  }
  return true;
}

bool OrderFacts::add(const Comparison& comparison) {
  const int left = index_of(comparison.left), right = index_of(comparison.right);
  if (left < 0 || right < 0) return true;
  const auto a = static_cast<unsigned>(left), b = static_cast<unsigned>(right);
  if (a == b) return comparison.relation == Relation::Equal || comparison.relation == Relation::LessOrEqual;
  switch (comparison.relation) {
    case Relation::Less:
      if (!add_edge(orders_[comparison.is_signed], a, b, true)) return false;
      different_[a] |= bit(b);
      different_[b] |= bit(a);
      break;
    case Relation::LessOrEqual:
      if (!add_edge(orders_[comparison.is_signed], a, b, false)) return false;
      break;
    case Relation::Equal:
      for (Order& order : orders_) {
        if (!add_edge(order, a, b, false) || !add_edge(order, b, a, false)) return false;
      }
      break;
    case Relation::Different:
      different_[a] |= bit(b);
      different_[b] |= bit(a);
      break;
  }
  // Words that are equal in one order are equal in the other.
  for (unsigned i = 0; i < size_; ++i) {
    for (const bool is_signed : {false, true}) {
      for (Set rest = orders_[is_signed].after[i] & ~orders_[!is_signed].after[i]; rest; rest &= rest - 1) {
        const auto j = static_cast<unsigned>(std::countr_zero(rest));
        if (j == i || !(orders_[is_signed].after[j] & bit(i))) continue;
        if (!add_edge(orders_[!is_signed], i, j, false) || !add_edge(orders_[!is_signed], j, i, false)) return false;
      }
    }
  }
  return strengthen(orders_[0]) && strengthen(orders_[1]);
}

// The words in an order of their values: one has more words before it than those before it have.
std::vector<std::int64_t> OrderFacts::values(bool is_signed, const std::vector<std::int64_t>& preferred) const {
  const Order& order = orders_[is_signed];
  std::array<Set, kMaxWords> before{};
  for (unsigned i = 0; i < size_; ++i) {
    for (Set rest = order.after[i]; rest; rest &= rest - 1)
      before[static_cast<unsigned>(std::countr_zero(rest))] |= bit(i);
  }
  std::vector<unsigned> sorted(size_);
  std::iota(sorted.begin(), sorted.end(), 0U);
  std::sort(sorted.begin(), sorted.end(), [&](unsigned a, unsigned b) {
    const int before_a = std::popcount(before[a] | bit(a)), before_b = std::popcount(before[b] | bit(b));
    return before_a != before_b ? before_a < before_b : a < b;
  });
  std::vector<std::int64_t> value(size_);
  Set assigned = 0;
  for (const unsigned i : sorted) {
    if (assigned & bit(i)) continue;
    const unsigned width = words_[i].width();
    std::int64_t low = is_signed ? -(std::int64_t{1} << (width - 1)) : 0;
    std::int64_t high = static_cast<std::int64_t>(term::mask(is_signed ? width - 1 : width));
    const Set equal = bit(i) | (order.after[i] & before[i]);
    Set unequal = 0;
    for (Set rest = equal; rest; rest &= rest - 1) unequal |= different_[static_cast<unsigned>(std::countr_zero(rest))];
    for (Set rest = before[i] & assigned; rest; rest &= rest - 1) {
      const auto j = static_cast<unsigned>(std::countr_zero(rest));
      low = std::max(low, value[j] + ((order.strictly[j] >> i & 1) != 0));
    }
    // Below a constant there must be room for all that lies in between.
    for (Set rest = order.after[i] & constants_; rest; rest &= rest - 1) {
      const auto j = static_cast<unsigned>(std::countr_zero(rest));
      high = std::min(high, constant_value(j, is_signed) - std::popcount(order.strictly[i] & (before[j] | bit(j))));
    }
    std::int64_t chosen = std::max(low, std::min(preferred[i], high));
    if (const Set constants = equal & constants_) {
      chosen = constant_value(static_cast<unsigned>(std::countr_zero(constants)), is_signed);
    }
    const auto taken = [&](std::int64_t candidate) {
      for (Set rest = unequal & assigned; rest; rest &= rest - 1) {
        if (value[static_cast<unsigned>(std::countr_zero(rest))] == candidate) return true;
      }
      return false;
    };
    while (!(equal & constants_) && taken(chosen)) ++chosen;
    for (Set rest = equal; rest; rest &= rest - 1) value[static_cast<unsigned>(std::countr_zero(rest))] = chosen;
    assigned |= equal;
  }
  return value;
}

}  // namespace janus::solver
