// Renamings are one-to-one, and take with them what a path says of the renamed variables.
#include "engine/revisit/renaming.h"

#include <gtest/gtest.h>

namespace janus::engine {
namespace {

class Renamings : public ::testing::Test {
 protected:
  term::Term byte(const char* name) { return pool.variable(name, 8); }
  term::Term number(std::uint64_t value) { return pool.constant(8, value); }
  bool follows(Renaming& renaming, const solver::PathCondition& from, const solver::PathCondition& to) {
    return renaming.renames_path(from, nullptr, to, nullptr, support);
  }
  static solver::PathCondition path(std::initializer_list<term::Term> conjuncts) {
    solver::PathCondition path;
    for (const term::Term conjunct : conjuncts) path = solver::extend(path, conjunct);
    return path;
  }

  term::TermPool pool;
  term::Support support;
  term::Term a = byte("a"), b = byte("b"), c = byte("c"), d = byte("d");
};

TEST_F(Renamings, MatchTermsOfOneShape) {
  Renaming renaming(pool, false);
  EXPECT_TRUE(renaming.match(pool.mul(a, number(3)), pool.mul(b, number(3))));
  EXPECT_TRUE(renaming.match(a, b));
}

TEST_F(Renamings, MatchNoOtherConstantOperationOrWidth) {
  EXPECT_FALSE(Renaming(pool, false).match(pool.mul(a, number(3)), pool.mul(b, number(5))));
  EXPECT_FALSE(Renaming(pool, false).match(pool.udiv(a, number(3)), pool.urem(a, number(3))));
  EXPECT_FALSE(Renaming(pool, false).match(a, pool.variable("w", 16)));
  EXPECT_FALSE(Renaming(pool, false).match(pool.extract(pool.variable("w", 16), 7, 0), a));
}

TEST_F(Renamings, AreOneToOne) {
  Renaming joins(pool, false);
  EXPECT_TRUE(joins.match(a, c));
  EXPECT_FALSE(joins.match(b, c));
  Renaming parts(pool, false);
  EXPECT_TRUE(parts.match(a, c));
  EXPECT_FALSE(parts.match(a, d));
}

TEST_F(Renamings, KeepNamesIfTheyMust) {
  EXPECT_TRUE(Renaming(pool, true).match(a, a));
  EXPECT_FALSE(Renaming(pool, true).match(a, b));
}

TEST_F(Renamings, NeedEveryConjunctOfTheRenamedVariables) {
  const auto low = [&](term::Term of) { return pool.ult(of, number(9)); };
  Renaming renaming(pool, false);
  ASSERT_TRUE(renaming.match(a, b));
  EXPECT_TRUE(follows(renaming, path({low(a)}), path({low(b)})));
  EXPECT_TRUE(follows(renaming, path({low(c)}), path({})));  // about another variable
  EXPECT_TRUE(follows(renaming, path({}), path({low(b)})));  // what came before allowed more
  EXPECT_FALSE(follows(renaming, path({low(a)}), path({})));
  EXPECT_FALSE(follows(renaming, path({low(a)}), path({low(a)})));
}

TEST_F(Renamings, NeedWhatIsSaidThroughOtherVariables) {
  Renaming renaming(pool, false);
  ASSERT_TRUE(renaming.match(a, b));
  // c bounds a, and nobody knows what c is called now.
  EXPECT_FALSE(follows(renaming, path({pool.ult(a, c)}), path({pool.ult(b, c)})));
}

}  // namespace
}  // namespace janus::engine
