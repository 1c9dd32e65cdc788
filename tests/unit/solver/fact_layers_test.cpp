// The layers before the core solver: every answer they give is checked against Z3, on random paths of the questions
// they are made for; and the questions they are made for do not reach the core.
#include <gtest/gtest.h>

#include "solver/chain.h"
#include "solver/order_facts.h"
#include "testing/random_conditions.h"

namespace janus::solver {
namespace {

using term::Assignment;
using term::Term;

struct Layers {
  const char* name;
  bool domain, order;
  ValueLayer values;
};
void PrintTo(const Layers& layers, std::ostream* out) { *out << layers.name; }

class FactLayers : public ::testing::TestWithParam<Layers> {
 protected:
  std::unique_ptr<Solver> validated(term::TermPool& pool) {
    ChainConfig config;
    config.domain = GetParam().domain;
    config.order = GetParam().order;
    config.values = GetParam().values;
    config.validate = true;
    return make_solver_chain(pool, config);
  }
};

INSTANTIATE_TEST_SUITE_P(All, FactLayers,
                         ::testing::Values(Layers{"domain", true, false, ValueLayer::Off},
                                           Layers{"order", false, true, ValueLayer::Off},
                                           Layers{"values", false, false, ValueLayer::Full},
                                           Layers{"parti", false, false, ValueLayer::Parti},
                                           Layers{"all", true, true, ValueLayer::Full}),
                         [](const auto& layers) { return std::string(layers.param.name); });

TEST_P(FactLayers, AnswerAsZ3OnRandomPaths) {
  for (const bool plain : {true, false}) {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      term::TermPool pool;
      testing::RandomConditions conditions(pool, seed, plain);
      const auto solver = validated(pool);  // aborts on any disagreement
      testing::ask_random_questions(*solver, conditions, 40);
    }
  }
}

TEST_P(FactLayers, AnswerAsZ3OnALongPathOfOneVariable) {
  // More constants than there is room for in the facts, and a range that becomes small only late.
  term::TermPool pool;
  const auto solver = validated(pool);
  const Term x = pool.variable("x", 32);
  PathCondition path = extend({}, pool.slt(x, pool.constant(32, 120)));
  Assignment model;
  for (std::uint32_t i = 0; i < 125; ++i) {
    const Term more = pool.slt(pool.constant(32, i), x);
    Assignment other = model;
    ASSERT_EQ(solver->check(path, pool.bit_not(more), other), i <= 119 ? Answer::Sat : Answer::Unsat) << i;
    if (solver->check(path, more, model) != Answer::Sat) {
      EXPECT_EQ(i, 119U) << "x < 120 leaves 119 as the last value";
      break;
    }
    path = extend(path, more);
  }
}

std::uint64_t reached_core(const Solver& solver) {
  std::vector<SolverStatistics> statistics;
  solver.collect(statistics);
  for (const SolverStatistics& layer : statistics) {
    if (layer.layer == kCoreLayer) return layer.asked;
  }
  return ~std::uint64_t{0};
}

TEST(OrderLayer, SortsWithoutTheCoreSolver) {
  term::TermPool pool;
  const auto solver = make_solver_chain(pool, {});
  std::vector<Term> words;
  for (int i = 0; i < 6; ++i) words.push_back(pool.variable("a" + std::to_string(i), 32));
  PathCondition path;
  Assignment model;
  for (int i = 0; i + 1 < 6; ++i) {
    const Term rises = pool.slt(words[i], words[i + 1]);
    ASSERT_EQ(solver->check(path, rises, model), Answer::Sat);
    path = extend(path, rises);
  }
  EXPECT_EQ(solver->check(path, pool.slt(words[5], words[0]), model), Answer::Unsat);
  EXPECT_EQ(solver->check(path, pool.eq(words[2], words[4]), model), Answer::Unsat);
  EXPECT_EQ(solver->check(path, pool.slt(words[0], pool.constant(32, 5)), model), Answer::Sat);
  EXPECT_EQ(reached_core(*solver), 0U);
}

TEST(DomainLayer, SeesABoundedLengthInEveryDisguise) {
  term::TermPool pool;
  const auto solver = make_solver_chain(pool, {});
  const Term n = pool.variable("n", 32);
  PathCondition path = extend({}, pool.slt(pool.constant(32, 0), n));
  path = extend(path, pool.slt(n, pool.constant(32, 8)));
  Assignment model{3};
  const Term end = pool.add(pool.mul(n, pool.constant(32, 4)), pool.constant(32, 0x8000'1000));
  EXPECT_EQ(solver->check(path, pool.eq(end, pool.constant(32, 0x8000'1008)), model), Answer::Sat);
  EXPECT_EQ(model.at(0), 2U);
  EXPECT_EQ(solver->check(path, pool.eq(end, pool.constant(32, 0x8000'1020)), model), Answer::Unsat);
  EXPECT_EQ(solver->check(path, pool.slt(pool.constant(32, 6), pool.sub(n, pool.constant(32, 1))), model),
            Answer::Unsat);
  EXPECT_EQ(reached_core(*solver), 0U);
}

// A range that ends with the largest number of 64 bits, behind which there is no other.
TEST(CaseLayer, KnowsTheLargestNumber) {
  term::TermPool pool;
  const auto solver = make_solver_chain(pool, {});
  const Term x = pool.variable("x", 64), y = pool.variable("y", 64);
  const PathCondition path = extend({}, pool.ult(pool.constant(64, ~std::uint64_t{0} - 4), x));
  Assignment model{~std::uint64_t{0}, 0};
  EXPECT_EQ(solver->check(path, pool.eq(pool.mul(x, y), pool.constant(64, 12)), model), Answer::Sat);
}

}  // namespace
}  // namespace janus::solver
