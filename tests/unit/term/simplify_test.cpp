// What a builder returns means what was asked for: proved by Z3, sampled by evaluation, and shown on the shapes that
// the engine relies on.
#include <gtest/gtest.h>

#include <string>

#include "solver/z3_solver.h"
#include "term/evaluate.h"
#include "term/smtlib.h"
#include "testing/random_terms.h"

namespace janus::term {
namespace {

using testing::Random;
using testing::RandomTerms;

class Simplify : public ::testing::Test {
 protected:
  Term constant(unsigned width, std::uint64_t value) { return pool.constant(width, value); }
  TermPool pool;
  Term x = pool.variable("x", 32), y = pool.variable("y", 32), byte = pool.variable("byte", 8);
  Term c = pool.variable("c", 1);
};

// Whether two terms of equal width can differ, asked of Z3 without our simplifications in between.
solver::Answer can_differ(TermPool& pool, solver::Solver& z3, Term a, Term b) {
  const Term equal = pool.make(Kind::Eq, 1, a, b);
  const Term differ = pool.make(Kind::Not, 1, equal);
  Assignment model;
  return z3.check({}, differ, model);
}

// Every kind, with constants that rules look for, at several widths: each simplified operation is proved equal.
TEST(SimplifyRules, AreProvedByZ3OnEveryKindAndSmallWidths) {
  TermPool pool;
  const auto z3 = solver::make_z3_solver(pool);
  z3->set_timeout(20);
  for (const unsigned width : {1U, 2U, 3U, 4U, 8U}) {
    RandomTerms terms(pool, 1000 + width, {1, width, width + 1});
    for (int i = 0; i < 700; ++i) {
      const auto [simplified, plain] = terms.next();
      ASSERT_EQ(simplified.width(), plain.width());
      if (simplified == plain) continue;
      ASSERT_EQ(can_differ(pool, *z3, simplified, plain), solver::Answer::Unsat)
          << smtlib_script(pool, std::vector{pool.make(Kind::Eq, 1, simplified, plain)});
    }
  }
}

TEST(SimplifyRules, AgreeWithTheBareOperationsUnderRandomAssignments) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    TermPool pool;
    RandomTerms terms(pool, seed, {1, 8, 16, 32, 64});
    Random random(seed);
    std::vector<RandomTerms::Pair> pairs;
    for (int i = 0; i < 400; ++i) pairs.push_back(terms.next());
    for (int sample = 0; sample < 8; ++sample) {
      Assignment assignment;
      for (const Variable& variable : pool.variables()) {
        assignment.push_back((random.one_in(2) ? random.word64() : random.operand()) & mask(variable.width));
      }
      Evaluator value;
      value.assign(assignment);
      for (const auto& [simplified, plain] : pairs) {
        ASSERT_EQ(value(simplified), value(plain))
            << smtlib_script(pool, std::vector{pool.make(Kind::Eq, 1, simplified, plain)});
      }
    }
  }
}

TEST_F(Simplify, EqualTermsAreOneNode) {
  EXPECT_EQ(pool.add(x, y), pool.add(y, x));
  EXPECT_EQ(pool.add(pool.add(x, constant(32, 3)), constant(32, 4)), pool.add(x, constant(32, 7)));
  EXPECT_EQ(pool.sub(pool.add(x, y), y), x);
}

TEST_F(Simplify, BytesOfAWordPutTogetherAreTheWord) {
  Term word = pool.extract(x, 31, 24);
  for (const unsigned low : {16U, 8U, 0U}) word = pool.concat(word, pool.extract(x, low + 7, low));
  EXPECT_EQ(word, x);
}

TEST_F(Simplify, BytesPutTogetherByShiftsAreTheWord) {
  Term word = pool.zero_extend(pool.extract(x, 7, 0), 32);
  for (const unsigned low : {8U, 16U, 24U}) {
    const Term piece = pool.zero_extend(pool.extract(x, low + 7, low), 32);
    word = pool.bit_or(word, pool.shl(piece, constant(32, low)));
  }
  EXPECT_EQ(word, x);
}

TEST_F(Simplify, AComparisonTestedAgainstZeroIsTheComparison) {
  const Term less = pool.slt(x, y);
  const Term as_register = pool.zero_extend(less, 32);
  EXPECT_EQ(pool.bit_not(pool.eq(as_register, constant(32, 0))), less);
  EXPECT_EQ(pool.eq(pool.bit_xor(as_register, constant(32, 1)), constant(32, 0)), less);
}

