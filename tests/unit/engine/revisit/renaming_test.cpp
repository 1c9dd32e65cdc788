// Renamings are functions of variables, and take with them what a path says of the renamed variables.
#include "engine/revisit/renaming.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace janus::engine {
namespace {

class Renamings : public ::testing::Test {
 protected:
  term::Term byte(const char* name) { return pool.variable(name, 8); }
  term::Term number(std::uint64_t value) { return pool.constant(8, value); }
  bool follows(Renaming& renaming, const std::vector<term::Term>& from, const std::vector<term::Term>& to) {
    return renaming.renames_path(from, nullptr, nullptr, support, [this, &to](term::Term condition) {
      if (std::ranges::find(to, condition) != to.end()) return true;
      asked.push_back(condition);
      return condition == implied;
    });
  }
  static std::vector<term::Term> path(std::initializer_list<term::Term> conjuncts) { return conjuncts; }

  term::TermPool pool;
  term::Term implied{};           // the only condition that follows without being there
  std::vector<term::Term> asked;  // what was asked about
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

TEST_F(Renamings, GiveAVariableOneName) {
  Renaming joins(pool, false);
  EXPECT_TRUE(joins.match(a, c));
  EXPECT_TRUE(joins.match(b, c));  // two may become one
  Renaming parts(pool, false);
  EXPECT_TRUE(parts.match(a, c));
  EXPECT_FALSE(parts.match(a, d));
}

TEST_F(Renamings, MatchOperandsInEitherOrder) {
  // The older operand is on the left: b in the first sum, c in the second.
  const term::Term from = pool.add(pool.mul(a, a), b), to = pool.add(c, pool.mul(d, d));
  Renaming renaming(pool, false);
  EXPECT_TRUE(renaming.match(from, to));
  EXPECT_TRUE(renaming.match(a, d));
  EXPECT_TRUE(renaming.match(b, c));
}

TEST_F(Renamings, WaitForWhatTellsTheOrderOfOperands) {
  Renaming renaming(pool, false);
  EXPECT_TRUE(renaming.match(pool.add(a, b), pool.add(c, d)));
  EXPECT_TRUE(renaming.match(a, d));
  EXPECT_TRUE(renaming.settle());
  EXPECT_TRUE(renaming.match(b, c));
  Renaming other(pool, false);
  EXPECT_TRUE(other.match(pool.add(a, b), pool.add(c, d)));
  EXPECT_TRUE(other.match(a, pool.mul(c, d)));
  EXPECT_FALSE(other.settle());
}

TEST_F(Renamings, MakeAVariableATermButNotATermAVariable) {
  Renaming renaming(pool, false);
  EXPECT_TRUE(renaming.match(pool.mul(a, a), pool.mul(pool.add(b, c), pool.add(b, c))));
  EXPECT_FALSE(Renaming(pool, false).match(pool.mul(a, number(3)), b));
  EXPECT_FALSE(Renaming(pool, false).match(pool.mul(a, a), pool.mul(pool.add(b, c), b)));
}

TEST_F(Renamings, KeepNamesIfTheyMust) {
  EXPECT_TRUE(Renaming(pool, true).match(a, a));
  EXPECT_FALSE(Renaming(pool, true).match(a, b));
}

TEST_F(Renamings, NeedEveryConjunctOfTheRenamedVariables) {
  const auto low = [&](term::Term of) { return pool.ult(of, number(9)); };
  Renaming renaming(pool, false);
  ASSERT_TRUE(renaming.match(a, b));
  EXPECT_TRUE(follows(renaming, {low(a)}, path({low(b)})));
  EXPECT_TRUE(follows(renaming, {}, path({low(b)})));  // what came before allowed more
  EXPECT_TRUE(asked.empty());
  EXPECT_FALSE(follows(renaming, {low(a)}, path({})));
  EXPECT_FALSE(follows(renaming, {low(a)}, path({low(a)})));
  EXPECT_EQ(asked, std::vector<term::Term>(2, low(b)));
  implied = low(b);
  EXPECT_TRUE(follows(renaming, {low(a)}, path({})));
}

TEST_F(Renamings, NeedWhatIsSaidThroughOtherVariables) {
  Renaming renaming(pool, false);
  ASSERT_TRUE(renaming.match(a, b));
  EXPECT_FALSE(follows(renaming, {pool.ult(a, c)}, path({pool.ult(b, d)})));
  EXPECT_TRUE(follows(renaming, {pool.ult(a, c)}, path({pool.ult(b, c)})));  // c keeps its name
}

}  // namespace
}  // namespace janus::engine
