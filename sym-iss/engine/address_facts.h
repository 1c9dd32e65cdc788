// What the shape of a term alone tells about the values it can take; for symbolic addresses. Sound: every value the
// term can have satisfies the facts. Cost: linear in the size of the term down to a fixed depth.
#pragma once

#include <cstdint>

#include "term/term.h"

namespace janus::engine {

// The term's values, unsigned, lie in [low, high].
struct Range {
  std::uint64_t low;
  std::uint64_t high;
};
Range static_range(term::Term term);

// The term's values are congruent to `residue` modulo 2^bits.
struct Congruence {
  unsigned bits;
  std::uint64_t residue;
};
Congruence static_congruence(term::Term term);

}  // namespace janus::engine
