// The linear normal form: sums of constants times words, modulo 2^width.
//
//   k1*x1 + ... + kn*xn - j1*y1 - ... - jm*ym + c
//
// Summands with a positive coefficient (seen as signed) come first, then those with a negative one, each in the order
// of their nodes' ids, then the constant; so equal sums are one term however they were written (v*10 + d forwards and
// backwards), and what cancels is gone. A sum of more than kMaxSummands stays as it was built: the form costs a walk
// over the sum each time it grows.
#include <algorithm>
#include <bit>
#include <optional>

#include "support/contract.h"
#include "term/term_pool.h"

namespace janus::term {
namespace {

constexpr std::size_t kMaxSummands = 48;

struct Summand {
  Term word;
  std::uint64_t coefficient;
};

struct Sum {
  std::vector<Summand> summands;
  std::uint64_t constant = 0;
};

// Adds factor * term to the sum; false if there is too much of it.
bool collect(Term root, std::uint64_t factor, Sum& sum) {
  std::vector<Summand> work{{root, factor}};
  while (!work.empty()) {
    const auto [term, k] = work.back();
    work.pop_back();
    switch (term.kind()) {
      case Kind::Constant: sum.constant += k * term->value; break;
      case Kind::Add:
        work.push_back({term->child[0], k});
        work.push_back({term->child[1], k});
        break;
      case Kind::Sub:
        work.push_back({term->child[0], k});
        work.push_back({term->child[1], -k});
        break;
      case Kind::Mul:
        if (term->child[1].is_constant()) {
          work.push_back({term->child[0], k * term->child[1]->value});
          break;
        }
        [[fallthrough]];
      default: sum.summands.push_back({term, k}); break;
    }
    if (sum.summands.size() + work.size() > kMaxSummands) return false;
  }
  return true;
}

// Like summands added up, zeros dropped, in the order of the normal form.
void normalise(Sum& sum, unsigned width) {
  auto& s = sum.summands;
  std::sort(s.begin(), s.end(), [](const Summand& a, const Summand& b) { return a.word->id < b.word->id; });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < s.size();) {
    Summand merged = s[i++];
    while (i < s.size() && s[i].word == merged.word) merged.coefficient += s[i++].coefficient;
    merged.coefficient &= mask(width);
    if (merged.coefficient) s[kept++] = merged;
  }
  s.resize(kept);
  sum.constant &= mask(width);
  std::stable_partition(s.begin(), s.end(), [&](const Summand& x) { return as_signed(x.coefficient, width) >= 0; });
}

}  // namespace

// The term of a + factor * b in normal form; null if it is too long for it.
Term TermPool::linear(Term a, Term b, std::uint64_t factor) {
  const unsigned width = a.width();
  Sum sum;
  if (!collect(a, 1, sum) || !collect(b, factor, sum)) return {};
  normalise(sum, width);
  Term result;
  std::uint64_t constant = sum.constant;
  for (const auto& [word, coefficient] : sum.summands) {
    const bool negative = as_signed(coefficient, width) < 0 && coefficient != std::uint64_t{1} << (width - 1);
    const std::uint64_t magnitude = negative ? -coefficient & mask(width) : coefficient;
    const Term product = magnitude == 1 ? word : make(Kind::Mul, width, word, this->constant(width, magnitude));
    if (negative) {
      if (!result) {
        result = this->constant(width, constant);
        constant = 0;
      }
      result = make(Kind::Sub, width, result, product);
    } else {
      result = result ? make(Kind::Add, width, result, product) : product;
    }
  }
  if (!result) return this->constant(width, constant);
  return constant ? make(Kind::Add, width, result, this->constant(width, constant)) : result;
}

// The lowest `width` bits of a sum, as the sum of those of its words. Null if it is too long.
Term TermPool::truncated(Term sum_term, unsigned width) {
  Sum sum;
  if (!collect(sum_term, 1, sum)) return {};
  Term result = constant(width, sum.constant);
  for (const auto& [word, coefficient] : sum.summands) {
    result = linear(result, extract(word, width - 1, 0), coefficient);
    if (!result) return {};
  }
  return result;
}

// If every coefficient of a sum, and its constant, is a multiple of 2^shift: the sum divided by it, of which the lower
// (width - shift) bits are what the sum has above bit `shift`. Null otherwise.
Term TermPool::shifted_down(Term sum_term, unsigned shift) {
  Sum sum;
  if (!collect(sum_term, 1, sum)) return {};
  normalise(sum, sum_term.width());
  const std::uint64_t low = mask(shift);
  if (sum.constant & low) return {};
  Term result = constant(sum_term.width(), sum.constant >> shift);
  for (const auto& [word, coefficient] : sum.summands) {
    if (coefficient & low) return {};
    // As signed, so that -2^shift becomes -1 and not a large number; the bits above width - shift do not count.
    const auto divided = static_cast<std::uint64_t>(as_signed(coefficient, sum_term.width()) >> shift);
    result = linear(result, word, divided);
    if (!result) return {};
  }
  return result;
}

}  // namespace janus::term
