// Sums modulo 2: their rows are what terms evaluate to, and systems of them are answered as Z3 answers them.
#include "solver/xor_solver.h"

#include <gtest/gtest.h>

#include <array>
#include <functional>

#include "solver/chain.h"
#include "solver/xor_forms.h"
#include "term/evaluate.h"
#include "testing/nobody_else.h"
#include "testing/random.h"
#include "testing/solver_statistics.h"

namespace janus::solver {
namespace {

using term::Assignment;
using term::Term;
using term::TermPool;
using testing::Random;
using testing::statistics_of;

// Words of `pool` that are sums, and a few that are not.
class RandomSums {
 public:
  RandomSums(TermPool& pool, std::uint64_t seed) : random(seed), pool_(pool) {
    for (int i = 0; i < 3; ++i) words_.push_back(pool.zero_extend(pool.variable("b" + std::to_string(i), 8), 32));
    words_.push_back(pool.variable("w", 32));
  }
  Term next() {
    const Term a = random.pick(words_), b = random.pick(words_);
    const Term made = combined(a, b);
    words_.push_back(made);
    return made;
  }

  Random random;

 private:
  Term constant() { return pool_.constant(32, random.one_in(2) ? random.word() : random.below(256)); }
  Term amount() { return pool_.constant(32, random.below(32)); }
  Term bit(Term word) {
    const unsigned at = random.below(32);
    return pool_.extract(word, at, at);
  }
  Term combined(Term a, Term b) {
    switch (random.below(15)) {
      case 0:
      case 1: return pool_.bit_xor(a, b);
      case 2: return pool_.bit_xor(a, constant());
      case 3: return pool_.bit_and(a, constant());
      case 4: return pool_.bit_or(a, constant());
      case 5: return pool_.shl(a, amount());
      case 6: return pool_.lshr(a, amount());
      case 7: return pool_.ashr(a, amount());
      case 8: return pool_.ite(bit(a), pool_.bit_xor(b, constant()), b);
      case 9: return pool_.bit_and(pool_.sub(pool_.constant(32, 0), pool_.zero_extend(bit(a), 32)), constant());
      case 10: return pool_.ite(pool_.slt(a, pool_.constant(32, 0)), pool_.bit_xor(b, constant()), b);
      case 11: return pool_.add(pool_.shl(a, pool_.constant(32, 8)), pool_.zero_extend(pool_.extract(b, 7, 0), 32));
      case 12: return pool_.mul(pool_.zero_extend(bit(a), 32), constant());
      case 13: return pool_.sign_extend(pool_.extract(a, 15, 8), 32);
      default: return pool_.sub(a, b);  // mostly no sum
    }
  }

