// The linear normal form of sums (linear.cpp). Each function returns null for sums that are too long for the form.
#pragma once

#include "term/term_pool.h"

namespace janus::term {

// a + factor * b in normal form.
Term linear(TermPool& pool, Term a, Term b, std::uint64_t factor);
// The lowest `width` bits of a sum, as the sum of the lowest `width` bits of its words.
Term truncated(TermPool& pool, Term sum, unsigned width);
// The largest n <= most such that every coefficient of a sum, and its constant, is a multiple of 2^n; 0 if the sum is
// too long.
unsigned common_shift(Term sum, unsigned most);
// The sum divided by 2^n, for an n from common_shift(). Its lower (width - n) bits are the bits of the sum from bit n
// up.
Term shifted_down(TermPool& pool, Term sum, unsigned n);

// The number of summands, constants included. Stops counting above the number that the form allows.
unsigned summands(Term sum);

}  // namespace janus::term