TEST_F(Simplify, ComparisonsBeyondTheRangeOfAByteAreDecided) {
  const Term wide = pool.zero_extend(byte, 32);
  EXPECT_TRUE(pool.ult(wide, constant(32, 256)).is_constant(1));
  EXPECT_TRUE(pool.eq(wide, constant(32, 300)).is_constant(0));
  EXPECT_EQ(pool.ult(wide, constant(32, 10)), pool.ult(byte, constant(8, 10)));
}

TEST_F(Simplify, ChoicesOfTruthValuesAreConnectives) {
  const Term d = pool.variable("d", 1);
  EXPECT_EQ(pool.ite(c, pool.truth(true), d), pool.bit_or(c, d));
  EXPECT_EQ(pool.ite(c, d, pool.truth(false)), pool.bit_and(c, d));
  EXPECT_EQ(pool.ite(pool.bit_not(c), x, y), pool.ite(c, y, x));
}

// Each as RISC-V compilers write it; a register holds a truth value as 0 or 1.
TEST_F(Simplify, TruthValuesInRegistersAreTheComparisonTheyCameFrom) {
  const Term zero = constant(32, 0), one = constant(32, 1);
  const auto reg = [&](Term truth) { return pool.zero_extend(truth, 32); };
  const auto taken = [&](Term value) { return pool.bit_not(pool.eq(value, zero)); };  // bnez
  const Term less = pool.ult(x, y), other = pool.slt(x, y);
  EXPECT_EQ(taken(reg(pool.ult(zero, x))), pool.bit_not(pool.eq(x, zero))) << "snez";
  EXPECT_EQ(taken(reg(pool.ult(x, one))), pool.eq(x, zero)) << "seqz, that is sltiu 1";
  EXPECT_EQ(taken(pool.bit_xor(reg(less), one)), pool.bit_not(less)) << "xori 1";
  EXPECT_EQ(taken(pool.bit_and(reg(less), one)), less) << "andi 1";
  EXPECT_EQ(taken(pool.bit_and(reg(less), reg(other))), pool.bit_and(less, other));
  EXPECT_EQ(taken(pool.bit_or(reg(less), reg(other))), pool.bit_or(less, other));
  EXPECT_EQ(taken(pool.sub(zero, reg(less))), less) << "neg";
  EXPECT_EQ(taken(pool.add(reg(less), constant(32, -1ULL))), pool.bit_not(less)) << "addi -1";
  EXPECT_EQ(taken(pool.sub(one, reg(less))), pool.bit_not(less));
  EXPECT_EQ(pool.bit_and(x, pool.sub(zero, reg(less))), pool.ite(less, x, zero)) << "a choice without a branch";
  EXPECT_EQ(pool.mul(x, reg(less)), pool.ite(less, x, zero));
  EXPECT_EQ(pool.slt(zero, reg(less)), less);
  EXPECT_EQ(pool.slt(pool.sub(zero, reg(less)), zero), less);
  EXPECT_EQ(taken(pool.lshr(x, constant(32, 31))), pool.slt(x, zero)) << "srli 31";
}

TEST_F(Simplify, ShiftsAndMasksOnlyMoveBits) {
  const Term b = pool.extract(x, 7, 0);
  EXPECT_EQ(pool.ashr(pool.shl(x, constant(32, 24)), constant(32, 24)), pool.sign_extend(b, 32));
  EXPECT_EQ(pool.lshr(pool.shl(x, constant(32, 24)), constant(32, 24)), pool.zero_extend(b, 32));
  EXPECT_EQ(pool.lshr(pool.bit_and(x, constant(32, 0xff00)), constant(32, 8)),
            pool.zero_extend(pool.extract(x, 15, 8), 32));
  EXPECT_EQ(pool.bit_and(pool.lshr(x, constant(32, 8)), constant(32, 0xff)),
            pool.zero_extend(pool.extract(x, 15, 8), 32));
  EXPECT_EQ(pool.shl(pool.lshr(x, constant(32, 4)), constant(32, 4)), pool.bit_and(x, constant(32, ~0xfULL)));
}

TEST_F(Simplify, APieceOfAComputedWordCopiedByteByByteIsTheWord) {
  for (const Term word : {pool.add(x, y), pool.bit_and(x, y), pool.bit_not(x), pool.mul(x, y),
                          pool.add(pool.mul(x, constant(32, 12)), constant(32, 8))}) {
    Term copy = pool.extract(word, 31, 24);
    for (const unsigned low : {16U, 8U, 0U}) copy = pool.concat(copy, pool.extract(word, low + 7, low));
    EXPECT_EQ(copy, word) << row(word.kind()).name;
  }
}

