// The range of a term's value, derived from the shape of the term: the bounds from known bits, refined through sums,
// products, remainders and choices. Looks `depth` operations deep; the time is exponential in the depth and independent
// of the size of the term.
#pragma once

#include <vector>

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

// The same for the terms of one pool, however deep: what is below a term is looked at once and remembered (16 bytes for
// each node of the pool up to the term's). Not thread-safe.
class Ranges {
 public:
  Range of(Term term);

 private:
  static constexpr Range kUnknown{1, 0};

  bool knows(Term term) const { return term->id < known_.size() && known_[term->id] != kUnknown; }

  std::vector<Range> known_;  // by node id
  std::vector<Term> open_;
};

}  // namespace janus::term
