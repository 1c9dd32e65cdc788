// Known bits and ranges hold for every value a term can have: compared with all values at small widths, with samples at
// large ones.
#include "term/known_bits.h"

#include <gtest/gtest.h>

#include <string>

#include "solver/z3_solver.h"
#include "term/evaluate.h"
#include "term/range.h"
#include "term/smtlib.h"
#include "testing/random_terms.h"

namespace janus::term {
namespace {

using testing::Random;
using testing::RandomTerms;

void expect_facts_hold(Term term, std::uint64_t value) {
  ASSERT_EQ(value & known_bits(term).zeros, 0U);
  ASSERT_EQ(~value & known_bits(term).ones, 0U);
  for (const Range bounds : {range(term), Ranges().of(term)}) {
    ASSERT_LE(bounds.low, value);
    ASSERT_GE(bounds.high, value);
  }
}

// A term with exactly these known bits, about variable `x`.
Term with_known_bits(TermPool& pool, Term x, std::uint64_t zeros, std::uint64_t ones) {
  const unsigned width = x.width();
  return pool.make(Kind::Or, width, pool.make(Kind::And, width, x, pool.constant(width, ~zeros)),
                   pool.constant(width, ones));
}

// Every operation on operands with every pattern of known bits: sound for every value, compared one by one.
TEST(KnownBits, HoldForEveryValueOfEveryOperationAtThreeBits) {
  constexpr unsigned kWidth = 3, kValues = 1 << kWidth;
  TermPool pool;
  const Term x = pool.variable("x", kWidth), y = pool.variable("y", kWidth);
  std::vector<Term> left, right;
  for (std::uint64_t zeros = 0; zeros < kValues; ++zeros) {
    for (std::uint64_t ones = 0; ones < kValues; ++ones) {
      if (zeros & ones) continue;
      left.push_back(with_known_bits(pool, x, zeros, ones));
      right.push_back(with_known_bits(pool, y, zeros, ones));
      ASSERT_EQ(known_bits(left.back()).zeros, zeros);
      ASSERT_EQ(known_bits(left.back()).ones, ones);
    }
  }
  std::vector<Term> operations;
  for (const Term a : left) {
    operations.push_back(pool.make(Kind::Not, kWidth, a));
    operations.push_back(pool.make(Kind::ZeroExtend, 5, a));
    operations.push_back(pool.make(Kind::SignExtend, 5, a));
    operations.push_back(pool.make(Kind::Extract, 2, a, {}, {}, 1));
    for (const Term b : right) {
      for (const Kind kind : {Kind::And, Kind::Or, Kind::Xor, Kind::Add, Kind::Sub, Kind::Mul, Kind::Udiv, Kind::Urem,
                              Kind::Sdiv, Kind::Srem, Kind::Shl, Kind::Lshr, Kind::Ashr}) {
        operations.push_back(pool.make(kind, kWidth, a, b));
      }
      for (const Kind kind : {Kind::Eq, Kind::Ult, Kind::Slt}) operations.push_back(pool.make(kind, 1, a, b));
      operations.push_back(pool.make(Kind::Concat, 2 * kWidth, a, b));
      operations.push_back(pool.make(Kind::Ite, kWidth, pool.make(Kind::Ult, 1, x, y), a, b));
    }
  }
  Evaluator value;
  for (std::uint64_t i = 0; i < kValues * kValues; ++i) {
    const Assignment assignment{i % kValues, i / kValues};
    value.assign(assignment);
    for (const Term term : operations) {
      expect_facts_hold(term, value(term));
      if (HasFatalFailure()) FAIL() << row(term.kind()).name;
    }
  }
}

TEST(KnownBits, HoldForRandomTermsUnderRandomAssignments) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    TermPool pool;
    RandomTerms terms(pool, seed, {1, 8, 16, 32, 64});
    Random random(seed);
    std::vector<Term> all;
    for (int i = 0; i < 400; ++i) {
      const auto [simplified, plain] = terms.next();
      all.push_back(simplified);
      all.push_back(plain);
    }
    for (int sample = 0; sample < 20; ++sample) {
      Assignment assignment;
      for (const Variable& variable : pool.variables()) {
        assignment.push_back((random.one_in(2) ? random.word64() : random.operand()) & mask(variable.width));
      }
      Evaluator value;
      value.assign(assignment);
      for (const Term term : all) {
        expect_facts_hold(term, value(term));
        if (HasFatalFailure()) FAIL() << smtlib_script(pool, std::vector{pool.make(Kind::Eq, 1, term, term)});
      }
    }
  }
}

