// Comparisons of a word with constants, seen as intervals of the word's values, and how two of them combine.
#pragma once

#include "term/term_pool.h"

namespace janus::term {

// The conjunction of `a` and `b`, terms of width 1: false if they exclude each other, the stronger one if it implies
// the other, an equality if only one value remains. Null otherwise.
Term conjunction_of_intervals(TermPool& pool, Term a, Term b);
// The disjunction of `a` and `b`: true if one of them always holds, the weaker one if the other implies it. Null
// otherwise.
Term disjunction_of_intervals(TermPool& pool, Term a, Term b);

}  // namespace janus::term
