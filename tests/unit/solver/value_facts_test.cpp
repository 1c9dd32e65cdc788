// Value facts hold for every assignment that satisfies what was learned.
#include "solver/value_facts.h"

#include <gtest/gtest.h>

#include "term/evaluate.h"
#include "term/smtlib.h"
#include "testing/random_conditions.h"
#include "testing/random_terms.h"
#include "testing/size.h"

namespace janus::solver {
namespace {

using term::Assignment;
using term::Term;

Assignment random_assignment(const term::TermPool& pool, testing::Random& random) {
  Assignment assignment;
  for (const term::Variable& variable : pool.variables()) {
    assignment.push_back((random.one_in(2) ? random.operand() : random.word64()) & term::mask(variable.width));
  }
  return assignment;
}

TEST(ValueFacts, TheShapeOfATermAloneBoundsIt) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    term::TermPool pool;
    testing::RandomTerms terms(pool, seed, {1, 8, 32});
    testing::Random random(seed);
    std::vector<Term> grown;
    for (int i = 0; i < 300; ++i) grown.push_back(terms.next().simplified);
    for (int sample = 0; sample < 10; ++sample) {
      const Assignment assignment = random_assignment(pool, random);
      term::Evaluator value;
      value.assign(assignment);
      for (const Term t : grown) {
        ASSERT_TRUE(ValueFacts().values(t).contains(value(t)))
            << value(t) << smtlib_script(pool, std::vector{pool.make(term::Kind::Eq, 1, t, t)});
      }
    }
  }
}

// Conditions that hold under a random assignment are learned; then every term's value under it must be among its
// values.
TEST(ValueFacts, WhatIsLearnedKeepsEveryValueThereIs) {
  for (std::uint64_t seed = 1; seed <= testing::soaked(150U, 30U); ++seed) {
    term::TermPool pool;
    testing::RandomConditions conditions(pool, seed, seed % 4 == 0);
    const Assignment assignment = random_assignment(pool, conditions.random);
    term::Evaluator value;
    value.assign(assignment);
    ValueFacts facts;
    std::vector<Term> known;
    for (int i = 0; i < 60; ++i) {
      Term condition = conditions.next();
      if (value(condition) == 0) condition = pool.bit_not(condition);
      known.push_back(condition);
      ASSERT_TRUE(facts.learn(condition)) << smtlib_script(pool, known);
      for (const Term t : known) {
        for (const Term part : {t, t->child[0], t->child[1]}) {
          ASSERT_TRUE(!part || facts.values(part).contains(value(part))) << smtlib_script(pool, known);
        }
      }
      for (std::size_t v = 0; v < assignment.size(); ++v) {
        const ValueSet* values = facts.known(pool.variables()[v].term);
        ASSERT_TRUE(!values || values->contains(assignment[v])) << smtlib_script(pool, known);
      }
    }
  }
}

TEST(ValueFacts, AnElementOfATableIsKnownExactly) {
  term::TermPool pool;
  const Term index = pool.zero_extend(pool.variable("i", 8), 32);
  const Term address = pool.add(pool.shl(index, pool.constant(32, 2)), pool.constant(32, 0x8000'1002));
  ValueFacts facts;
  ASSERT_TRUE(facts.learn(pool.ult(index, pool.constant(32, 100))));
  const ValueSet values = facts.values(address);
  EXPECT_EQ(values.min(), 0x8000'1002U);
  EXPECT_EQ(values.max(), 0x8000'1002U + 99 * 4);
  EXPECT_EQ(values.ones() & 3, 2U);
  EXPECT_EQ(values.zeros() & 3, 1U);
}

// A merged path counts what it has seen; each count is in the next one twice.
TEST(ValueFacts, BoundsWhatIsCountedHoweverOften) {
  term::TermPool pool;
  constexpr unsigned kCounted = 64;
  Term count = pool.constant(32, 0);
  for (unsigned i = 0; i < kCounted; ++i) {
    const Term seen = pool.eq(pool.variable("in" + std::to_string(i), 8), pool.constant(8, ' '));
    count = pool.ite(seen, pool.add(count, pool.constant(32, 1)), count);
  }
  const ValueSet values = ValueFacts().values(count);
  EXPECT_EQ(values.min(), 0U);
  EXPECT_EQ(values.max(), kCounted);
}

// Also of what is deeper than anybody looks for one question; and on a path that somebody has asked about before, who
// is gone.
TEST(PathValues, BoundLongSums) {
  term::TermPool pool;
  const PathCondition path = extend({}, pool.ult(pool.variable("x", 32), pool.constant(32, 9)));
  PathValues(ValueReasoning::Full).at(path);
  Term sum = pool.constant(32, 0);
  for (unsigned i = 0; i < 1000; ++i)
    sum = pool.add(sum, pool.zero_extend(pool.variable("in" + std::to_string(i), 16), 32));
  PathValues values(ValueReasoning::Full);
  for (const PathCondition& each : {PathCondition(), path}) {
    EXPECT_EQ(values.at(each).decide(pool.ult(sum, pool.constant(32, 65'535'001))), Truth::Always);
    EXPECT_EQ(values.at(each).decide(pool.ult(sum, pool.constant(32, 65'535'000))), Truth::Either);
  }
}

TEST(ValueFacts, DecidesAlwaysNeverOrEither) {
  term::TermPool pool;
  const Term x = pool.variable("x", 8), y = pool.variable("y", 8);
  const auto number = [&](std::uint64_t value) { return pool.constant(8, value); };
  ValueFacts facts;
  // The paper's introductory example: x in [4, 6], y in [4, 9], is x + 4 = y?
  ASSERT_TRUE(facts.learn(pool.ult(number(3), x)) && facts.learn(pool.ult(x, number(7))));
  ASSERT_TRUE(facts.learn(pool.ult(number(5), pool.sub(number(14), y))));
  EXPECT_EQ(facts.decide(pool.eq(pool.add(x, number(4)), y)), Truth::Either);
  EXPECT_EQ(facts.decide(pool.ult(x, number(200))), Truth::Always);
  EXPECT_EQ(facts.decide(pool.eq(pool.mul(x, number(2)), number(9))), Truth::Never) << "multiples of two";
  EXPECT_FALSE(facts.learn(pool.ult(number(250), pool.add(x, number(10)))));
}

}  // namespace
}  // namespace janus::solver