TEST(KnownBits, AreProvedByZ3OfRandomTerms) {
  TermPool pool;
  const auto z3 = solver::make_z3_solver(pool);
  z3->set_timeout(20);
  RandomTerms terms(pool, 5, {1, 4, 8, 16});
  Ranges ranges;
  for (int i = 0; i < 300; ++i) {
    const Term term = terms.next().plain;
    const unsigned width = term.width();
    const Range near = range(term), bounds = ranges.of(term);
    EXPECT_TRUE(near.low <= bounds.low && bounds.high <= near.high);
    const Term low = pool.make(Kind::Ult, 1, term, pool.constant(width, bounds.low));
    const Term high = pool.make(Kind::Ult, 1, pool.constant(width, bounds.high), term);
    const Term known =
        pool.make(Kind::And, width, term, pool.constant(width, known_bits(term).zeros | known_bits(term).ones));
    const Term right = pool.make(Kind::Eq, 1, known, pool.constant(width, known_bits(term).ones));
    const Term wrong = pool.make(Kind::Or, 1, pool.make(Kind::Or, 1, low, high), pool.make(Kind::Not, 1, right));
    Assignment model;
    ASSERT_EQ(z3->check({}, wrong, model), solver::Answer::Unsat) << smtlib_script(pool, std::vector{wrong});
  }
}

class Facts : public ::testing::Test {
 protected:
  Term k(std::uint64_t value) { return pool.constant(32, value); }
  TermPool pool;
  Term x = pool.variable("x", 32);
  Term byte = pool.zero_extend(pool.variable("byte", 8), 32);
};

TEST_F(Facts, OfSumsAndProductsOfBytes) {
  EXPECT_EQ(highest(pool.add(byte, pool.zero_extend(pool.variable("other", 8), 32))), 511U);
  EXPECT_EQ(range(pool.add(byte, byte)), (Range{0, 510}));
  EXPECT_EQ(range(pool.mul(byte, k(3))), (Range{0, 765}));
  EXPECT_EQ(range(pool.sub(k(0x8000'1000), byte)), (Range{0x8000'1000 - 255, 0x8000'1000}));
  EXPECT_EQ(known_bits(pool.add(pool.mul(x, k(4)), k(2))).zeros, 1U);
  EXPECT_EQ(known_bits(pool.add(pool.mul(x, k(4)), k(2))).ones, 2U);
}

TEST_F(Facts, OfLongSums) {
  Term sum = k(5);
  for (int i = 0; i < 1000; ++i) sum = pool.add(sum, pool.zero_extend(pool.variable(std::to_string(i), 8), 32));
  EXPECT_EQ(Ranges().of(sum), (Range{5, 5 + 255'000}));
  Ranges ranges;
  EXPECT_EQ(ranges.of(pool.add(byte, k(1))), (Range{1, 256}));
  EXPECT_EQ(ranges.of(sum), (Range{5, 5 + 255'000}));
}

TEST_F(Facts, OfRemaindersQuotientsAndChoices) {
  EXPECT_EQ(range(pool.urem(x, k(10))), (Range{0, 9}));
  EXPECT_EQ(range(pool.udiv(x, k(10))), (Range{0, 0xffff'ffff / 10}));
  EXPECT_EQ(range(pool.ite(pool.variable("c", 1), k(7), k(12))), (Range{7, 12}));
}

TEST_F(Facts, ASumThatMayWrapHasNoBounds) { EXPECT_EQ(range(pool.add(x, k(1))), (Range{0, 0xffff'ffff})); }

}  // namespace
}  // namespace janus::term
