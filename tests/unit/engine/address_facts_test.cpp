// Facts about terms hold for every value the term takes.
#include "engine/address_facts.h"

#include <gtest/gtest.h>

#include "term/evaluate.h"
#include "term/smtlib.h"
#include "testing/random_terms.h"

namespace janus::engine {
namespace {

TEST(AddressFacts, HoldForEveryValueOfRandomTerms) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    term::TermPool pool;
    testing::RandomTerms terms(pool, seed, {1, 8, 32});
    testing::Random random(seed);
    std::vector<term::Term> grown;
    for (int i = 0; i < 300; ++i) grown.push_back(terms.next().simplified);
    for (int sample = 0; sample < 10; ++sample) {
      term::Assignment assignment;
      for (const term::Variable& variable : pool.variables())
        assignment.push_back(random.word64() & term::mask(variable.width));
      term::Evaluator value;
      value.assign(assignment);
      for (term::Term t : grown) {
        const std::uint64_t v = value(t);
        const Range range = static_range(t);
        ASSERT_TRUE(range.low <= v && v <= range.high)
            << smtlib_script(pool, std::vector{pool.make(term::Kind::Eq, 1, t, t)});
        const Congruence congruence = static_congruence(t);
        ASSERT_LE(congruence.bits, t.width());
        if (congruence.bits) {
          ASSERT_EQ(v & term::mask(congruence.bits), congruence.residue & term::mask(congruence.bits))
              << smtlib_script(pool, std::vector{pool.make(term::Kind::Eq, 1, t, t)});
        }
      }
    }
  }
}

TEST(AddressFacts, AnElementOfATableIsKnownExactly) {
  term::TermPool pool;
  const auto index = pool.zero_extend(pool.variable("i", 8), 32);
  const auto address = pool.add(pool.shl(index, pool.constant(32, 2)), pool.constant(32, 0x8000'1002));
  EXPECT_EQ(static_range(address).low, 0x8000'1002U);
  EXPECT_EQ(static_range(address).high, 0x8000'1002U + 255 * 4);
  EXPECT_EQ(static_congruence(address).bits, 2U);
  EXPECT_EQ(static_congruence(address).residue, 2U);
}

}  // namespace
}  // namespace janus::engine
