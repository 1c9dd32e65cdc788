#include "solver/path_condition.h"

#include <gtest/gtest.h>

#include "term/term_pool.h"

namespace janus::solver {
namespace {

TEST(PathCondition, ForksShareTheirPrefix) {
  term::TermPool pool;
  const auto a = pool.variable("a", 1), b = pool.variable("b", 1), c = pool.variable("c", 1);
  const PathCondition prefix = extend(extend({}, a), b);
  const PathCondition left = extend(prefix, c), right = extend(prefix, pool.bit_not(c));
  EXPECT_EQ(left.last()->parent, right.last()->parent);
  EXPECT_EQ(left.terms(), (std::vector{a, b, c}));
  EXPECT_EQ(right.depth(), 3U);
  EXPECT_EQ(PathCondition{}.depth(), 0U);
}

TEST(PathCondition, RemembersOnlyItsLatestConjunctsCheaply) {
  term::TermPool pool;
  PathCondition path;
  std::vector<term::Term> conditions;
  for (int i = 0; i < 20; ++i) {
    conditions.push_back(pool.variable("c" + std::to_string(i), 1));
    path = extend(path, conditions.back());
  }
  EXPECT_TRUE(path.recently_assumed(conditions[19]));
  EXPECT_TRUE(path.recently_assumed(conditions[12]));
  EXPECT_FALSE(path.recently_assumed(conditions[11]));
  EXPECT_FALSE(path.recently_assumed(pool.bit_not(conditions[19])));
}

}  // namespace
}  // namespace janus::solver
