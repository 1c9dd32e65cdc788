// The range of a term's value, from its shape alone: known bits refined by what sums, products, remainders and choices
// say about bounds. Looks a few operations deep, in time exponential in that depth and independent of the term's size.
#pragma once

#include "term/term.h"

namespace janus::term {

// Values, unsigned, lie in [low, high].
struct Range {
  std::uint64_t low;
  std::uint64_t high;
  friend bool operator==(Range, Range) = default;
};

inline constexpr unsigned kRangeDepth = 4;
Range range(Term term, unsigned depth = kRangeDepth);

}  // namespace janus::term
