// The linear normal form: sums of constants times words, modulo 2^width.
//
//   k1*x1 + ... + kn*xn - j1*y1 - ... - jm*ym + c
//
// Summands with a positive coefficient (as a signed number) come first, then summands with a negative coefficient, both
// ordered by node id, then the constant. So equal sums are one term in whatever order they were written, and summands
// that cancel disappear. A sum of more than kMaxSummands stays as it was built, since normalising walks over the whole
// sum each time the sum grows.
//
// The form includes negations: not x is -x - 1, and for a truth value c, sext(c) is -zext(c) and zext(not c) is
// 1 - zext(c). A sum that consists of one such extension only is written as the extension again.
#include "term/linear.h"

#include <algorithm>
#include <array>
#include <bit>

#include "term/patterns.h"

namespace janus::term {
namespace {

constexpr std::size_t kMaxSummands = 48;

struct Summand {
  Term word;
  std::uint64_t coefficient;
};

struct Sum {
  std::array<Summand, kMaxSummands + 4> summands;
  std::size_t size = 0;
  std::uint64_t constant = 0;

  auto begin() { return summands.begin(); }
  auto end() { return summands.begin() + static_cast<std::ptrdiff_t>(size); }
};

// Adds factor * root to the sum. False if there are too many summands.
bool collect(TermPool& pool, Term root, std::uint64_t factor, Sum& sum) {
  std::array<Summand, kMaxSummands + 4> work;
  std::size_t open = 0;
  const auto push = [&](Term term, std::uint64_t k) { work[open++] = {term, k}; };
  push(root, factor);
  while (open > 0) {
    const auto [term, k] = work[--open];
    const Term x = term->child[0];
    switch (term.kind()) {
      case Kind::Constant: sum.constant += k * term->value; continue;
      case Kind::Add:
      case Kind::Sub:
        push(x, k);
        push(term->child[1], term.is(Kind::Add) ? k : -k);
        if (sum.size + open > kMaxSummands) return false;
        continue;
      case Kind::Mul:
        if (!term->child[1].is_constant()) break;
        push(x, k * term->child[1]->value);
        continue;
      case Kind::Not:
        push(x, -k);
        sum.constant -= k;
        continue;
      case Kind::SignExtend:
        if (x.width() != 1) break;
        push(pool.zero_extend(x, term.width()), -k);
        continue;
      case Kind::ZeroExtend:
        if (x.width() != 1 || !x.is(Kind::Not)) break;
        push(pool.zero_extend(x->child[0], term.width()), -k);
        sum.constant += k;
        continue;
      default: break;
    }
    if (sum.size + open >= kMaxSummands) return false;
    sum.summands[sum.size++] = {term, k};
  }
  return true;
}

// Adds up summands of the same word, drops those with coefficient 0, and sorts the rest into the order of the form.
void normalise(Sum& sum, unsigned width) {
  std::sort(sum.begin(), sum.end(), [](const Summand& a, const Summand& b) { return a.word->id < b.word->id; });
  auto& s = sum.summands;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < sum.size;) {
    Summand merged = s[i++];
    while (i < sum.size && s[i].word == merged.word) merged.coefficient += s[i++].coefficient;
    merged.coefficient &= mask(width);
    if (merged.coefficient) s[kept++] = merged;
  }
  sum.size = kept;
  sum.constant &= mask(width);
  std::stable_partition(sum.begin(), sum.end(), [&](const Summand& x) { return as_signed(x.coefficient, width) >= 0; });
}

// The sum k * zext(c) + j as an extension of c or of not c, if it equals one; null otherwise.
Term as_truth(TermPool& pool, const Sum& sum, unsigned width) {
  const auto& [word, coefficient] = sum.summands[0];
  if (sum.size != 1 || !word.is(Kind::ZeroExtend) || word->child[0].width() != 1) return {};
  const Term c = word->child[0];
  const std::uint64_t ones = mask(width);
  if (coefficient == ones && sum.constant == 0) return pool.sign_extend(c, width);
  if (coefficient == 1 && sum.constant == ones) return pool.sign_extend(pool.bit_not(c), width);
  if (coefficient == ones && sum.constant == 1) return pool.zero_extend(pool.bit_not(c), width);
  return {};
}

Term written_out(TermPool& pool, const Sum& sum, unsigned width) {
  if (const Term truth = as_truth(pool, sum, width)) return truth;
  if (sum.size == 1 && sum.summands[0].coefficient == mask(width) && sum.constant == mask(width) && width > 1) {
    return pool.bit_not(sum.summands[0].word);  // -x - 1
  }
  Term result;
  std::uint64_t constant = sum.constant;
  for (std::size_t i = 0; i < sum.size; ++i) {
    const auto& [word, coefficient] = sum.summands[i];
    const bool negative = as_signed(coefficient, width) < 0 && coefficient != std::uint64_t{1} << (width - 1);
    const std::uint64_t magnitude = negative ? -coefficient & mask(width) : coefficient;
    const Term product = magnitude == 1 ? word : pool.make(Kind::Mul, width, word, pool.constant(width, magnitude));
    if (negative) {
      if (!result) {
        result = pool.constant(width, constant);
        constant = 0;
      }
      result = pool.make(Kind::Sub, width, result, product);
    } else {
      result = result ? pool.make(Kind::Add, width, result, product) : product;
    }
  }
  if (!result) return pool.constant(width, constant);
  return constant ? pool.make(Kind::Add, width, result, pool.constant(width, constant)) : result;
}

}  // namespace

