// Evaluation against the machine words of iss/ and against Z3.
#include "term/evaluate.h"

#include <gtest/gtest.h>

#include "isa/values.h"
#include "solver/z3_solver.h"
#include "term/smtlib.h"
#include "testing/random_terms.h"

namespace janus::term {
namespace {

using testing::Random;

template <unsigned W>
void expect_apply_agrees_with_machine_words(std::uint64_t seed) {
  using V = isa::ConcreteValues;
  Random random(seed);
  for (int i = 0; i < 3000; ++i) {
    const auto a =
        V::constant<W>(random.one_in(3) ? random.word64() : static_cast<std::uint64_t>(std::int32_t(random.operand())));
    const auto b =
        V::constant<W>(random.one_in(3) ? random.word64() : static_cast<std::uint64_t>(std::int32_t(random.operand())));
    const auto applied = [&](Kind kind, unsigned width = W) { return apply(kind, width, W, 0, a.raw, b.raw, 0); };
    ASSERT_EQ(applied(Kind::Add), V::add(a, b).raw);
    ASSERT_EQ(applied(Kind::Sub), V::sub(a, b).raw);
    ASSERT_EQ(applied(Kind::Mul), V::mul(a, b).raw);
    ASSERT_EQ(applied(Kind::Udiv), V::udiv(a, b).raw);
    ASSERT_EQ(applied(Kind::Urem), V::urem(a, b).raw);
    ASSERT_EQ(applied(Kind::Sdiv), V::sdiv(a, b).raw);
    ASSERT_EQ(applied(Kind::Srem), V::srem(a, b).raw);
    ASSERT_EQ(applied(Kind::And), V::bit_and(a, b).raw);
    ASSERT_EQ(applied(Kind::Or), V::bit_or(a, b).raw);
    ASSERT_EQ(applied(Kind::Xor), V::bit_xor(a, b).raw);
    ASSERT_EQ(applied(Kind::Not), V::bit_not(a).raw);
    ASSERT_EQ(applied(Kind::Shl), V::shl(a, b).raw);
    ASSERT_EQ(applied(Kind::Lshr), V::lshr(a, b).raw);
    ASSERT_EQ(applied(Kind::Ashr), V::ashr(a, b).raw);
    ASSERT_EQ(applied(Kind::Eq, 1), V::eq(a, b).raw);
    ASSERT_EQ(applied(Kind::Ult, 1), V::ult(a, b).raw);
    ASSERT_EQ(applied(Kind::Slt, 1), V::slt(a, b).raw);
  }
}

TEST(Apply, AgreesWithMachineWordsAtEveryWidth) {
  expect_apply_agrees_with_machine_words<1>(1);
  expect_apply_agrees_with_machine_words<8>(2);
  expect_apply_agrees_with_machine_words<16>(3);
  expect_apply_agrees_with_machine_words<32>(4);
  expect_apply_agrees_with_machine_words<64>(5);
}

// Lowering to Z3 and evaluation agree: with all variables fixed, Z3 finds the very value, and no other.
TEST(Evaluate, AgreesWithZ3) {
  TermPool pool;
  const auto z3 = solver::make_z3_solver(pool);
  testing::RandomTerms terms(pool, 99, {1, 4, 8, 32});
  Random random(99);
  for (int i = 0; i < 250; ++i) {
    const Term term = terms.next().plain;
    Assignment assignment;
    solver::PathCondition path;
    for (std::size_t v = 0; v < pool.variables().size(); ++v) {
      const Variable variable = pool.variables()[v];
      assignment.push_back(random.word64() & mask(variable.width));
      path = extend(path, pool.make(Kind::Eq, 1, pool.variable(variable.name, variable.width),
                                    pool.constant(variable.width, assignment[v])));
    }
    const Term value = pool.constant(term.width(), evaluate(term, assignment));
    Assignment model;
    ASSERT_EQ(z3->check(path, pool.make(Kind::Not, 1, pool.make(Kind::Eq, 1, term, value)), model),
              solver::Answer::Unsat)
        << smtlib_script(pool, std::vector{pool.make(Kind::Eq, 1, term, value)});
  }
}

TEST(Evaluator, RemembersOnlyWithinOneAssignment) {
  TermPool pool;
  const Term x = pool.variable("x", 8);
  const Term sum = pool.add(x, pool.constant(8, 1));
  Evaluator value;
  const Assignment first{4}, second{255};
  value.assign(first);
  EXPECT_EQ(value(sum), 5U);
  value.assign(second);
  EXPECT_EQ(value(sum), 0U);
}

TEST(Evaluator, AVariableTheAssignmentDoesNotReachIsZero) {
  TermPool pool;
  EXPECT_EQ(evaluate(pool.variable("x", 8), {}), 0U);
}

}  // namespace
}  // namespace janus::term