  TermPool& pool_;
  std::vector<Term> words_;
};

bool value(const XorForms& forms, const XorRow& row, const Assignment& assignment) {
  bool sum = row.has(0);
  for (std::size_t c = 1; c < forms.columns(); ++c) {
    const auto [variable, bit] = forms.bit_of(c);
    sum ^= row.has(c) && (assignment[variable] >> bit & 1);
  }
  return sum;
}

TEST(XorForms, HaveTheValuesOfTheirTerms) {
  int sums = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    TermPool pool;
    RandomSums terms(pool, seed);
    XorForms forms;
    std::vector<std::pair<std::uint32_t, unsigned>> variables;
    Assignment assignment;
    for (std::uint32_t v = 0; v < pool.variables().size(); ++v) {
      variables.emplace_back(v, pool.variables()[v].width);
      assignment.set(v, terms.random.word64() & term::mask(pool.variables()[v].width));
    }
    ASSERT_TRUE(forms.begin(variables));
    for (int i = 0; i < 40; ++i) {
      const Term term = terms.next();
      const XorForms::Form* const form = forms.of(term);
      if (!form) continue;
      ++sums;
      ASSERT_EQ(form->size(), term.width());
      const std::uint64_t wanted = term::evaluate(term, assignment);
      for (unsigned bit = 0; bit < term.width(); ++bit)
        ASSERT_EQ(value(forms, (*form)[bit], assignment), wanted >> bit & 1) << seed << " " << i;
    }
  }
  EXPECT_GT(sums, 500);
}

TEST(XorForms, AreRefusedForTooManyBits) {
  XorForms forms;
  std::vector<std::pair<std::uint32_t, unsigned>> variables;
  for (std::uint32_t v = 0; v <= XorForms::kMaxColumns / 64; ++v) variables.emplace_back(v, 64);
  EXPECT_FALSE(forms.begin(variables));
}

// The validating layer compares each answer with Z3.
TEST(XorLayer, AnswersAsZ3) {
  std::uint64_t sat = 0, unsat = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    TermPool pool;
    RandomSums terms(pool, seed);
    ChainConfig config;
    config.validate = true;
    config.exhaustive = config.cache = config.guess = config.domain = false;
    const auto solver = make_solver_chain(pool, config);
    PathCondition path;
    Assignment model;
    std::vector<std::pair<Term, Term>> equal;
    for (int i = 0; i < 12; ++i) {
      const Term a = terms.next(), b = terms.random.one_in(2) ? terms.next() : pool.constant(32, terms.random.word());
      const unsigned bits = terms.random.one_in(2) ? 1 + terms.random.below(4) : 32;
      std::pair<Term, Term> sides(pool.extract(a, bits - 1, 0), pool.extract(b, bits - 1, 0));
      const bool follows = equal.size() >= 2 && terms.random.one_in(3);
      if (follows) {
        const auto& [c, d] = equal[equal.size() - 2];
        const auto& [e, f] = equal.back();
        sides = {pool.bit_xor(c, e), pool.bit_xor(d, f)};
      }
      const Term same = pool.eq(sides.first, sides.second);
      const bool is_equal = !follows && !terms.random.one_in(3);
      Assignment found = model;
      if (solver->check(path, is_equal ? same : pool.bit_not(same), found) != Answer::Sat) continue;
      model = found;
      path = extend(path, is_equal ? same : pool.bit_not(same));
      if (is_equal) equal.emplace_back(pool.zero_extend(sides.first, 64), pool.zero_extend(sides.second, 64));
    }
    sat += statistics_of(*solver, "xor").sat;
    unsat += statistics_of(*solver, "xor").unsat;
  }
  EXPECT_GT(sat, 8U);
  EXPECT_GT(unsat, 5U);
}

// A place that has three values, far apart, up to the largest there is: only with each of them the question is of sums.
TEST(XorLayer, TakesTheValuesOfAPlaceOneByOne) {
  for (const unsigned width : {32U, 64U}) {
    TermPool pool;
    const auto context = std::make_shared<LayerContext>(pool);
    const auto solver = make_xor_solver(std::make_unique<testing::NobodyElse>(), context);
    const Term place = pool.variable("place", width), word = pool.variable("word", width);
    const auto number = [&](std::uint64_t value) { return pool.constant(width, value & term::mask(width)); };
    const PathCondition path = extend({}, pool.ult(pool.add(place, number(1)), number(3)));  // -1, 0, 1
    const Term sum = pool.bit_xor(word, pool.lshr(word, number(1)));
    const Term chosen = pool.add(pool.bit_and(place, number(2)), pool.add(place, number(5)));  // 6, 5, 6
    const auto question = [&](std::uint64_t of_word) {
      return pool.bit_and(pool.eq(sum, chosen), pool.eq(word, number(of_word)));
    };
    Assignment model;
    EXPECT_EQ(solver->check(path, question(0), model), Answer::Unsat) << width;
    ASSERT_EQ(solver->check(path, question(4), model), Answer::Sat) << width;
    EXPECT_EQ(term::evaluate(question(4), model), 1U);
    EXPECT_EQ(term::evaluate(path.last()->term, model), 1U);
  }
}

