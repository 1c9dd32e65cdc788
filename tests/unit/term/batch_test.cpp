// Batches against the evaluation of one assignment after the other.
#include "term/batch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "term/evaluate.h"
#include "testing/random_terms.h"

namespace janus::term {
namespace {

// The first lane in which all roots hold, by the Evaluator.
std::size_t first_lane(std::span<const Term> roots, const std::vector<Batch::Lanes>& values, std::size_t lanes) {
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    Assignment assignment;
    for (const Batch::Lanes& variable : values) assignment.push_back(variable[lane]);
    if (std::ranges::all_of(roots, [&](Term root) { return evaluate(root, assignment) == 1; })) return lane;
  }
  return lanes;
}

TEST(Batch, FindsTheLaneThatTheEvaluatorFinds) {
  TermPool pool;
  testing::Random random(7);
  testing::RandomTerms terms(pool, 7, {1, 8, 16, 32, 64});
  std::size_t found = 0;
  for (int round = 0; round < 400; ++round) {
    std::vector<Term> roots;
    for (unsigned i = 0; i <= random.below(3); ++i) {
      const Term a = terms.next().plain,
                 b = pool.constant(a.width(), random.one_in(2) ? random.word64() : random.below(4));
      roots.push_back(random.one_in(3) ? pool.eq(a, b) : random.one_in(2) ? pool.ult(a, b) : pool.slt(b, a));
    }
    std::vector<std::uint32_t> variables;
    for (std::uint32_t v = 0; v < pool.variables().size(); ++v) variables.push_back(v);
    Batch batch(roots, variables, 100'000);
    ASSERT_FALSE(batch.gave_up());
    std::vector<Batch::Lanes> values(variables.size());
    for (std::uint32_t v = 0; v < variables.size(); ++v) {
      for (std::uint64_t& value : values[v])
        value = (random.one_in(2) ? random.word64() : random.below(3)) & mask(pool.variables()[v].width);
      batch.variable(v) = values[v];
    }
    const std::size_t lanes = random.one_in(2) ? Batch::kLanes : 1 + random.below(Batch::kLanes - 1);
    const std::size_t lane = first_lane(roots, values, lanes);
    ASSERT_EQ(batch.holds(lanes), lane);
    found += lane < lanes;
  }
  EXPECT_GT(found, 50U);
  EXPECT_LT(found, 350U);
}

TEST(Batch, HasTheValuesThatTheEvaluatorFinds) {
  TermPool pool;
  testing::Random random(8);
  testing::RandomTerms terms(pool, 8, {1, 8, 16, 32, 64});
  for (int round = 0; round < 400; ++round) {
    const Term root = terms.next().plain;
    std::vector<std::uint32_t> variables;
    for (std::uint32_t v = 0; v < pool.variables().size(); ++v) variables.push_back(v);
    Batch batch({&root, 1}, variables, 100'000);
    ASSERT_FALSE(batch.gave_up());
    for (std::uint32_t v = 0; v < variables.size(); ++v) {
      for (std::uint64_t& value : batch.variable(v))
        value = (random.one_in(2) ? random.word64() : random.below(3)) & mask(pool.variables()[v].width);
    }
    const Batch::Lanes& values = batch.root();
    for (std::size_t lane = 0; lane < Batch::kLanes; lane += 17) {
      Assignment assignment;
      for (std::uint32_t v = 0; v < variables.size(); ++v) assignment.push_back(batch.variable(v)[lane]);
      ASSERT_EQ(values[lane], evaluate(root, assignment));
    }
  }
}

TEST(Batch, GivesUpOnTooManyOperations) {
  TermPool pool;
  const Term x = pool.variable("x", 32);
  Term sum = x;
  for (std::uint32_t i = 3; i < 40; ++i) sum = pool.mul(pool.bit_xor(sum, pool.constant(32, i)), x);
  const std::array<Term, 1> roots{pool.eq(sum, pool.constant(32, 1))};
  const std::array<std::uint32_t, 1> variables{0};
  EXPECT_TRUE(Batch(roots, variables, 16).gave_up());
  EXPECT_FALSE(Batch(roots, variables, 1000).gave_up());
}

}  // namespace
}  // namespace janus::term