TEST_F(Simplify, TheUpperHalfOfAProductIsKnownWhereItMustBe) {
  const auto upper = [&](Term a, Term b) { return pool.extract(pool.mul(a, b), 63, 32); };
  const auto u = [&](Term a) { return pool.zero_extend(a, 64); };
  const auto s = [&](Term a) { return pool.sign_extend(a, 64); };
  const Term zero = constant(32, 0), one = constant(32, 1), narrow = pool.zero_extend(byte, 32);
  const Term sign = pool.sign_extend(pool.extract(x, 31, 31), 32);
  EXPECT_EQ(upper(u(x), u(zero)), zero) << "mulhu";
  EXPECT_EQ(upper(s(x), s(zero)), zero) << "mulh";
  EXPECT_EQ(upper(u(x), u(one)), zero);
  EXPECT_EQ(upper(s(x), s(one)), sign);
  EXPECT_EQ(upper(s(x), u(one)), sign) << "mulhsu";
  EXPECT_EQ(upper(u(narrow), u(narrow)), zero);
  EXPECT_EQ(upper(s(narrow), s(narrow)), zero);
  EXPECT_EQ(upper(u(x), u(constant(32, 1U << 31))), pool.lshr(x, one)) << "a shift";
}

TEST_F(Simplify, BoundsDecideComparisons) {
  const Term wide = pool.zero_extend(byte, 32);
  const auto k = [&](std::uint64_t value) { return constant(32, value); };
  EXPECT_TRUE(pool.ult(pool.bit_and(x, k(0x70)), k(0x71)).is_constant(1));
  EXPECT_TRUE(pool.eq(pool.bit_and(x, k(0x70)), k(0x71)).is_constant(0));
  EXPECT_TRUE(pool.eq(pool.bit_or(x, k(4)), k(3)).is_constant(0));
  EXPECT_TRUE(pool.slt(pool.urem(x, k(10)), k(10)).is_constant(1));
  EXPECT_TRUE(pool.ult(pool.add(wide, k(10)), k(266)).is_constant(1));
  EXPECT_EQ(pool.ult(pool.add(wide, k(10)), k(20)), pool.ult(byte, constant(8, 10)));
  EXPECT_EQ(pool.ult(pool.mul(wide, k(10)), k(95)), pool.ult(byte, constant(8, 10)));
  EXPECT_FALSE(pool.ult(pool.add(x, k(10)), k(20)).is_constant()) << "it may wrap";
  EXPECT_EQ(pool.bit_and(pool.ult(x, k(5)), pool.ult(x, k(9))), pool.ult(x, k(5)));
  EXPECT_TRUE(pool.bit_and(pool.ult(x, k(5)), pool.ult(k(9), x)).is_constant(0));
  EXPECT_EQ(pool.eq(pool.bit_and(x, k(0xff00)), k(0x1200)), pool.eq(pool.extract(x, 15, 8), constant(8, 0x12)));
}

}  // namespace
}  // namespace janus::term

// Terms share subterms; a rule that rebuilt them all the way down would take 2^200 steps here.
namespace janus::term {
namespace {

TEST(SimplifyRules, TakeTheirTimeFromTheNumberOfTermsNotOfPathsThroughThem) {
  TermPool pool;
  Term mixed = pool.variable("x", 32), chosen = pool.variable("y", 32);
  for (int i = 0; i < 200; ++i) {
    mixed = pool.bit_xor(pool.lshr(mixed, pool.constant(32, 1)),
                         pool.bit_and(mixed, pool.variable("m" + std::to_string(i), 32)));
    chosen = pool.ite(pool.eq(chosen, pool.constant(32, i)), pool.constant(32, i + 1), pool.bit_or(chosen, mixed));
    mixed = pool.add(mixed, pool.zero_extend(pool.extract(pool.mul(mixed, chosen), 15, 0), 32));
  }
  EXPECT_LT(pool.size(), 100'000U);
  Assignment assignment;
  for (std::size_t i = 0; i < pool.variables().size(); ++i) assignment.push_back(0x12345678);
  EXPECT_EQ(evaluate(pool.extract(mixed, 15, 8), assignment), evaluate(mixed, assignment) >> 8 & 0xff);
}

// A sum that is too long for its normal form, and a counter: each step would walk over all before it.
TEST(LongSums, KeepOneConstant) {
  TermPool pool;
  Term sum = pool.variable("x", 32);
  for (int i = 0; i < 100; ++i) sum = pool.add(sum, pool.variable("x" + std::to_string(i), 32));
  const Term one = pool.constant(32, 1);
  Term counter = sum;
  for (int i = 0; i < 1000; ++i) counter = pool.add(counter, one);
  EXPECT_EQ(counter, pool.add(sum, pool.constant(32, 1000)));
  for (int i = 0; i < 1000; ++i) counter = pool.sub(counter, one);
  EXPECT_EQ(counter, sum);
}

}  // namespace
}  // namespace janus::term
