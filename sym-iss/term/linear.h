// The linear normal form of sums (linear.cpp). Each function returns null for sums that are too long for the form.
#pragma once

#include "term/term_pool.h"

namespace janus::term {

// a + factor * b in normal form.
Term linear(TermPool& pool, Term a, Term b, std::uint64_t factor);
// The lowest `width` bits of a sum, as the sum of those of its words.
Term truncated(TermPool& pool, Term sum, unsigned width);
// The largest n <= most such that every coefficient of a sum, and its constant, is a multiple of 2^n; 0 if it is too
// long.
unsigned common_shift(Term sum, unsigned most);
// For such an n: the sum divided by 2^n, of which the lower (width - n) bits are what the sum has above bit n.
Term shifted_down(TermPool& pool, Term sum, unsigned n);

// How many words a sum has, constants included; more than the form takes counts as one more than it takes.
unsigned summands(Term sum);

}  // namespace janus::term
