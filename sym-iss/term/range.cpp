#include "term/range.h"

#include <algorithm>

#include "term/known_bits.h"
#include "term/work_clock.h"

namespace janus::term {
namespace {

__extension__ using Wide = unsigned __int128;

// The range [low, high] modulo ones + 1, if all its values wrap the same number of times; `otherwise` if not.
Range wrapped(Wide low, Wide high, std::uint64_t ones, Range otherwise) {
  const Wide size = static_cast<Wide>(ones) + 1;
  if (low / size != high / size) return otherwise;
  return {static_cast<std::uint64_t>(low) & ones, static_cast<std::uint64_t>(high) & ones};
}

// `child(i)` is the range of an operand.
template <class Child>
Range by_shape(Term t, Range known, Child&& child) {
  const std::uint64_t ones = mask(t.width());
  switch (t.kind()) {
    case Kind::ZeroExtend: return child(0);
    case Kind::Not: {
      const Range a = child(0);
      return {~a.high & ones, ~a.low & ones};
    }
    case Kind::Concat: {
      const Range high = child(0), low = child(1);
      const unsigned shift = t->child[1].width();
      return {high.low << shift | low.low, high.high << shift | low.high};
    }
    case Kind::Ite: {
      const Range a = child(1), b = child(2);
      return {std::min(a.low, b.low), std::max(a.high, b.high)};
    }
    case Kind::And: return {0, std::min(child(0).high, child(1).high)};
    case Kind::Or: return {std::max(child(0).low, child(1).low), ones};
    case Kind::Urem: {
      const Range a = child(0), b = child(1);
      return {0, b.low > 0 ? std::min(a.high, b.high - 1) : a.high};
    }
    case Kind::Udiv: {
      const Range a = child(0), b = child(1);
      return b.low > 0 ? Range{a.low / b.high, a.high / b.low} : known;
    }
    case Kind::Lshr: return {0, child(0).high};
    case Kind::Add: {
      const Range a = child(0), b = child(1);
      return wrapped(static_cast<Wide>(a.low) + b.low, static_cast<Wide>(a.high) + b.high, ones, known);
    }
    case Kind::Sub: {  // a + (2^w - b)
      const Range a = child(0), b = child(1);
      const Wide size = static_cast<Wide>(ones) + 1;
      return wrapped(size + a.low - b.high, size + a.high - b.low, ones, known);
    }
    case Kind::Mul: {
      const Range a = child(0), b = child(1);
      if (static_cast<Wide>(a.high) * b.high > ones) return known;
      return {a.low * b.low, a.high * b.high};
    }
    default: return known;
  }
}

template <class Child>
Range refined(Term term, Child&& child) {
  const Range known{lowest(term), highest(term)};
  const Range shape = by_shape(term, known, child);
  return {std::max(known.low, shape.low), std::min(known.high, shape.high)};
}

}  // namespace

Range range(Term term, unsigned depth) {
  if (depth == 0 || row(term.kind()).arity == 0) return {lowest(term), highest(term)};
  return refined(term, [&](unsigned i) { return range(term->child[i], depth - 1); });
}

Range Ranges::of(Term term) {
  open_.assign(1, term);
  while (!open_.empty()) {
    const Term next = open_.back();
    const std::size_t before = open_.size();
    for (unsigned i = 0; i < row(next.kind()).arity; ++i) {
      if (!knows(next->child[i])) open_.push_back(next->child[i]);
    }
    if (open_.size() > before) continue;
    open_.pop_back();
    if (knows(next)) continue;
    spend(Work::Value);
    if (next->id >= known_.size()) known_.resize(next->id + next->id / 2 + 64, kUnknown);
    known_[next->id] = refined(next, [&](unsigned i) { return known_[next->child[i]->id]; });
  }
  return known_[term->id];
}

}  // namespace janus::term