namespace {

// What is too long to be normalised may be a counter: constants that are added to it become one at least, or each step
// would walk over all that were before. Null if nothing is to be done.
Term with_one_constant(TermPool& pool, Term a, Term b, std::uint64_t factor) {
  const bool has_constant = with_constant(a, Kind::Add);
  if (!b.is_constant() || (factor == 1 && !has_constant)) return {};
  const Term word = has_constant ? a->child[0] : a;
  const std::uint64_t before = has_constant ? a->child[1]->value : 0;
  const Term constant = pool.constant(a.width(), (before + factor * b->value) & mask(a.width()));
  return constant->value == 0 ? word : pool.make(Kind::Add, a.width(), word, constant);
}

}  // namespace

Term linear(TermPool& pool, Term a, Term b, std::uint64_t factor) {
  Sum sum;
  if (!collect(pool, a, 1, sum) || !collect(pool, b, factor, sum)) return with_one_constant(pool, a, b, factor);
  normalise(sum, a.width());
  return written_out(pool, sum, a.width());
}

Term truncated(TermPool& pool, Term sum_term, unsigned width) {
  Sum sum;
  if (!collect(pool, sum_term, 1, sum)) return {};
  Term result = pool.constant(width, sum.constant);
  for (const auto& [word, coefficient] : sum) {
    result = linear(pool, result, pool.extract(word, width - 1, 0), coefficient);
    if (!result) return {};
  }
  return result;
}

std::optional<SumOfWords> words_of_sum(TermPool& pool, Term sum_term) {
  Sum sum;
  if (!collect(pool, sum_term, 1, sum)) return std::nullopt;
  normalise(sum, sum_term.width());
  SumOfWords result{{}, sum.constant};
  for (const auto& [word, coefficient] : sum) result.words.emplace_back(word, coefficient);
  return result;
}

unsigned common_shift(Term sum, unsigned most) {
  unsigned shift = most;
  const auto limit = [&](std::uint64_t value) {
    if (value) shift = std::min(shift, static_cast<unsigned>(std::countr_zero(value)));
  };
  const auto limit_by = [&](Term summand) {
    if (summand.is_constant()) {
      limit(summand->value);
    } else {
      limit(with_constant(summand, Kind::Mul) ? summand->child[1]->value : 1);
    }
  };
  for (std::size_t i = 0; shift > 0 && (sum.is(Kind::Add) || sum.is(Kind::Sub)); sum = sum->child[0], ++i) {
    if (i == kMaxSummands) return 0;
    limit_by(sum->child[1]);
  }
  if (shift > 0) limit_by(sum);
  return shift;
}

Term shifted_down(TermPool& pool, Term sum_term, unsigned shift) {
  Sum sum;
  if (!collect(pool, sum_term, 1, sum)) return {};
  const unsigned width = sum_term.width();
  normalise(sum, width);
  Term result = pool.constant(width, sum.constant >> shift);
  for (const auto& [word, coefficient] : sum) {
    // A signed shift, so that -2^shift becomes -1 and not a large number. The bits above width - shift do not matter.
    const auto divided = static_cast<std::uint64_t>(as_signed(coefficient, width) >> shift);
    result = linear(pool, result, word, divided);
    if (!result) return {};
  }
  return result;
}

// Each word counts from the end of its range from which it adds to the sum: x = low + d for a positive coefficient, or
// x = high - d. Then all coefficients are positive, and the sum is highest where each d is.
std::optional<DividedSum> divided(TermPool& pool, Term sum_term, std::uint64_t divisor,
                                  const std::function<Range(Term)>& range_of) {
  Sum sum;
  if (!collect(pool, sum_term, 1, sum)) return std::nullopt;
  const unsigned width = sum_term.width();
  normalise(sum, width);
  DividedSum parts;
  std::uint64_t constant = sum.constant;
  for (auto& [word, coefficient] : sum) {
    const Range range = range_of(word);
    const bool adds = as_signed(coefficient, width) >= 0;
    const std::uint64_t first = adds ? range.low : range.high;
    constant += coefficient * first;
    parts.words.emplace_back(word, range);
    const Term end = pool.constant(width, first);
    word = adds ? pool.sub(word, end) : pool.sub(end, word);
    if (!adds) coefficient = -coefficient & mask(width);
  }
  constant &= mask(width);
  parts.multiple = pool.constant(width, constant / divisor);
  parts.rest = pool.constant(width, constant % divisor);
  __extension__ using Wide = unsigned __int128;
  Wide highest = constant, highest_rest = constant % divisor;
  for (std::size_t i = 0; i < sum.size; ++i) {
    const auto& [word, coefficient] = sum.summands[i];
    const Wide size = parts.words[i].second.high - parts.words[i].second.low;
    highest += coefficient * size;
    highest_rest += coefficient % divisor * size;
    if (highest > mask(width)) return std::nullopt;
    parts.multiple = pool.add(parts.multiple, pool.mul(word, pool.constant(width, coefficient / divisor)));
    parts.rest = pool.add(parts.rest, pool.mul(word, pool.constant(width, coefficient % divisor)));
  }
  if (parts.multiple.is_constant(0)) return std::nullopt;
  parts.highest = static_cast<std::uint64_t>(highest);
  parts.highest_rest = static_cast<std::uint64_t>(highest_rest);
  return parts;
}

unsigned summands(Term sum) {
  unsigned count = 1;
  for (; count <= kMaxSummands && (sum.is(Kind::Add) || sum.is(Kind::Sub)); sum = sum->child[0]) ++count;
  return count;
}

}  // namespace janus::term
