// The search formula, compared with all ways that a path can take through a block: each satisfies it, and what no path
// does is excluded.
#include "engine/learn/search_formula.h"

#include <gtest/gtest.h>

#include <set>

#include "testing/random.h"

namespace janus::engine {
namespace {

class SearchFormulas : public ::testing::Test {
 protected:
  bool possible(const std::vector<Literal>& literals) {
    const solver::Answer answer = formula.solver().solve(literals);
    EXPECT_NE(answer, solver::Answer::Unknown);
    return answer == solver::Answer::Sat;
  }
  static Literal signed_literal(Literal literal, bool value) { return value ? literal : -literal; }

  SearchFormula formula{nullptr};
};

TEST_F(SearchFormulas, HoldForEveryWayThroughABlockAndExcludeOthers) {
  testing::Random random(53);
  for (int round = 0; round < 60; ++round) {
    const SearchFormula::Node node = formula.node(0, static_cast<std::uint32_t>(round));
    // Instructions 0 to 5 are looked at in order; of some it is asked whether a path has its target there, or goes
    // beyond, and some are asked for only later.
    std::map<std::uint32_t, Literal> targets, passed;
    std::set<std::uint32_t> reached;
    for (std::uint32_t pc = 0; pc < 6; ++pc) {
      if (random.one_in(8)) passed[pc] = formula.passed(node, pc);
      if (random.one_in(3)) targets[pc] = formula.target(node, pc);
      if (random.one_in(4)) passed[pc] = formula.passed(node, pc);
      if (random.one_in(4)) reached.insert(pc), passed[pc] = formula.reached(node, pc);
    }
    for (std::uint32_t pc = 6; pc-- > 0;) {
      if (random.one_in(6)) passed[pc] = formula.passed(node, pc);
    }
    const Literal edges[] = {formula.edge(node, 100), formula.edge(node, 200)};
    const SearchFormula::Node next = formula.node(0, 1000 + static_cast<std::uint32_t>(round));
    formula.leads_to(edges[0], next);
    EXPECT_FALSE(formula.completed(node));
    const bool only = random.one_in(2);
    if (only) {
      formula.complete_with(node, edges[0]);
    } else {
      formula.complete(node);
    }
    EXPECT_TRUE(formula.completed(node));

    // A path: where its target is, or 6 if it goes beyond all of them; 7 for one that does not come here.
    const auto literals = [&](std::uint32_t end) {
      std::vector<Literal> all = {signed_literal(formula.entered(node), end <= 6),
                                  signed_literal(formula.left(node), end == 6)};
      for (const auto& [pc, literal] : targets) all.push_back(signed_literal(literal, end == pc));
      for (const auto& [pc, literal] : passed) all.push_back(signed_literal(literal, end <= 6 && end > pc));
      for (const Literal edge : edges) all.push_back(signed_literal(edge, end == 6 && edge == edges[0]));
      all.push_back(signed_literal(formula.entered(next), end == 6));
      return all;
    };
    for (std::uint32_t end = 0; end <= 7; ++end) {
      if (end >= 6 || targets.contains(end)) {
        EXPECT_TRUE(possible(literals(end))) << "a path that ends at " << end;
      }
    }
    std::vector<Literal> nowhere = {formula.entered(node), -formula.left(node)};
    for (const auto& [pc, literal] : targets) nowhere.push_back(-literal);
    EXPECT_FALSE(possible(nowhere)) << "it must go somewhere";
    EXPECT_FALSE(possible({edges[0], -formula.entered(next)}));
    EXPECT_EQ(possible({formula.left(node), -edges[0]}), !only);
    for (const auto& [pc, literal] : passed) {
      EXPECT_FALSE(possible({formula.left(node), -literal})) << "the end is beyond " << pc;
      for (const auto& [later, other] : passed) {
        if (later > pc) {
          EXPECT_FALSE(possible({other, -literal})) << later << " is beyond " << pc;
        }
      }
      for (const auto& [at, target] : targets) {
        EXPECT_EQ(possible({target, -literal}), at <= pc) << "target " << at << ", passed " << pc;
      }
      if (!reached.contains(pc)) continue;
      std::vector<Literal> stops = {formula.entered(node), -literal};
      for (const auto& [at, target] : targets) {
        if (at <= pc) stops.push_back(-target);
      }
      EXPECT_FALSE(possible(stops)) << "it comes to " << pc;
    }
  }
}

TEST_F(SearchFormulas, NameTheSamePlaceOnce) {
  const auto call = formula.call(0, 4, 100);
  EXPECT_EQ(formula.call(0, 4, 100), call);
  const std::set<SearchFormula::Context> contexts = {0,
                                                     call,
                                                     formula.call(0, 8, 100),
                                                     formula.call(0, 4, 104),
                                                     formula.call(call, 4, 100),
                                                     formula.iteration(0, 4, 1),
                                                     formula.iteration(0, 4, 2),
                                                     formula.iteration(call, 4, 1)};
  EXPECT_EQ(contexts.size(), 8U);
  EXPECT_EQ(formula.enclosing(formula.iteration(call, 4, 1)), call);
  EXPECT_EQ(formula.enclosing(call), 0U);
  EXPECT_EQ(formula.iteration_of(formula.iteration(0, 4, 2)), 2U);
  EXPECT_EQ(formula.iteration_of(call), 0U);

  const auto node = formula.node(call, 12);
  EXPECT_EQ(formula.node(call, 12), node);
  EXPECT_NE(formula.node(0, 12), node);
  EXPECT_EQ(formula.nodes(), 2U);
  EXPECT_EQ(formula.edge(node, 16), formula.edge(node, 16));
  EXPECT_NE(formula.edge(node, 16), formula.edge(node, 20));
  EXPECT_EQ(formula.passed(node, 12), formula.passed(node, 12));
  EXPECT_EQ(formula.target(node, 12), formula.target(node, 12));
  EXPECT_NE(formula.target(node, 12), formula.passed(node, 12));
  formula.complete(node);
  const std::uint64_t clauses = formula.solver().clauses();
  formula.complete(node);
  formula.complete_with(node, formula.edge(node, 16));
  EXPECT_EQ(formula.solver().clauses(), clauses) << "once is enough";
}

TEST_F(SearchFormulas, CountWhatWasLearned) {
  const Literal a = formula.free_literal(), b = formula.free_literal();
  formula.learn({a, b});
  formula.learn({a, -b, formula.free_literal()});
  EXPECT_EQ(formula.learned(), 2U);
  EXPECT_EQ(formula.learned_literals(), 5U);
  EXPECT_EQ(formula.last_size(), 3U);
  EXPECT_FALSE(formula.always(a));
  formula.add({a});
  EXPECT_EQ(formula.learned(), 2U) << "said, not learned";
  EXPECT_TRUE(possible({}));
  EXPECT_TRUE(formula.always(a));
  EXPECT_FALSE(formula.always(-a));
}

}  // namespace
}  // namespace janus::engine
