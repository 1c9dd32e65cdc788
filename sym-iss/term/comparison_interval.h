// Conditions on one word and constants as intervals of its values, and what two of them say together.
#pragma once

#include "term/term_pool.h"

namespace janus::term {

// `a` and `b`, truth values: false if they exclude each other, one of them if it implies the other, an equality if one
// value is left. Null if that is not known.
Term conjunction_of_intervals(TermPool& pool, Term a, Term b);
// True if one of them must hold, one of them if the other implies it. Null if that is not known.
Term disjunction_of_intervals(TermPool& pool, Term a, Term b);

}  // namespace janus::term
