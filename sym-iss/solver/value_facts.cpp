#include "solver/value_facts.h"

#include <algorithm>
#include <vector>

#include "term/work_clock.h"

namespace janus::solver {

using term::Kind;
using term::mask;
using term::Term;

namespace {

__extension__ using Wide = unsigned __int128;

// All x such that x * k is in `products`, if no product wraps around.
ValueSet quotients(const ValueSet& products, std::uint64_t k) {
  ValueSet result = ValueSet::none(products.width());
  for (const Interval& i : products.intervals()) {
    const std::uint64_t low = i.low / k + (i.low % k != 0), high = i.high / k;
    if (low <= high) result = result.united(ValueSet::range(products.width(), low, high));
  }
  return result;
}

// All x such that x / k is in `quotients`.
ValueSet dividends(const ValueSet& quotients, std::uint64_t k) {
  const std::uint64_t most = mask(quotients.width());
  ValueSet result = ValueSet::none(quotients.width());
  for (const Interval& i : quotients.intervals()) {
    if (Wide{i.low} * k > most) continue;
    const Wide high = Wide{i.high} * k + (k - 1);
    result = result.united(
        ValueSet::range(quotients.width(), i.low * k, high > most ? most : static_cast<std::uint64_t>(high)));
  }
  return result;
}

// A set that contains all values of `word` whose bits from bit `low` up, as many as `piece` has, are in `piece`.
ValueSet values_with_piece(const ValueSet& piece, const ValueSet& word, unsigned low) {
  const unsigned width = word.width(), high = low + piece.width() - 1;
  ValueSet result = ValueSet::with_bits(width, piece.zeros() << low, piece.ones() << low);
  const std::uint64_t above = mask(width) & ~mask(high + 1);
  if ((word.zeros() | word.ones() | ~above) != ~std::uint64_t{0}) return result;
  ValueSet spans = ValueSet::none(width);  // the bits above the piece are known, so intervals of the piece carry over
  for (const Interval& i : piece.intervals()) {
    const std::uint64_t upper = word.ones() & above;
    spans = spans.united(ValueSet::range(width, upper | i.low << low, upper | i.high << low | mask(low)));
  }
  return result.intersected(spans);
}

}  // namespace

// --- Deciding: computes sets from the leaves up.

namespace {

// The sets that have been computed on the way to one: what merged paths have in common is in a term many times. Small
// terms do without. An entry may give way to another one.
class ComputedSets {
 public:
  static constexpr unsigned kNodesOfSmall = 8;

  void begin() { ++walk_; }
  // Valid until the next call of keep().
  const ValueSet* find(Term term) {
    const Entry& entry = entry_of(term);
    return entry.walk == walk_ && entry.term == term ? &entry.set : nullptr;
  }
  void keep(Term term, const ValueSet& set) { entry_of(term) = {term, walk_, set}; }

 private:
  struct Entry {
    Term term;
    std::uint64_t walk = 0;
    ValueSet set = ValueSet::none(1);
  };
  Entry& entry_of(Term term) { return entries_[term->id % entries_.size()]; }

