// The range of a term's value, derived from the shape of the term: the bounds from known bits, refined through sums,
// products, remainders and choices. Looks `depth` operations deep; the time is exponential in the depth and independent
// of the size of the term.
#pragma once

#include "term/term.h"

namespace janus::term {

// The unsigned values from `low` to `high`, both included.
struct Range {
  std::uint64_t low;
  std::uint64_t high;
  friend bool operator==(Range, Range) = default;
};

inline constexpr unsigned kRangeDepth = 4;
Range range(Term term, unsigned depth = kRangeDepth);

}  // namespace janus::term
