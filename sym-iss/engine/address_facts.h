// What the shape of a term alone tells about symbolic addresses: term/range.h and term/known_bits.h, as accesses to
// memory ask for it. Sound: every value the term can have satisfies the facts.
#pragma once

#include <cstdint>

#include "term/range.h"

namespace janus::engine {

using term::Range;
Range static_range(term::Term term);

// The term's values are congruent to `residue` modulo 2^bits.
struct Congruence {
  unsigned bits;
  std::uint64_t residue;
};
Congruence static_congruence(term::Term term);

}  // namespace janus::engine
