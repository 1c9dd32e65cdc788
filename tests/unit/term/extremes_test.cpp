// Bounds of sums of choices hold for every assignment, and the condition of a bound is exact.
#include "term/extremes.h"

#include <gtest/gtest.h>

#include "term/evaluate.h"
#include "testing/random.h"

namespace janus::term {
namespace {

using testing::Random;

// Sums and choices over two variables of three bits.
Term random_sum(TermPool& pool, Random& random, Term x, Term y, unsigned depth) {
  const auto number = [&] { return pool.zero_extend(random.below(2) ? x : y, 8); };
  if (depth == 0) return random.below(2) ? pool.constant(8, random.below(20)) : number();
  const Term a = random_sum(pool, random, x, y, depth - 1), b = random_sum(pool, random, x, y, depth - 1);
  switch (random.below(6)) {
    case 0:
    case 1: return pool.add(a, b);
    case 2: return pool.sub(a, b);
    case 3: return pool.mul(a, pool.constant(8, 1 + random.below(3)));
    default: return pool.ite(pool.ult(number(), number()), a, b);
  }
}

TEST(Extremes, HoldForEveryAssignmentAndAreReachedWhereTheySay) {
  TermPool pool;
  const Term x = pool.variable("x", 3), y = pool.variable("y", 3);
  Random random(7);
  unsigned reached = 0;
  for (int round = 0; round < 300; ++round) {
    const Term sum = random_sum(pool, random, x, y, 4);
    Extremes extremes(pool, sum);
    const Range bounds = extremes.bounds();
    const Term high = extremes.reaches(true), low = extremes.reaches(false);
    for (std::uint64_t value = 0; value < 64; ++value) {
      const Assignment assignment{value & 7, value >> 3};
      const std::uint64_t result = evaluate(sum, assignment);
      ASSERT_LE(bounds.low, result);
      ASSERT_GE(bounds.high, result);
      ASSERT_EQ(evaluate(high, assignment) != 0, result == bounds.high);
      ASSERT_EQ(evaluate(low, assignment) != 0, result == bounds.low);
      reached += result == bounds.high;
    }
  }
  EXPECT_GT(reached, 0U);
}

// The time of a merged path: each branch adds a choice to the one before.
TEST(Extremes, OfAChainOfChoicesAreTheSumOfTheBetterSides) {
  TermPool pool;
  Term time = pool.constant(32, 0);
  for (int i = 0; i < 10'000; ++i) {
    const Term side = pool.variable("b" + std::to_string(i), 1);
    time = pool.ite(side, pool.add(time, pool.constant(32, 5)), pool.add(time, pool.constant(32, 2)));
  }
  Extremes extremes(pool, time);
  EXPECT_EQ(extremes.bounds(), (Range{20'000, 50'000}));
  Assignment all;
  for (int i = 0; i < 10'000; ++i) all.push_back(1);
  EXPECT_EQ(evaluate(extremes.reaches(true), all), 1U);
  EXPECT_EQ(evaluate(extremes.reaches(false), all), 0U);
}

}  // namespace
}  // namespace janus::term