// A CRC of the CCITT, with a branch, with a mask and with a table, as the engine reads tables: by the bits of the
// index.
class Crc : public ::testing::Test {
 protected:
  static constexpr std::uint32_t kPolynomial = 0x8408;
  static constexpr int kBytes = 12;

  Crc() {
    for (int i = 0; i < kBytes; ++i) message.push_back(pool.variable("m" + std::to_string(i), 8));
  }
  Term word(std::uint32_t value) { return pool.constant(32, value); }
  Term of(const std::vector<Term>& bytes, const std::function<Term(Term)>& step) {
    Term crc = word(0xffff);
    for (const Term byte : bytes) crc = step(pool.bit_xor(crc, pool.zero_extend(byte, 32)));
    return crc;
  }
  Term with_branch(Term crc) {
    for (int i = 0; i < 8; ++i) {
      const Term half = pool.lshr(crc, word(1));
      crc = pool.ite(pool.eq(pool.bit_and(crc, word(1)), word(0)), half, pool.bit_xor(half, word(kPolynomial)));
    }
    return crc;
  }
  Term with_mask(Term crc) {
    for (int i = 0; i < 8; ++i) {
      const Term mask = pool.bit_and(pool.sub(word(0), pool.bit_and(crc, word(1))), word(kPolynomial));
      crc = pool.bit_xor(pool.lshr(crc, word(1)), mask);
    }
    return crc;
  }
  Term with_table(Term crc) { return pool.bit_xor(entry(pool.bit_and(crc, word(255)), 0, 8), pool.lshr(crc, word(8))); }

  TermPool pool;
  std::vector<Term> message;
  std::unique_ptr<Solver> solver = make_solver_chain(pool, {});
  PathCondition path;
  Assignment model;

 private:
  Term entry(Term index, std::uint32_t first, unsigned bits) {
    if (bits == 0) {
      for (int i = 0; i < 8; ++i) first = first & 1 ? first >> 1 ^ kPolynomial : first >> 1;
      return word(first);
    }
    const Term below = entry(index, first, bits - 1), above = entry(index, first | 1U << (bits - 1), bits - 1);
    return pool.ite(pool.extract(index, bits - 1, bits - 1), above, below);
  }
};

TEST_F(Crc, IsTheSameHoweverItIsWritten) {
  const Term branch = of(message, [&](Term crc) { return with_branch(crc); });
  const Term mask = of(message, [&](Term crc) { return with_mask(crc); });
  const Term table = of(message, [&](Term crc) { return with_table(crc); });
  EXPECT_EQ(solver->check(path, pool.bit_not(pool.eq(branch, mask)), model), Answer::Unsat);
  EXPECT_EQ(solver->check(path, pool.bit_not(pool.eq(mask, table)), model), Answer::Unsat);
  EXPECT_EQ(solver->check(path, pool.bit_not(pool.eq(branch, pool.bit_xor(table, word(0x100)))), model), Answer::Sat);
}

TEST_F(Crc, NoticesEachFlippedBitAndIsInvertible) {
  const Term crc = of(message, [&](Term c) { return with_branch(c); });
  for (const unsigned bit : {0U, 3U, 8U * kBytes - 1}) {
    std::vector<Term> flipped = message;
    flipped[bit / 8] = pool.bit_xor(flipped[bit / 8], pool.constant(8, 1U << bit % 8));
    EXPECT_EQ(solver->check(path, pool.eq(of(flipped, [&](Term c) { return with_mask(c); }), crc), model),
              Answer::Unsat);
  }
  const Term wanted = pool.eq(crc, word(0x1234));
  ASSERT_EQ(solver->check(path, wanted, model), Answer::Sat);
  EXPECT_EQ(term::evaluate(wanted, model), 1U);
}

}  // namespace
}  // namespace janus::solver
