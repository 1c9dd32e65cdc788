#include "solver/order_facts.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <numeric>
#include <optional>

#include "term/work_clock.h"

namespace janus::solver {

using term::Kind;
using term::Term;

namespace {

// Conditions nested deeper than this are not split.
constexpr unsigned kMaxDepth = 32;

bool collect(term::TermPool& pool, Term condition, bool negated, std::vector<Comparison>& comparisons, unsigned depth) {
  if (depth == 0) return false;
  const Term left = condition->child[0], right = condition->child[1];
  switch (condition.kind()) {
    case Kind::Not: return collect(pool, left, !negated, comparisons, depth - 1);
    case Kind::And:
    case Kind::Or: {
      if (condition.is(Kind::And) == negated) return false;  // a disjunction
      const bool all_left = collect(pool, left, negated, comparisons, depth - 1);
      return collect(pool, right, negated, comparisons, depth - 1) && all_left;
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
    case Kind::Extract: {  // the sign bit: less than zero
      if (condition->low + 1U != left.width() || left.width() > 32) return false;
      const Term zero = pool.constant(left.width(), 0);
      if (negated) {
        comparisons.push_back({Relation::LessOrEqual, true, zero, left});
      } else {
        comparisons.push_back({Relation::Less, true, left, zero});
      }
      return true;
    }
    default: return false;
  }
}

// Calls `visit(j)` for each bit j of a row.
template <class Visit>
void for_each_bit(const std::uint64_t* row, unsigned blocks, Visit&& visit) {
  for (unsigned block = 0; block < blocks; ++block) {
    for (std::uint64_t rest = row[block]; rest; rest &= rest - 1) {
      visit(64 * block + static_cast<unsigned>(std::countr_zero(rest)));
    }
  }
}

}  // namespace

bool comparisons_of(term::TermPool& pool, Term condition, std::vector<Comparison>& comparisons) {
  return collect(pool, condition, false, comparisons, kMaxDepth);
}

int OrderFacts::find(Term word) const {
  for (unsigned i = 0; i < size(); ++i) {
    if (words_[i] == word) return static_cast<int>(i);
  }
  return -1;
}

bool OrderFacts::is_choice(Term word) {
  if (!word.is(Kind::Ite)) return false;
  const auto ends_in_constant = [](Term side, unsigned child) {
    for (unsigned depth = 0; depth < kMaxDepth && side.is(Kind::Ite); ++depth) side = side->child[child];
    return side.is_constant();
  };
  return !ends_in_constant(word->child[1], 1) || !ends_in_constant(word->child[2], 2);
}

// Adds the rows of one more word, and widens all rows if needed.
void OrderFacts::make_room() {
  if (size() > 64 * blocks_) {
    const unsigned wider = 2 * blocks_;
    std::vector<std::uint64_t> bits(bits_.size() * 2);
    for (std::size_t i = 0; i < bits_.size() / blocks_; ++i) {
      std::copy_n(&bits_[i * blocks_], blocks_, &bits[i * wider]);
    }
    bits_ = std::move(bits);
    blocks_ = wider;
  }
  bits_.resize(words_.size() * kRelations * blocks_);
}

// The index of a word, which is added if it is new; -1 if there is no room for a new word.
int OrderFacts::index_of(Term word) {
  if (const int known = find(word); known >= 0) return known;
  if (size() == kMaxWords || (word.is_constant() && constants_ == kMaxConstants)) return -1;
  constants_ += word.is_constant();
  const unsigned index = size();
  words_.push_back(word);
  make_room();
  link_successors(index);
  if (is_choice(word)) pending_.push_back(static_cast<std::uint16_t>(index));
  if (!word.is_constant()) return static_cast<int>(index);
  for (unsigned other = 0; other < index; ++other) {  // the order of two constants is known
    if (!words_[other].is_constant() || words_[other].width() != word.width()) continue;
    add_disequality(index, other);
    for (const bool is_signed : {false, true}) {
      const bool before = constant_value(index, is_signed) < constant_value(other, is_signed);
      add_edge(is_signed, before ? index : other, before ? other : index, true);
    }
  }
  return static_cast<int>(index);
}

// Records all pairs of words x and x + 1 that the new word at `index` is part of.
void OrderFacts::link_successors(unsigned index) {
  const auto base_and_offset = [](Term word) -> std::pair<Term, std::uint64_t> {
    if (word.is(Kind::Add) && word->child[1].is_constant()) return {word->child[0], word->child[1]->value};
    return {word, 0};
  };
  const Term word = words_[index];
  if (word.is_constant()) return;
  const auto [base, offset] = base_and_offset(word);
  for (unsigned other = 0; other < index; ++other) {
    const auto [other_base, other_offset] = base_and_offset(words_[other]);
    if (!(other_base == base)) continue;
    const std::uint64_t distance = (offset - other_offset) & term::mask(word.width());
    const auto a = static_cast<std::uint16_t>(other), b = static_cast<std::uint16_t>(index);
    if (distance == 1) successors_.emplace_back(a, b);
    if (distance == term::mask(word.width())) successors_.emplace_back(b, a);
  }
}

std::int64_t OrderFacts::constant_value(unsigned index, bool is_signed) const {
  const Term word = words_[index];
  return is_signed ? term::as_signed(word->value, word.width()) : static_cast<std::int64_t>(word->value);
}

// Keeps the transitive closure: every word that reaches `from` now reaches `to`, and every word after `to`. False if
// this makes a word less than itself.
bool OrderFacts::add_edge(bool is_signed, unsigned from, unsigned to, bool strict) {
  const unsigned after = kAfter + is_signed, strictly = kStrictly + is_signed;
  if (at(strict ? strictly : after, from, to)) return !at(strictly, from, from);
  std::array<std::uint64_t, kMaxWords / 64> target, target_strictly;
  std::copy_n(row(after, to), blocks_, target.begin());
  std::copy_n(row(strictly, to), blocks_, target_strictly.begin());
  may_be_equal_ = may_be_equal_ || at(after, to, from);
  changed_ = true;
  target[to / 64] |= std::uint64_t{1} << to % 64;
  bool consistent = true;
  spend(term::Work::Order, size());
  for (unsigned i = 0; i < size(); ++i) {
    if (i != from && !at(after, i, from)) continue;
    const bool strict_here = strict || at(strictly, i, from);
    std::uint64_t* const after_i = row(after, i);
    std::uint64_t* const strictly_i = row(strictly, i);
    for (unsigned block = 0; block < blocks_; ++block) {
      after_i[block] |= target[block];
      strictly_i[block] |= strict_here ? target[block] : target_strictly[block];
    }
    consistent = consistent && !at(strictly, i, i);
  }
  return consistent;
}

void OrderFacts::add_disequality(unsigned a, unsigned b) {
  changed_ = changed_ || !at(kDifferent, a, b);
  set(kDifferent, a, b);
  set(kDifferent, b, a);
}

bool OrderFacts::refutes(const Comparison& comparison) const {
  const int left = find(comparison.left), right = find(comparison.right);
  if (left < 0 || right < 0) return false;
  const auto a = static_cast<unsigned>(left), b = static_cast<unsigned>(right);
  switch (comparison.relation) {
    case Relation::Less: return a == b || at(kAfter + comparison.is_signed, b, a);
    case Relation::LessOrEqual: return at(kStrictly + comparison.is_signed, b, a);
    case Relation::Equal: return at(kDifferent, a, b) || at(kStrictly, a, b) || at(kStrictly, b, a);
    case Relation::Different: return a == b || (at(kAfter, a, b) && at(kAfter, b, a));
  }
  return false;
}

bool OrderFacts::add(const Comparison& comparison) {
  const int left = index_of(comparison.left), right = index_of(comparison.right);
  if (left < 0 || right < 0) return true;
  const auto a = static_cast<unsigned>(left), b = static_cast<unsigned>(right);
  if (a == b) return comparison.relation == Relation::Equal || comparison.relation == Relation::LessOrEqual;
  switch (comparison.relation) {
    case Relation::Less:
      if (!add_edge(comparison.is_signed, a, b, true)) return false;
      add_disequality(a, b);
      break;
    case Relation::LessOrEqual:
      if (!add_edge(comparison.is_signed, a, b, false)) return false;
      break;
    case Relation::Equal:
      if (!add_equality(a, b)) return false;
      break;
    case Relation::Different:
      add_disequality(a, b);
      disequalities_ = true;
      break;
  }
  return propagate();
}

// Derives facts until nothing new follows. Most facts are about neither equal words nor choices; then one pass is
// enough, since add_edge() keeps the closure.
bool OrderFacts::propagate() {
  do {
    changed_ = false;
    if (!add_pending_choices()) return false;
    if (may_be_equal_ && (!share_equalities(false) || !share_equalities(true))) return false;
    if ((disequalities_ || !successors_.empty()) && (!strengthen(false) || !strengthen(true))) return false;
    for (const Choice& choice : choices_) {
      if (!settle_choice(choice)) return false;
    }
    if (!relate_choices()) return false;
  } while (changed_ && (may_be_equal_ || !choices_.empty()));
  return true;
}

// Adds the sides of pending choices as words, and so on for sides that are choices, as far as there is room.
bool OrderFacts::add_pending_choices() {
  while (!pending_.empty()) {
    const std::uint16_t word = pending_.back();
    pending_.pop_back();
    const Term choice = words_[word];
    const int then = index_of(choice->child[1]), otherwise = index_of(choice->child[2]);
    if (then < 0 || otherwise < 0) continue;
    choices_.push_back({word, static_cast<std::uint16_t>(then), static_cast<std::uint16_t>(otherwise)});
    if (!bounds_of_choice(choices_.back())) return false;
  }
  return true;
}

// ite(x < y, x, y) is a minimum, ite(x < y, y, x) a maximum. The condition may also be negated or have its operands
// swapped.
bool OrderFacts::bounds_of_choice(const Choice& choice) {
  Term condition = words_[choice.word]->child[0];
  const bool negated = condition.is(Kind::Not);
  if (negated) condition = condition->child[0];
  if (!condition.is(Kind::Slt) && !condition.is(Kind::Ult)) return true;
  const Term then = words_[choice.then], otherwise = words_[choice.otherwise];
  const Term low = condition->child[0], high = condition->child[1];
  const bool in_order = low == then && high == otherwise, reversed = low == otherwise && high == then;
  if (!in_order && !reversed) return true;
  const bool is_signed = condition.is(Kind::Slt), minimum = in_order != negated;
  for (const unsigned side : {choice.then, choice.otherwise}) {
    if (!add_edge(is_signed, minimum ? choice.word : side, minimum ? side : choice.word, false)) return false;
  }
  return true;
}

// A word above both sides of a choice is above the choice. A word below both sides is below the choice.
bool OrderFacts::relate_choice(const Choice& choice, bool is_signed) {
  const unsigned after = kAfter + is_signed, strictly = kStrictly + is_signed;
  const auto [word, then, otherwise] = choice;
  const auto relation = [&](unsigned from, unsigned to) {  // 0: unknown, 1: less or equal, 2: less
    if (at(strictly, from, to)) return 2;
    return from == to || at(after, from, to) ? 1 : 0;
  };
  spend(term::Work::Order, size());
  for (unsigned z = 0; z < size(); ++z) {
    if (z == word) continue;
    if (const int above = std::min(relation(then, z), relation(otherwise, z)); above > relation(word, z)) {
      if (!add_edge(is_signed, word, z, above == 2)) return false;
    }
    if (const int below = std::min(relation(z, then), relation(z, otherwise)); below > relation(z, word)) {
      if (!add_edge(is_signed, z, word, below == 2)) return false;
    }
  }
  return true;
}

// A choice that differs from one side equals the other side.
bool OrderFacts::settle_choice(const Choice& choice) {
  const auto differ = [&](unsigned side) {
    return at(kDifferent, choice.word, side) || at(kStrictly, choice.word, side) || at(kStrictly, side, choice.word) ||
           at(kStrictly + 1, choice.word, side) || at(kStrictly + 1, side, choice.word);
  };
  const bool not_then = differ(choice.then), not_otherwise = differ(choice.otherwise);
  if (not_then && not_otherwise) return false;
  if (not_then == not_otherwise) return true;
  return add_equality(choice.word, not_then ? choice.otherwise : choice.then);
}

bool OrderFacts::add_equality(unsigned a, unsigned b) {
  for (const bool is_signed : {false, true}) {
    if (!add_edge(is_signed, a, b, false) || !add_edge(is_signed, b, a, false)) return false;
  }
  return true;
}

// A side of a choice may be a choice too. Sides have larger indices than their choice, so the loop goes from last to
// first: sides come before the choices they belong to.
bool OrderFacts::relate_choices() {
  for (auto choice = choices_.rbegin(); choice != choices_.rend(); ++choice) {
    if (!relate_choice(*choice, false) || !relate_choice(*choice, true)) return false;
  }
  return true;
}

// Words that are equal in one order (signed or unsigned) are equal in the other, and both differ from the same words.
bool OrderFacts::share_equalities(bool is_signed) {
  spend(term::Work::Order, size());
  for (unsigned i = 0; i < size(); ++i) {
    for (unsigned block = 0; block < blocks_; ++block) {
      for (std::uint64_t rest = row(kAfter + is_signed, i)[block]; rest; rest &= rest - 1) {
        const unsigned j = 64 * block + static_cast<unsigned>(std::countr_zero(rest));
        if (j == i || !at(kAfter + is_signed, j, i)) continue;
        spend(term::Work::Order, 2);
        if (at(kDifferent, i, j)) return false;
        if (!at(kAfter + !is_signed, i, j) && !add_equality(i, j)) return false;
        for (unsigned other = 0; other < blocks_; ++other) {
          const std::uint64_t news = row(kDifferent, j)[other] & ~row(kDifferent, i)[other];
          for_each_bit(&news, 1, [&](unsigned k) { add_disequality(i, 64 * other + k); });
        }
      }
    }
  }
  return true;
}

// Derives a < b from a <= b and a != b. Where a + 1 is among the words, derives a < a + 1 <= b from a < b: then a is
// not the greatest number, so a + 1 does not wrap.
bool OrderFacts::strengthen(bool is_signed) {
  const unsigned after = kAfter + is_signed, strictly = kStrictly + is_signed;
  spend(term::Work::Order, size());
  for (unsigned i = 0; i < size(); ++i) {
    for (unsigned block = 0; block < blocks_; ++block) {
      while (true) {
        const std::uint64_t rest = row(kDifferent, i)[block] & row(after, i)[block] & ~row(strictly, i)[block];
        if (rest == 0) break;
        if (!add_edge(is_signed, i, 64 * block + static_cast<unsigned>(std::countr_zero(rest)), true)) return false;
      }
    }
  }
  for (const auto& [i, next] : successors_) {
    bool less_than_something = false;
    bool consistent = true;
    const std::vector<std::uint64_t> greater(row(strictly, i), row(strictly, i) + blocks_);
    for_each_bit(greater.data(), blocks_, [&](unsigned j) {
      less_than_something = true;
      consistent = consistent && add_edge(is_signed, next, j, false);
    });
    if (less_than_something) consistent = consistent && add_edge(is_signed, i, next, true);
    if (!consistent) return false;
  }
  return true;
}

// Assigns values to the words in a topological order. Sorting by the number of words before each word gives such an
// order, since the relations are closed under transitivity.
std::vector<std::int64_t> OrderFacts::values(bool is_signed, const std::vector<std::int64_t>& preferred) const {
  const unsigned after = kAfter + is_signed, strictly = kStrictly + is_signed;
  spend(term::Work::Order, std::int64_t{size()} * size());
  std::vector<unsigned> before(size(), 1);  // the number of words less or equal, the word itself included
  for (unsigned i = 0; i < size(); ++i) {
    for_each_bit(row(after, i), blocks_, [&](unsigned j) { before[j] += j != i; });
  }
  std::vector<unsigned> sorted(size());
  std::iota(sorted.begin(), sorted.end(), 0U);
  std::sort(sorted.begin(), sorted.end(),
            [&](unsigned a, unsigned b) { return before[a] != before[b] ? before[a] < before[b] : a < b; });
  std::vector<std::int64_t> value(size());
  std::vector<bool> assigned(size());
  for (const unsigned i : sorted) {
    if (assigned[i]) continue;
    const unsigned width = words_[i].width();
    std::int64_t low = is_signed ? -(std::int64_t{1} << (width - 1)) : 0;
    std::int64_t high = static_cast<std::int64_t>(term::mask(is_signed ? width - 1 : width));
    for (unsigned j = 0; j < size(); ++j) {
      if (assigned[j] && at(after, j, i)) low = std::max(low, value[j] + at(strictly, j, i));
    }
    // Words equal to word i get the same value. If word i is less than a constant, the words that must lie between the
    // two need room.
    std::vector<unsigned> equal{i};
    std::optional<std::int64_t> fixed;
    if (words_[i].is_constant()) fixed = constant_value(i, is_signed);
    for_each_bit(row(after, i), blocks_, [&](unsigned j) {
      const bool same = j != i && at(after, j, i);
      if (same) equal.push_back(j);
      if (!words_[j].is_constant()) return;
      const std::int64_t limit = constant_value(j, is_signed);
      if (same) fixed = limit;
      std::int64_t between = 0;
      for_each_bit(row(strictly, i), blocks_, [&](unsigned k) { between += k == j || at(after, k, j); });
      high = std::min(high, limit - between);
    });
    const auto taken = [&](std::int64_t candidate) {
      for (const unsigned e : equal) {
        bool found = false;
        for_each_bit(row(kDifferent, e), blocks_,
                     [&](unsigned k) { found = found || (assigned[k] && value[k] == candidate); });
        if (found) return true;
      }
      return false;
    };
    std::int64_t chosen = fixed ? *fixed : std::max(low, std::min(preferred[i], high));
    while (!fixed && taken(chosen)) ++chosen;
    for (const unsigned e : equal) {
      value[e] = chosen;
      assigned[e] = true;
    }
  }
  return value;
}

}  // namespace janus::solver
