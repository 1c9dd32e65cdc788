// The layers before the core solver: every answer they give is checked against Z3, on random paths of the questions
// they are made for; and the questions they are made for do not reach the core.
#include <gtest/gtest.h>

#include "solver/chain.h"
#include "solver/order_facts.h"
#include "testing/random.h"

namespace janus::solver {
namespace {

using term::Assignment;
using term::Term;

struct Layers {
  const char* name;
  bool domain, order;
};
void PrintTo(const Layers& layers, std::ostream* out) { *out << layers.name; }

class FactLayers : public ::testing::TestWithParam<Layers> {
 protected:
  std::unique_ptr<Solver> validated(term::TermPool& pool) {
    ChainConfig config;
    config.domain = GetParam().domain;
    config.order = GetParam().order;
    config.validate = true;
    return make_solver_chain(pool, config);
  }
};

INSTANTIATE_TEST_SUITE_P(All, FactLayers,
                         ::testing::Values(Layers{"domain", true, false}, Layers{"order", false, true},
                                           Layers{"both", true, true}),
                         [](const auto& layers) { return std::string(layers.param.name); });

// Comparisons of words, of words with constants, of sums and multiples of words, and of choices between them.
class RandomComparisons {
 public:
  RandomComparisons(term::TermPool& pool, std::uint64_t seed) : random(seed), pool_(pool) {
    for (int i = 0; i < 5; ++i) words_.push_back(pool.variable("w" + std::to_string(i), 32));
    words_.push_back(pool.zero_extend(pool.variable("byte", 8), 32));
  }

  Term next() {
    Term condition = comparison();
    if (random.one_in(6)) condition = pool_.bit_or(condition, comparison());
    if (random.one_in(6)) condition = pool_.bit_and(condition, comparison());
    return random.one_in(2) ? condition : pool_.bit_not(condition);
  }

  testing::Random random;

 private:
  Term comparison() {
    const Term a = word(), b = random.one_in(2) ? word() : constant();
    switch (random.below(4)) {
      case 0: return pool_.eq(a, b);
      case 1: return random.one_in(2) ? pool_.ult(a, b) : pool_.ult(b, a);
      default: return random.one_in(2) ? pool_.slt(a, b) : pool_.slt(b, a);
    }
  }
  Term constant() {
    static constexpr std::array<std::uint32_t, 8> kClose = {0, 1, 2, 7, 0xffff'ffff, 0x7fff'ffff, 0x8000'0000, 100};
    return pool_.constant(32, random.one_in(3) ? random.below(20) : random.pick(kClose));
  }
  Term word() {
    const Term w = random.pick(words_);
    switch (random.below(6)) {
      case 0: return pool_.add(w, constant());
      case 1: return pool_.mul(w, pool_.constant(32, 4));
      case 2: return pool_.ite(pool_.slt(w, random.pick(words_)), w, random.pick(words_));
      default: return w;
    }
  }

  term::TermPool& pool_;
  std::vector<Term> words_;
};

TEST_P(FactLayers, AnswerAsZ3OnRandomPaths) {
  for (std::uint64_t seed = 1; seed <= 25; ++seed) {
    term::TermPool pool;
    RandomComparisons comparisons(pool, seed);
    const auto solver = validated(pool);  // aborts on any disagreement
    std::vector<std::pair<PathCondition, Assignment>> paths{{{}, {}}};
    for (int i = 0; i < 60; ++i) {
      const Term question = comparisons.next();
      if (question.is_constant()) continue;
      const auto [path, hint] = paths[comparisons.random.below(static_cast<std::uint32_t>(paths.size()))];
      Assignment model = hint;
      if (solver->check(path, question, model) == Answer::Sat) paths.push_back({extend(path, question), model});
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

}  // namespace
}  // namespace janus::solver
