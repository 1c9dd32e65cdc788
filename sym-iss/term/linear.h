// The linear normal form of sums (linear.cpp). Each function returns null for sums that are too long for the form.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "term/range.h"
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

// A sum as divisor * multiple + rest, where neither wraps around as long as each of `words` is in its range.
struct DividedSum {
  Term multiple, rest;
  std::uint64_t highest, highest_rest;  // values of the sum, and of the rest
  std::vector<std::pair<Term, Range>> words;
};
// Takes multiples of `divisor`, which is not 0, out of a sum whose words have the given ranges (unsigned). Nothing if
// the sum is too long, or may wrap around, or has no such multiples.
std::optional<DividedSum> divided(TermPool& pool, Term sum, std::uint64_t divisor,
                                  const std::function<Range(Term)>& range_of);

// A sum as it is in the form: different words, each with a coefficient that is not 0, and a constant; modulo 2^width.
struct SumOfWords {
  std::vector<std::pair<Term, std::uint64_t>> words;
  std::uint64_t constant = 0;
};
// Nothing if the sum is too long.
std::optional<SumOfWords> words_of_sum(TermPool& pool, Term sum);

// The number of summands, constants included. Stops counting above the number that the form allows.
unsigned summands(Term sum);

}  // namespace janus::term
