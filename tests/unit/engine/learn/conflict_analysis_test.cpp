// What is learned of conflicts between facts, compared with all values that the facts can be about.
#include "engine/learn/conflict_analysis.h"

#include <gtest/gtest.h>

#include "testing/random.h"

namespace janus::engine {
namespace {

class ConflictAnalyses : public ::testing::Test {
 protected:
  ConflictAnalyses() {
    for (const char* name : {"x", "y", "z"}) small.push_back(pool.variable(name, 3));
  }

  ShadowState state() { return ShadowState(memory::PersistentMemory<term::Term>(0x1000)); }
  bool possible(const std::vector<Literal>& literals) {
    return formula.solver().solve(literals) != solver::Answer::Unsat;
  }

  // --- Conditions on three variables of three bits, and what all their values say of them.
  term::Term side() { return random.one_in(3) ? pool.constant(3, random.below(8)) : random.pick(small); }
  term::Term condition() {
    for (;;) {
      const term::Term a = side(), b = random.one_in(4) ? pool.add(side(), side()) : side();
      const term::Term made = random.one_in(3) ? pool.eq(a, b) : random.one_in(2) ? pool.ult(a, b) : pool.slt(a, b);
      if (!made.is_constant()) return random.one_in(3) ? pool.bit_not(made) : made;
    }
  }
  bool satisfiable(const std::vector<term::Term>& conditions) {
    for (std::uint64_t values = 0; values < 512; ++values) {
      const term::Assignment assignment{values & 7, values >> 3 & 7, values >> 6};
      evaluator.assign(assignment);
      bool all = true;
      for (const term::Term condition : conditions) all = all && evaluator(condition) != 0;
      if (all) return true;
    }
    return false;
  }

  // A variable that is a constant on paths that take an edge to the block.
  struct Taken {
    ShadowState shadow;
    Literal edge;
    term::Term variable;
  };
  Taken take(SearchFormula::Node node, std::uint32_t value) {
    const Literal edge = formula.free_literal();
    Taken taken{state(), edge, {}};
    taken.variable = analysis.define(taken.shadow, "x10 of block 7", {{}, {value}}, {{edge}, {node, 0}});
    return taken;
  }

