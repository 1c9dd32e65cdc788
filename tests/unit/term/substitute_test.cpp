// Substitution: means what evaluating with the replaced values would, at any depth.
#include "term/substitute.h"

#include <gtest/gtest.h>

#include "term/evaluate.h"
#include "testing/random.h"

namespace janus::term {
namespace {

TEST(Substitution, ReplacesVariablesEverywhereAndNothingElse) {
  TermPool pool;
  const Term a = pool.variable("a", 32), b = pool.variable("b", 32), c = pool.variable("c", 32);
  testing::Random random(3);
  Term term = pool.add(a, b);
  for (int i = 0; i < 200; ++i) {
    const Term other = random.one_in(2) ? a : b;
    term = pool.build(random.one_in(2) ? Kind::Xor : Kind::Mul, 32, pool.add(term, other), pool.lshr(term, b));
  }
  const Term replacement = pool.sub(c, b);
  Substitution substitution(pool, [&](Term variable) { return variable == a ? replacement : Term(); });
  const Term replaced = substitution(term);
  for (int i = 0; i < 100; ++i) {
    const std::uint64_t vb = random.operand(), vc = random.operand();
    EXPECT_EQ(evaluate(replaced, {0x5555, vb, vc}), evaluate(term, {(vc - vb) & mask(32), vb, vc}));
  }
  EXPECT_EQ(substitution(b), b);
}

TEST(Substitution, OfTermsOfAnyDepth) {
  TermPool pool;
  const Term a = pool.variable("a", 32), b = pool.variable("b", 32);
  Term term = a;
  for (int i = 0; i < 300'000; ++i) term = pool.make(Kind::Xor, 32, term, i % 2 ? a : b);
  Substitution substitution(pool, [&](Term variable) { return variable == a ? b : Term(); });
  EXPECT_EQ(evaluate(substitution(term), {1, 7}), evaluate(term, {7, 7}));
}

TEST(Substitution, OfSeveralVariablesAtOnce) {
  TermPool pool;
  const Term a = pool.variable("a", 32), b = pool.variable("b", 32);
  const Term variables[] = {a, b}, replacements[] = {b, pool.add(a, b)};
  Substitution substitution(pool, variables, replacements);
  EXPECT_EQ(evaluate(substitution(pool.sub(a, pool.mul(b, a))), {3, 5}), evaluate(pool.sub(a, pool.mul(b, a)), {5, 8}));
}

TEST(Size, CountsDifferentNodesUpToALimit) {
  TermPool pool;
  const Term a = pool.variable("a", 32), b = pool.variable("b", 32);
  const Term sum = pool.make(Kind::Add, 32, a, b);
  const Term product = pool.make(Kind::Mul, 32, sum, sum);
  EXPECT_EQ(size_of(product, 100), 4U);
  EXPECT_EQ(size_of(product, 3), 3U);
}

}  // namespace
}  // namespace janus::term
