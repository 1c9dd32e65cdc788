// Every rule of simplification is seen to fire, and whatever the builders give then is proved by Z3 to mean what was
// asked for. A rule without an example, and an example that makes no rule fire, fail.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "rule_examples.h"
#include "solver/z3_solver.h"
#include "term/smtlib.h"
#include "testing/size.h"

namespace janus::term {
namespace {

constexpr unsigned kWidths[] = {1, 2, 3, 7, 8, 16, 32, 33, 64};
const int kRounds = testing::soaked(4, 2);  // of random constants at each width

std::vector<RuleExample> all_examples() {
  std::vector<RuleExample> all;
  for (const auto family : {common_rule_examples, bitwise_rule_examples, arithmetic_rule_examples,
                            placement_rule_examples, comparison_rule_examples, choice_rule_examples}) {
    for (RuleExample& example : family()) all.push_back(std::move(example));
  }
  return all;
}

TEST(Rules, EachHasAnExampleAndEachExampleARule) {
  std::set<std::pair<Kind, std::string_view>> stated, shown;
  for (const RuleRow& rule : all_rules()) {
    EXPECT_TRUE(stated.emplace(rule.kind, rule.statement).second) << "stated twice: " << rule.statement;
  }
  for (const RuleExample& example : all_examples()) {
    EXPECT_TRUE(shown.emplace(example.kind, example.statement).second) << "shown twice: " << example.statement;
    EXPECT_TRUE(stated.contains({example.kind, example.statement})) << "no such rule: " << example.statement;
  }
  for (const auto& [kind, statement] : stated) {
    EXPECT_TRUE(shown.contains({kind, statement})) << "no example for: " << statement;
  }
}

class RuleProofs : public ::testing::TestWithParam<Kind> {
 protected:
  // That the two forms mean the same: by Z3, or for what it takes too long for, by trying.
  static void expect_equal(TermPool& pool, solver::Solver& z3, const Pair& pair, bool prove) {
    ASSERT_EQ(pair.built.width(), pair.plain.width());
    if (pair.built == pair.plain) return;
    const Term equal = pool.make(Kind::Eq, 1, pair.built, pair.plain);
    const std::vector<Term> shown{equal};
    if (prove) {
      Assignment model;
      ASSERT_EQ(z3.check({}, pool.make(Kind::Not, 1, equal), model), solver::Answer::Unsat)
          << smtlib_script(pool, shown);
      return;
    }
    testing::Random random(1);
    for (int i = 0; i < 200; ++i) {
      Assignment assignment;
      for (const Variable& variable : pool.variables()) {
        assignment.push_back((random.one_in(2) ? random.word64() : random.operand()) & mask(variable.width));
      }
      ASSERT_EQ(evaluate(equal, assignment), 1U) << smtlib_script(pool, shown);
    }
  }
};

TEST_P(RuleProofs, EveryRuleFiresAndIsProvedAtSeveralWidths) {
  std::map<std::string_view, RuleRow> rules;
  for (const RuleRow& rule : all_rules()) {
    if (rule.kind == GetParam()) rules.emplace(rule.statement, rule);
  }
  for (const RuleExample& example : all_examples()) {
    if (example.kind != GetParam() || !rules.contains(example.statement)) continue;
    SCOPED_TRACE(example.statement);
    const RuleRow& rule = rules.at(example.statement);
    TermPool pool;
    const auto z3 = solver::make_z3_solver(pool);
    z3->set_timeout(20);
    testing::Random random(7);
    int widths_fired = 0;
    for (const unsigned width : kWidths) {
      const std::uint64_t before = pool.fired(rule);
      for (int round = 0; round < kRounds; ++round) {
        const Ingredients ingredients(pool, random, width);
        for (const Pair& pair : example.operations(ingredients)) {
          expect_equal(pool, *z3, pair, width <= example.widest_proof);
          if (HasFatalFailure()) return;
        }
      }
      widths_fired += pool.fired(rule) > before;
    }
    EXPECT_GE(widths_fired, 3) << "the rule is not seen to fire";
  }
}

std::vector<Kind> kinds() {
  std::set<Kind> kinds;
  for (const RuleRow& rule : all_rules()) kinds.insert(rule.kind);
  return {kinds.begin(), kinds.end()};
}

INSTANTIATE_TEST_SUITE_P(Of, RuleProofs, ::testing::ValuesIn(kinds()),
                         [](const auto& of) { return std::string(row(of.param).name); });

}  // namespace
}  // namespace janus::term
