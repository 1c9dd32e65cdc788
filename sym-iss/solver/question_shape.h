// Recognises the questions that Z3 answers faster than CaDiCaL: whether two sums differ that contain at least two
// products of unknown words, such as (a + b) * (a + b) and a*a + 2*a*b + b*b. Z3 multiplies out and answers in
// milliseconds; a bit-blaster does not answer even at 8 bits a word. CaDiCaL is faster on everything else that was
// measured (evaluation/solver): comparisons, linear equations, whether two such sums are equal, single products,
// quotients, remainders, look-ups.
//
// Cost: a walk over at most 64 nodes for each new term, and a look-up for a known one. Not thread-safe.
#pragma once

#include <cstdint>
#include <vector>

#include "solver/path_condition.h"

namespace janus::solver {

class QuestionShape {
 public:
  // `question` has width 1. All questions must come from one pool.
  bool is_polynomial_identity(term::Term question);

 private:
  enum class Known : std::uint8_t { Unseen, No, Yes };
  std::vector<Known> known_;  // by node id
};

}  // namespace janus::solver
