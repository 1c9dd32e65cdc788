#include "term/extremes.h"

#include <algorithm>
#include <span>

namespace janus::term {
namespace {

bool is_scaled(Term term) {
  return term.is(Kind::Mul) && (term->child[0].is_constant() || term->child[1].is_constant());
}
unsigned scaled_child(Term term) { return term->child[0].is_constant() ? 1 : 0; }

// The children from whose bounds those of the term follow. None: the term is taken as a whole.
std::span<const Term> bounding_children(Term term) {
  if (term.is(Kind::Add) || term.is(Kind::Sub)) return {term->child, 2};
  if (term.is(Kind::Ite)) return {term->child + 1, 2};
  if (term.is(Kind::ZeroExtend)) return {term->child, 1};
  if (is_scaled(term)) return {term->child + scaled_child(term), 1};
  return {};
}

}  // namespace

Extremes::Extremes(TermPool& pool, Term term) : pool_(pool), term_(term) {
  std::vector<Term> open{term};
  while (!open.empty()) {
    const Term next = open.back();
    open.pop_back();
    if (!parts_.try_emplace(next.node()).second) continue;
    order_.push_back(next);
    for (const Term child : bounding_children(next)) open.push_back(child);
  }
  std::ranges::sort(order_, {}, [](Term each) { return each->id; });
  for (const Term each : order_) {
    const Range known = range(each);
    const std::span<const Term> of = bounding_children(each);
    const auto shape = of.empty() ? std::nullopt : sum(each, at(of.front()), at(of.back()));
    Part& part = parts_.at(each.node());
    part.bounds = shape ? Range{std::max(shape->low, known.low), std::min(shape->high, known.high)} : known;
    part.by_shape = {shape && shape->low == part.bounds.low, shape && shape->high == part.bounds.high};
  }
}

// Nothing if the sum may wrap around.
std::optional<Range> Extremes::sum(Term term, const Part& first, const Part& second) {
  __extension__ using Wide = unsigned __int128;
  const Range a = first.bounds, b = second.bounds;
  if (term.is(Kind::Ite)) return Range{std::min(a.low, b.low), std::max(a.high, b.high)};
  if (term.is(Kind::ZeroExtend)) return a;
  if (term.is(Kind::Sub)) return a.low < b.high ? std::nullopt : std::optional(Range{a.low - b.high, a.high - b.low});
  const Wide factor = is_scaled(term) ? term->child[1 - scaled_child(term)]->value : 1;
  const Wide more_low = is_scaled(term) ? 0 : b.low, more_high = is_scaled(term) ? 0 : b.high;
  const Wide low = a.low * factor + more_low, high = a.high * factor + more_high;
  if (high > mask(term.width())) return std::nullopt;
  return Range{static_cast<std::uint64_t>(low), static_cast<std::uint64_t>(high)};
}

Term Extremes::reaches(bool largest) {
  if (!at(term_).reached[kLow]) {
    for (const Term each : order_) {
      Part& part = parts_.at(each.node());
      part.reached = {reached(each, kLow), reached(each, kHigh)};
    }
  }
  return at(term_).reached[largest ? kHigh : kLow];
}

// The summands know already when they have their bounds.
Term Extremes::reached(Term term, End end) {
  const Part& part = at(term);
  const auto bound = [end](const Part& of) { return end == kHigh ? of.bounds.high : of.bounds.low; };
  if (!part.by_shape[end]) return pool_.eq(term, pool_.constant(term.width(), bound(part)));
  const std::span<const Term> of = bounding_children(term);
  const Part &first = at(of.front()), &second = at(of.back());
  if (of.size() == 1) return first.reached[end];
  if (!term.is(Kind::Ite)) {
    const End other = term.is(Kind::Add) ? end : end == kHigh ? kLow : kHigh;
    return pool_.bit_and(first.reached[end], second.reached[other]);
  }
  const Term never = pool_.truth(false);
  return pool_.ite(term->child[0], bound(first) == bound(part) ? first.reached[end] : never,
                   bound(second) == bound(part) ? second.reached[end] : never);
}

}  // namespace janus::term
