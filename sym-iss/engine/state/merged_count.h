// A count that the paths of a merged state may disagree on: cycles, or instructions. The state has the smallest one,
// and a term that says how far each path is ahead of it.
#pragma once

#include <algorithm>
#include <cstdint>

#include "term/term_pool.h"

namespace janus::engine {

struct MergedCount {
  std::uint64_t least = 0;   // no path has less
  term::Term ahead;          // of 32 bits: how much more a path has; null: zero
  std::uint64_t spread = 0;  // no path has more than `least + spread`

  // The terms have 32 bits, so beyond that the count is lost.
  bool is_known() const { return spread >> 32 == 0; }
};

namespace merged_count_detail {

// How far the paths of `count` are ahead of `least`, which is at most its own.
inline term::Term ahead_of(term::TermPool& pool, const MergedCount& count, std::uint64_t least) {
  const term::Term more = pool.constant(32, count.least - least);
  return count.ahead ? pool.add(count.ahead, more) : more;
}

// `choose` makes one term of two: how far the paths of `a` and those of `b` are ahead.
template <class Choose>
MergedCount combined(term::TermPool& pool, const MergedCount& a, const MergedCount& b, const Choose& choose) {
  MergedCount both{.least = std::min(a.least, b.least), .ahead = {}, .spread = 0};
  both.spread = std::max(a.least - both.least + a.spread, b.least - both.least + b.spread);
  if (both.spread == 0 || !both.is_known()) return both;
  const term::Term ahead = choose(ahead_of(pool, a, both.least), ahead_of(pool, b, both.least));
  if (ahead.is_constant()) return {.least = both.least + ahead->value, .ahead = {}, .spread = 0};
  both.ahead = ahead;
  return both;
}

}  // namespace merged_count_detail

// The count of a state that stands for the paths of both: `b` where `selector` holds, else `a`.
inline MergedCount merged(term::TermPool& pool, term::Term selector, const MergedCount& a, const MergedCount& b) {
  return merged_count_detail::combined(
      pool, a, b, [&](term::Term ours, term::Term theirs) { return pool.ite(selector, theirs, ours); });
}

// The larger one, or the smaller one, on each path.
inline MergedCount extreme(term::TermPool& pool, const MergedCount& a, const MergedCount& b, bool largest) {
  return merged_count_detail::combined(pool, a, b, [&](term::Term x, term::Term y) {
    return largest ? pool.ite(pool.ult(x, y), y, x) : pool.ite(pool.ult(x, y), x, y);
  });
}

}  // namespace janus::engine
