// The layers before the core solver: every answer they give is checked against Z3, on random paths of the questions
// they are made for; and the questions they are made for do not reach the core.
#include <gtest/gtest.h>

#include <array>

#include "solver/chain.h"
#include "solver/order_facts.h"
#include "testing/random_conditions.h"
#include "testing/size.h"

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
    for (std::uint64_t seed = 1; seed <= testing::soaked(8U, 3U); ++seed) {
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

// The facts of words that the path does not compare are apart until a question connects them.
TEST(OrderLayer, ConnectsWordsThroughConstantsWhenAsked) {
  term::TermPool pool;
  ChainConfig config;
  config.domain = config.cases = config.guess = config.cache = false;
  config.values = ValueLayer::Off;
  const auto solver = make_solver_chain(pool, config);
  const auto number = [&](std::uint32_t value) { return pool.constant(32, value); };
  PathCondition path;
  std::vector<Term> words;
  for (std::uint32_t i = 0; i < 100; ++i) {  // 10 * i < word i < 10 * i + 9
    words.push_back(pool.variable("w" + std::to_string(i), 32));
    path = extend(path, pool.slt(number(10 * i), words[i]));
    path = extend(path, pool.slt(words[i], number(10 * i + 9)));
  }
  Assignment model;
  for (std::uint32_t i = 0; i < 100; ++i) model.push_back(10 * i + 1);
  EXPECT_EQ(solver->check(path, pool.slt(words[2], words[1]), model), Answer::Unsat);
  EXPECT_EQ(solver->check(path, pool.eq(words[0], words[2]), model), Answer::Unsat);
  EXPECT_EQ(solver->check(path, pool.slt(number(994), words[99]), model), Answer::Sat);
  EXPECT_GT(model[99], 994U);
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
  EXPECT_EQ(model[0], 2U);
  EXPECT_EQ(solver->check(path, pool.eq(end, pool.constant(32, 0x8000'1020)), model), Answer::Unsat);
  EXPECT_EQ(solver->check(path, pool.slt(pool.constant(32, 6), pool.sub(n, pool.constant(32, 1))), model),
            Answer::Unsat);
  EXPECT_EQ(reached_core(*solver), 0U);
}

// Products and divisions of words that the path bounds, the signs of some known, some not, some zero: every answer is
// checked against Z3, whichever layer gives it.
TEST(NarrowLayer, AnswersAsZ3OnProductsAndDivisionsOfSmallWords) {
  for (std::uint64_t seed = 1; seed <= testing::soaked(30U, 8U); ++seed) {
    term::TermPool pool;
    testing::Random random(seed);
    ChainConfig config;
    config.validate = true;
    config.domain = config.order = config.cases = random.one_in(2);
    config.values = random.one_in(2) ? ValueLayer::Full : ValueLayer::Off;
    const auto solver = make_solver_chain(pool, config);
    std::vector<Term> words;
    PathCondition path;
    Assignment model;
    const auto assume = [&](Term condition) {
      if (solver->check(path, condition, model) == Answer::Sat) path = extend(path, condition);
    };
    for (int i = 0; i < 3; ++i) {
      const Term word = pool.variable("x" + std::to_string(i), 32);
      words.push_back(word);
      const auto bound = [&](std::uint32_t number) { return pool.constant(32, number); };
      const std::uint32_t size = 1U << random.below(6);
      switch (random.below(4)) {
        case 0: assume(pool.ult(word, bound(size))); break;
        case 1:  // both signs, or one
          assume(pool.slt(bound(-size), word));
          assume(pool.slt(word, random.one_in(2) ? bound(size) : bound(0)));
          break;
        case 2:  // a range that does not begin at 0
          assume(pool.ult(pool.sub(word, bound(random.below(50))), bound(size)));
          break;
        default: assume(pool.eq(word, bound(random.operand()))); break;
      }
    }
    static constexpr std::array<term::Kind, 5> kKinds = {term::Kind::Mul, term::Kind::Udiv, term::Kind::Urem,
                                                         term::Kind::Sdiv, term::Kind::Srem};
    for (int i = 0; i < 12; ++i) {
      for (int n = 0; n < 2; ++n) {
        words.push_back(pool.build(random.pick(kKinds), 32, random.pick(words), random.pick(words)));
        if (random.one_in(2)) words.back() = pool.add(words.back(), random.pick(words));
      }
      const Term a = random.pick(words), b = random.pick(words);
      const Term condition = random.one_in(2) ? pool.eq(a, b) : random.one_in(2) ? pool.slt(a, b) : pool.ult(a, b);
      assume(random.one_in(2) ? condition : pool.bit_not(condition));
      if (words.size() > 9) words.resize(3);  // else the terms become too hard for Z3
    }
  }
}

// What takes a SAT solver minutes at 32 bits.
TEST(NarrowLayer, KnowsWhatQuotientAndRemainderAre) {
  term::TermPool pool;
  const auto solver = make_solver_chain(pool, {});
  solver->set_timeout(5);
  const Term a = pool.variable("a", 32), b = pool.variable("b", 32), zero = pool.constant(32, 0);
  PathCondition path = extend({}, pool.ult(a, pool.constant(32, 5000)));
  path = extend(path, pool.ult(b, pool.constant(32, 200)));
  const Term quotient = pool.udiv(a, b), product = pool.mul(quotient, b);
  Assignment model;
  EXPECT_EQ(solver->check(path, pool.ult(a, product), model), Answer::Unsat);
  EXPECT_EQ(solver->check(path, pool.eq(pool.add(product, pool.constant(32, 7)), a), model), Answer::Sat);
  // |x| in the way GCC computes it, where the path knows the sign.
  const Term x = pool.variable("x", 32), y = pool.variable("y", 32), sign = pool.ashr(x, pool.constant(32, 31));
  const Term magnitude = pool.sub(pool.bit_xor(x, sign), sign);
  for (const bool negative : {false, true}) {
    PathCondition known = extend({}, negative ? pool.slt(x, zero) : pool.slt(zero, x));
    known = extend(known, pool.slt(pool.constant(32, -5000), x));
    known = extend(known, pool.slt(zero, y));
    known = extend(known, pool.eq(pool.srem(x, y), zero));
    model.clear();
    EXPECT_EQ(solver->check(known, pool.bit_not(pool.eq(pool.srem(magnitude, y), zero)), model), Answer::Unsat);
  }
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