  testing::Random random{54};
  std::atomic<bool> over = false;
  term::TermPool pool;
  term::Evaluator evaluator;
  SearchFormula formula{&over};
  LearningPace pace;
  ConflictAnalysis analysis{pool, formula, pace, over};
  std::vector<term::Term> small;  // the pool's variables 0, 1 and 2
};

TEST_F(ConflictAnalyses, LearnWhatFollowsFromTheFactsAndNoMoreGuardsThanItTakes) {
  int learned = 0, left_out = 0;
  for (int round = 0; round < 160; ++round) {
    ShadowState shadow = state();
    std::vector<term::Term> facts;
    std::vector<Literal> guards;
    for (std::uint32_t i = 3 + random.below(5); i > 0; --i) {
      const term::Term fact = condition();
      if (std::find(facts.begin(), facts.end(), fact) != facts.end()) continue;
      facts.push_back(fact);
      if (!satisfiable(facts)) {  // a path has some input
        facts.pop_back();
        continue;
      }
      guards.push_back(formula.free_literal());
      analysis.add_fact(shadow, fact, {guards.back()});
    }
    const term::Term impossible = condition();
    const Literal head = formula.free_literal();
    std::vector<term::Term> all = facts;
    all.push_back(impossible);
    const auto about = random.one_in(2) ? ConflictAnalysis::About::Property : ConflictAnalysis::About::Branch;
    const std::uint64_t before = formula.learned();
    ASSERT_EQ(analysis.learn(shadow, {head}, impossible, about), !satisfiable(all));
    ASSERT_EQ(formula.learned(), before + (satisfiable(all) ? 0 : 1));
    learned += !satisfiable(all);
    // For every set of guards that holds, the head follows only from facts that say so.
    for (std::uint32_t set = 0; set < 1U << facts.size(); ++set) {
      std::vector<Literal> literals = {-head};
      std::vector<term::Term> hold = {impossible};
      for (std::size_t i = 0; i < facts.size(); ++i) {
        literals.push_back(set >> i & 1 ? guards[i] : -guards[i]);
        if (set >> i & 1) hold.push_back(facts[i]);
      }
      if (!possible(literals)) {
        ASSERT_FALSE(satisfiable(hold)) << "it does not follow";
      }
    }
    if (satisfiable(all)) continue;
    // The clause, and that no fact of it can be left out.
    std::vector<std::size_t> core;
    for (std::size_t i = 0; i < facts.size(); ++i) {
      std::vector<Literal> literals = {-head, -guards[i]};
      for (std::size_t other = 0; other < facts.size(); ++other) {
        if (other != i) literals.push_back(guards[other]);
      }
      if (possible(literals)) core.push_back(i);
    }
    std::vector<Literal> holds = {-head};
    for (const std::size_t i : core) holds.push_back(guards[i]);
    EXPECT_FALSE(possible(holds));
    EXPECT_EQ(formula.last_size(), core.size() + 1);
    for (const std::size_t without : core) {
      std::vector<term::Term> hold = {impossible};
      for (const std::size_t i : core) {
        if (i != without) hold.push_back(facts[i]);
      }
      EXPECT_TRUE(satisfiable(hold)) << "fewer facts do";
    }
    left_out += core.size() < facts.size();
  }
  EXPECT_GT(learned, 40);
  EXPECT_GT(left_out, 20);
}

TEST_F(ConflictAnalyses, NeedNoFactForWhatIsNeverSoAndLearnNothingOfWhatAlwaysIs) {
  ShadowState shadow = state();
  analysis.add_fact(shadow, condition(), {formula.free_literal()});
  const Literal head = formula.free_literal();
  EXPECT_FALSE(analysis.learn(shadow, {head}, pool.truth(true)));
  EXPECT_TRUE(possible({-head}));
  EXPECT_TRUE(analysis.learn(shadow, {head}, pool.truth(false)));
  EXPECT_FALSE(possible({-head}));
  EXPECT_EQ(formula.last_size(), 1U);
}

TEST_F(ConflictAnalyses, LeaveOutGuardsThatAlwaysHold) {
  ShadowState shadow = state();
  const Literal always = formula.free_literal(), guard = formula.free_literal(), head = formula.free_literal();
  formula.add({always});
  ASSERT_TRUE(possible({}));
  analysis.add_fact(shadow, pool.ult(small[0], small[1]), {always});
  analysis.add_fact(shadow, pool.ult(small[1], small[2]), {guard, always});
  ASSERT_TRUE(analysis.learn(shadow, {head}, pool.ult(small[2], small[0])));
  EXPECT_EQ(formula.last_size(), 2U);
  EXPECT_FALSE(possible({guard, -head}));
  EXPECT_TRUE(possible({-guard, -head}));
}

TEST_F(ConflictAnalyses, ABoundThatDoesIsLearnedInsteadOfTheValueAndHoldsForOtherPathsThatKeepIt) {
  const SearchFormula::Node node = formula.node(0, 7);
  const Literal entered = formula.entered(node), head = formula.free_literal();
  Taken first = take(node, 5);
  ASSERT_TRUE(analysis.learn(first.shadow, {head}, pool.slt(first.variable, pool.constant(32, 0))));
  EXPECT_EQ(analysis.bounds(), 1U);
  EXPECT_TRUE(analysis.has_bounds("x10 of block 7"));
  EXPECT_FALSE(analysis.has_bounds("x11 of block 7"));
  EXPECT_FALSE(possible({entered, first.edge, -head}));
  EXPECT_TRUE(possible({entered, -first.edge, -head})) << "nothing is known of other paths";

  Taken second = take(node, 70'000);
  EXPECT_FALSE(possible({entered, second.edge, -head})) << "it is not negative there either";
  Taken third = take(node, 0xffff'ffff);
  EXPECT_TRUE(possible({entered, third.edge, -head}));
}

TEST_F(ConflictAnalyses, NoBoundIsLearnedWhereTheValueMatters) {
  const SearchFormula::Node node = formula.node(0, 7);
  const Literal head = formula.free_literal();
  Taken first = take(node, 5);
  ASSERT_TRUE(analysis.learn(first.shadow, {head}, pool.eq(first.variable, pool.constant(32, 6))));
  EXPECT_EQ(analysis.bounds(), 0U);
  EXPECT_FALSE(possible({formula.entered(node), first.edge, -head}));
  Taken branch = take(node, 5);
  const Literal side = formula.free_literal();
  ASSERT_TRUE(analysis.learn(branch.shadow, {side}, pool.slt(branch.variable, pool.constant(32, 0)),
                             ConflictAnalysis::About::Branch));
  EXPECT_EQ(analysis.bounds(), 0U) << "there are too many branches";
}

TEST_F(ConflictAnalyses, ABoundThatThePathDoesNotKeepTakesNobodysPlace) {
  const SearchFormula::Node node = formula.node(0, 7);
  const Literal head = formula.free_literal();
  Taken taken = take(node, 0xffff'ffff);
  // What is not negative is no less than -5 either, but this is -1.
  ASSERT_TRUE(analysis.learn(taken.shadow, {head}, pool.slt(taken.variable, pool.constant(32, 0xffff'fffb))));
  EXPECT_FALSE(possible({formula.entered(node), taken.edge, -head}));
}

TEST_F(ConflictAnalyses, LearnNothingOnceItIsOver) {
  ShadowState shadow = state();
  analysis.add_fact(shadow, pool.ult(small[0], small[1]), {formula.free_literal()});
  over = true;
  EXPECT_FALSE(analysis.learn(shadow, {formula.free_literal()}, pool.ult(small[1], small[0])));
  EXPECT_EQ(formula.learned(), 0U);
}

// Lists of literals that share what they have in common, against vectors.
TEST(GuardLists, HoldWhatWasAddedToThemAndToTheirOriginals) {
  testing::Random random(3);
  std::vector<std::pair<Guards, std::vector<Literal>>> lists(4);
  for (unsigned step = 0; step < 2000; ++step) {
    auto& [guards, expected] = lists[random.below(4)];
    switch (random.below(8)) {
      case 0: {
        const auto other = lists[random.below(4)];
        guards = other.first;
        expected = other.second;
        break;
      }
      case 1: guards = {7, -9}, expected = {7, -9}; break;
      default: guards.push_back(static_cast<Literal>(step)); expected.push_back(static_cast<Literal>(step));
    }
    for (const auto& [list, whole] : lists) {
      ASSERT_EQ(list.size(), whole.size());
      ASSERT_EQ(list.empty(), whole.empty());
      const std::size_t but = random.below(static_cast<std::uint32_t>(whole.size()) + 1);
      ASSERT_EQ(list.all(but), std::vector<Literal>(whole.begin() + static_cast<std::ptrdiff_t>(but), whole.end()));
    }
  }
}

TEST(GuardLists, OfALongPathEndWithoutARecursion) {
  Guards guards, branch;
  for (Literal i = 1; i <= 1'000'000; ++i) {
    guards.push_back(i);
    if (i == 500'000) branch = guards;
  }
  guards = {};
  EXPECT_EQ(branch.size(), 500'000U);
  EXPECT_EQ(branch.all().back(), 500'000);
}

}  // namespace
}  // namespace janus::engine
