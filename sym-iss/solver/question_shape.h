// Which questions are better asked of Z3 first: whether two sums differ that have two products of unknown words or
// more, such as (a + b) * (a + b) and a*a + 2*a*b + b*b. Z3 multiplies them out and answers in milliseconds; a
// bit-blaster cannot even at eight bits a word. Of everything else that was measured (evaluation/solver: comparisons,
// linear equations, when two such sums are equal, one product, quotients, remainders, look-ups) CaDiCaL answers faster.
//
// Cost: a walk over at most 64 nodes for each term, once; then a look-up. Not thread-safe.
#pragma once

#include <cstdint>
#include <vector>

#include "solver/path_condition.h"

namespace janus::solver {

class QuestionShape {
 public:
  // `question` is of width 1, and all are of one pool.
  bool is_polynomial_identity(term::Term question);

 private:
  enum class Known : std::uint8_t { Unseen, No, Yes };
  std::vector<Known> known_;  // by node id
};

}  // namespace janus::solver