  std::vector<Entry> entries_ = std::vector<Entry>(512);
  std::uint64_t walk_ = 0;
};
thread_local ComputedSets computed_sets;

}  // namespace

ValueSet ValueFacts::values(Term term) const {
  unsigned nodes = kMaxNodes;
  computed_sets.begin();
  return values(term, nodes);
}

// `nodes` is the number of nodes that may still be visited.
ValueSet ValueFacts::values(Term term, unsigned& nodes) const {
  if (term.is_constant()) return ValueSet::single(term.width(), term->value);
  const ValueSet* own = sets_.find(term);
  if (term.is(Kind::Variable)) return own ? *own : ValueSet::all(term.width());
  const bool is_small = nodes + ComputedSets::kNodesOfSmall > kMaxNodes;
  if (const ValueSet* const seen = is_small ? nullptr : computed_sets.find(term)) return *seen;
  ValueSet set = ValueSet::with_bits(term.width(), term->known.zeros, term->known.ones);
  if (nodes > 0) {
    --nodes;
    set = set.intersected(computed(term, nodes));
  } else if (ranges_) {
    const term::Range range = ranges_->of(term);
    set = set.intersected(ValueSet::range(term.width(), range.low, range.high));
  }
  if (own) set = set.intersected(*own);
  if (!is_small) computed_sets.keep(term, set);
  return set;
}

ValueSet ValueFacts::computed(Term term, unsigned& nodes) const {
  spend(term::Work::ValueSet);
  const auto child = [&](unsigned i) { return values(term->child[i], nodes); };
  switch (term.kind()) {
    case Kind::Not: return child(0).bit_not();
    case Kind::And: return child(0).bit_and(child(1));
    case Kind::Or: return child(0).bit_or(child(1));
    case Kind::Xor: return child(0).bit_xor(child(1));
    case Kind::Add: return child(0).add(child(1));
    case Kind::Sub: return child(0).sub(child(1));
    case Kind::Mul: return child(0).mul(child(1));
    case Kind::Udiv: return child(0).udiv(child(1));
    case Kind::Urem: return child(0).urem(child(1));
    case Kind::Sdiv: return child(0).sdiv(child(1));
    case Kind::Srem: return child(0).srem(child(1));
    case Kind::Shl: return child(0).shl(child(1));
    case Kind::Lshr: return child(0).lshr(child(1));
    case Kind::Ashr: return child(0).ashr(child(1));
    case Kind::Eq: return child(0).eq(child(1));
    case Kind::Ult: return child(0).ult(child(1));
    case Kind::Slt: return child(0).slt(child(1));
    case Kind::Ite: {
      const ValueSet condition = child(0);
      if (condition.is_empty()) return ValueSet::none(term.width());
      if (condition.is_single()) return condition.min() ? child(1) : child(2);
      return child(1).united(child(2));
    }
    case Kind::Extract: return child(0).extract(term->low + term.width() - 1, term->low);
    case Kind::Concat: return child(0).concat(child(1));
    case Kind::ZeroExtend: return child(0).zero_extend(term.width());
    case Kind::SignExtend: return child(0).sign_extend(term.width());
    case Kind::Constant:
    case Kind::Variable: break;
  }
  return ValueSet::all(term.width());
}

Truth ValueFacts::decide(Term condition) const {
  const ValueSet set = values(condition);
  if (!set.is_single()) return Truth::Either;
  return set.min() != 0 ? Truth::Always : Truth::Never;
}

// --- PARTI's subset.

namespace {

// Whether the paper's decision stage (3.4) has a rule for each operation in `term`.
bool parti_decides(Term term, unsigned depth) {
  if (depth == 0) return false;
  switch (term.kind()) {
    case Kind::Constant:
    case Kind::Variable: return true;
    case Kind::Not: return term.width() == 1 && parti_decides(term->child[0], depth - 1);
    case Kind::ZeroExtend:
    case Kind::SignExtend:
    case Kind::Extract: return parti_decides(term->child[0], depth - 1);
    case Kind::Mul:
    case Kind::Udiv:
    case Kind::Concat:  // with zeros: a multiple of a power of two
      if (!term->child[1].is_constant()) return false;
      [[fallthrough]];
    case Kind::Add:
    case Kind::Sub:
    case Kind::Eq:
    case Kind::Ult:
    case Kind::Slt: return parti_decides(term->child[0], depth - 1) && parti_decides(term->child[1], depth - 1);
    default: return false;
  }
}

// Whether the paper's learning stage (3.3) can push a condition down to a variable: each operation on the way has one
// constant operand.
bool parti_learns(Term term) {
  while (!term.is(Kind::Variable)) {
    const Term a = term->child[0], b = term->child[1];
    switch (term.kind()) {
      case Kind::Extract:  // a sign
        if (!a.is(Kind::Variable)) return false;
        [[fallthrough]];
      case Kind::Not:
      case Kind::ZeroExtend:
      case Kind::SignExtend: term = a; break;
      case Kind::Eq:
      case Kind::Ult:
      case Kind::Slt:
      case Kind::Add:
      case Kind::Sub:
      case Kind::Mul:
        if (!a.is_constant() && !b.is_constant()) return false;
        term = a.is_constant() ? b : a;
        break;
      default: return false;
    }
  }
  return true;
}

}  // namespace

bool ValueFacts::can_answer(Term question) const {
  return reasoning_ == ValueReasoning::Full || (!gave_up_ && parti_decides(question, kMaxDepth));
}

// --- Learning: pushes sets from the root down.

bool ValueFacts::keep(Term term, ValueSet set) {
  sets_.set(term, std::move(set));
  return true;
}

bool ValueFacts::learn(Term condition) {
  if (reasoning_ == ValueReasoning::Parti && !parti_learns(condition)) {
    gave_up_ = true;
    return true;
  }
  steps_ = kMaxSteps;
  return require(condition, ValueSet::single(1, 1), kMaxDepth);
}

// Learns that the value of `term` is in `wanted`. False if no value is left.
bool ValueFacts::require(Term term, ValueSet wanted, unsigned depth) {
  const ValueSet now = values(term);
  wanted = wanted.intersected(now);
  if (wanted.is_empty()) return false;
  if (wanted == now) return true;
  if (depth == 0 || steps_ == 0) return keep(term, std::move(wanted));
  --steps_;
  return require_children(term, wanted, depth - 1);
}

bool ValueFacts::require_children(Term term, const ValueSet& wanted, unsigned depth) {
  if (term.is(Kind::Variable)) return keep(term, wanted);
  if (term.width() == 1 && wanted.is_single() && !require_truth(term, wanted.min() != 0, depth)) return false;
  const Term a = term->child[0], b = term->child[1];
  // A case that inverts its operation exactly does not keep the set of `term`: the operand's set says the same.
  switch (term.kind()) {
    case Kind::Not: return require(a, wanted.bit_not(), depth);
    case Kind::Add:
      if (b.is_constant()) return require(a, wanted.sub(values(b)), depth);
      return keep(term, wanted) && require(a, wanted.sub(values(b)), depth) && require(b, wanted.sub(values(a)), depth);
    case Kind::Sub:
      if (a.is_constant()) return require(b, values(a).sub(wanted), depth);
      return keep(term, wanted) && require(a, wanted.add(values(b)), depth) && require(b, values(a).sub(wanted), depth);
    case Kind::Mul: {
      if (!b.is_constant() || b->value == 0 || Wide{values(a).max()} * b->value > mask(term.width())) break;
      return require(a, quotients(wanted, b->value), depth);
    }
    case Kind::Udiv:
      if (!b.is_constant() || b->value == 0) break;
      return require(a, dividends(wanted, b->value), depth);
    case Kind::Urem: {
      if (!b.is_constant() || b->value == 0) break;
      const ValueSet word = values(a);
      const std::uint64_t quotient = word.min() / b->value;
      if (word.max() / b->value != quotient) break;
      return require(a, wanted.add(ValueSet::single(term.width(), quotient * b->value)), depth);
    }
    case Kind::Xor:
      if (!b.is_constant()) break;
      return keep(term, wanted) && require(a, wanted.bit_xor(values(b)), depth);
    case Kind::And:
      if (term.width() == 1 || !b.is_constant()) break;
      return keep(term, wanted) &&
             require(a, ValueSet::with_bits(term.width(), wanted.zeros() & b->value, wanted.ones() & b->value), depth);
    case Kind::Or:
      if (term.width() == 1 || !b.is_constant()) break;
      return keep(term, wanted) &&
             require(a, ValueSet::with_bits(term.width(), wanted.zeros() & ~b->value, wanted.ones() & ~b->value),
                     depth);
    case Kind::ZeroExtend:
    case Kind::SignExtend: return require(a, wanted.extract(a.width() - 1, 0), depth);
    case Kind::Concat:
      return keep(term, wanted) && require(a, wanted.extract(term.width() - 1, b.width()), depth) &&
             require(b, wanted.extract(b.width() - 1, 0), depth);
    case Kind::Extract: return keep(term, wanted) && require(a, values_with_piece(wanted, values(a), term->low), depth);
    case Kind::Ite: {
      const Term otherwise = term->child[2];
      const bool then_possible = !values(b).intersected(wanted).is_empty();
      const bool else_possible = !values(otherwise).intersected(wanted).is_empty();
      if (!then_possible && !else_possible) return false;
      if (!then_possible) return require(a, ValueSet::single(1, 0), depth) && require(otherwise, wanted, depth);
      if (!else_possible) return require(a, ValueSet::single(1, 1), depth) && require(b, wanted, depth);
      break;
    }
    default: break;
  }
  return keep(term, wanted);
}

// Learns what follows for the operands of a condition that is known to be true or false. False on a contradiction.
bool ValueFacts::require_truth(Term term, bool truth, unsigned depth) {
  const Term a = term->child[0], b = term->child[1];
  switch (term.kind()) {
    case Kind::And:
    case Kind::Or: {
      const ValueSet wanted = ValueSet::single(1, truth), other = ValueSet::single(1, !truth);
      if (truth == term.is(Kind::And)) return require(a, wanted, depth) && require(b, wanted, depth);
      if (values(a) == other) return require(b, wanted, depth);
      return values(b) != other || require(a, wanted, depth);
    }
    case Kind::Eq: {
      if (truth) return require(a, values(b), depth) && require(b, values(a), depth);
      const ValueSet left = values(a), right = values(b);
      return (!left.is_single() || require(b, ValueSet::without(b.width(), left.min()), depth)) &&
             (!right.is_single() || require(a, ValueSet::without(a.width(), right.min()), depth));
    }
    case Kind::Ult:
    case Kind::Slt:
      return truth ? require_ordered(a, b, true, term.is(Kind::Slt), depth)
                   : require_ordered(b, a, false, term.is(Kind::Slt), depth);
    default: return true;
  }
}

bool ValueFacts::require_ordered(Term low, Term high, bool strict, bool is_signed, unsigned depth) {
  const unsigned width = low.width();
  const ValueSet lower = values(low), upper = values(high);
  // The smallest and the largest number of the order: nothing is less than `first` or greater than `last`.
  const std::uint64_t first = is_signed ? std::uint64_t{1} << (width - 1) : 0, last = (first - 1) & mask(width);
  const auto as_bits = [&](std::int64_t value) { return static_cast<std::uint64_t>(value) & mask(width); };
  const std::uint64_t greatest = is_signed ? as_bits(upper.signed_max()) : upper.max();
  const std::uint64_t least = is_signed ? as_bits(lower.signed_min()) : lower.min();
  if (strict && (greatest == first || least == last)) return false;
  return require(low, ValueSet::range(width, first, greatest - strict), depth) &&
         require(high, ValueSet::range(width, least + strict, last), depth);
}

}  // namespace janus::solver
