// The core solvers: each answers as a fresh Z3 would, wherever in the tree of paths it is asked, gives up when told to,
// and goes on with the next question.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "solver/cadical_solver.h"
#include "solver/portfolio_solver.h"
#include "solver/z3_solver.h"
#include "term/work_clock.h"
#include "testing/random.h"
#include "testing/random_terms.h"
#include "testing/size.h"

namespace janus::solver {
namespace {

using term::Assignment;
using term::Term;

bool satisfied(const PathCondition& path, Term question, const Assignment& model) {
  term::Evaluator value;
  value.assign(model);
  for (const Conjunct* c = path.last(); c; c = c->parent) {
    if (value(c->term) != 1) return false;
  }
  return value(question) == 1;
}

using Make = std::unique_ptr<Solver> (*)(const term::TermPool&);

struct Core {
  const char* name;
  Make make;
};
void PrintTo(const Core& core, std::ostream* out) { *out << core.name; }

class CoreSolver : public ::testing::TestWithParam<Core> {
 protected:
  std::unique_ptr<Solver> solver(const term::TermPool& pool) { return GetParam().make(pool); }
};

INSTANTIATE_TEST_SUITE_P(All, CoreSolver,
                         ::testing::Values(Core{"z3", make_z3_solver},
                                           Core{"cadical", [](const term::TermPool&) { return make_cadical_solver(); }},
                                           Core{"portfolio",
                                                [](const term::TermPool& pool) {
                                                  return make_portfolio_solver(
                                                      make_cadical_solver(),
                                                      {.make = [&pool] { return make_z3_solver(pool); },
                                                       .is_likelier_for = [](Term q) { return q->id % 2 == 0; },
                                                       .budget = 0.05});
                                                }}),
                         [](const auto& core) { return std::string(core.param.name); });

TEST_P(CoreSolver, AnswersAsAFreshZ3AllOverATreeOfPaths) {
  term::TermPool pool;
  testing::RandomTerms terms(pool, 7, {1, 3, 5, 6}, 9);
  testing::Random random(7);
  std::vector<PathCondition> paths{{}};
  const auto incremental = solver(pool);
  int sat = 0, unsat = 0;
  for (int i = 0; i < testing::soaked(400, 60); ++i) {
    Term question = terms.next().simplified;
    while (question.width() != 1 || question.is_constant()) question = terms.next().simplified;
    const PathCondition path = paths[random.below(static_cast<std::uint32_t>(paths.size()))];
    Assignment model, fresh_model;
    const Answer answer = incremental->check(path, question, model);
    ASSERT_EQ(answer, make_z3_solver(pool)->check(path, question, fresh_model));
    if (answer == Answer::Sat) {
      ++sat;
      ASSERT_TRUE(satisfied(path, question, model));
      paths.push_back(extend(path, question));
    } else {
      ++unsat;
    }
  }
  EXPECT_GT(sat, testing::soaked(50, 8)) << "the test must see both answers";
  EXPECT_GT(unsat, testing::soaked(20, 4)) << "the test must see both answers";
}

// A product of two large primes, to be factored: no solver does that in a blink.
Term hard_question(term::TermPool& pool) {
  const Term p = pool.variable("p", 64), q = pool.variable("q", 64);
  const Term one = pool.constant(64, 1), limit = pool.constant(64, std::uint64_t{1} << 32);
  const Term bounds = pool.bit_and(pool.bit_and(pool.ult(one, p), pool.ult(p, limit)),
                                   pool.bit_and(pool.ult(one, q), pool.ult(q, limit)));
  return pool.bit_and(bounds, pool.eq(pool.mul(p, q), pool.constant(64, 2860486313ULL * 3267000013ULL)));
}

TEST_P(CoreSolver, GivesUpAtItsTimeoutAndAnswersTheNextQuestion) {
  term::TermPool pool;
  const auto core = solver(pool);
  Assignment model;
  core->set_timeout(0.2);
  EXPECT_EQ(core->check({}, hard_question(pool), model), Answer::Unknown);
  core->set_timeout(0);  // a busy machine may take its time
  const Term x = pool.variable("x", 32);
  EXPECT_EQ(core->check({}, pool.eq(x, pool.constant(32, 5)), model), Answer::Sat);
  EXPECT_EQ(term::evaluate(x, model), 5U);
}

TEST_P(CoreSolver, GivesUpAfterTheSameWorkInEveryRun) {
  constexpr double kTimeout = 0.2;
  const auto work = [&] {
    term::TermPool pool;
    const auto core = solver(pool);
    core->set_timeout(kTimeout);
    const Term question = hard_question(pool);
    Assignment model;
    const auto begin = term::WorkClock::now();
    EXPECT_EQ(core->check({}, question, model), Answer::Unknown);
    return term::WorkClock::seconds_since(begin);
  };
  const double once = work();
  EXPECT_GE(once, kTimeout);
  EXPECT_LT(once, 2 * kTimeout);
  EXPECT_EQ(work(), once);
}

TEST_P(CoreSolver, CanBeInterruptedFromAnotherThread) {
  term::TermPool pool;
  const auto core = solver(pool);
  Assignment model;
  std::jthread breaker([&](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      core->interrupt();
    }
  });
  EXPECT_EQ(core->check({}, hard_question(pool), model), Answer::Unknown);
}

TEST_P(CoreSolver, IsInterruptedForGood) {
  term::TermPool pool;
  const auto core = solver(pool);
  const Term x = pool.variable("x", 32);
  const Term question = pool.eq(x, pool.constant(32, 5));
  Assignment model{7};
  ASSERT_EQ(core->check({}, question, model), Answer::Sat);
  core->interrupt();
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(core->check({}, question, model), Answer::Unknown);
    EXPECT_EQ(core->check({}, pool.ult(x, pool.constant(32, 7)), model), Answer::Unknown);
  }
}

TEST_P(CoreSolver, GoesOnWithAPathThatItHadNoTimeFor) {
  term::TermPool pool;
  const auto core = solver(pool);
  const Term x = pool.variable("x", 32), y = pool.variable("y", 32);
  Term word = x;
  PathCondition path;
  for (unsigned i = 0; i < 300; ++i) {
    word = pool.bit_xor(pool.add(word, x), pool.bit_or(word, y));
    path = extend(path, pool.bit_not(pool.eq(word, pool.constant(32, i))));
  }
  Assignment model;
  core->set_timeout(1e-6);
  EXPECT_EQ(core->check(path, pool.eq(y, pool.constant(32, 0)), model), Answer::Unknown);
  EXPECT_TRUE(model.empty());
  core->set_timeout(0);
  const Term fixed = pool.bit_and(pool.eq(y, pool.constant(32, 0)), pool.eq(x, pool.constant(32, 1000)));
  EXPECT_EQ(core->check(path, fixed, model), Answer::Sat);
  EXPECT_TRUE(satisfied(path, fixed, model));
  EXPECT_EQ(core->check(path, pool.eq(pool.bit_or(x, y), pool.constant(32, 0)), model), Answer::Unsat)
      << "then every word is 0";
}

TEST_P(CoreSolver, CountsWhatItWasAsked) {
  term::TermPool pool;
  const auto core = solver(pool);
  const Term x = pool.variable("x", 8);
  Assignment model;
  core->check({}, pool.eq(x, pool.constant(8, 5)), model);
  core->check({}, pool.make(term::Kind::Ult, 1, x, pool.constant(8, 0)), model);
  std::vector<SolverStatistics> statistics;
  core->collect(statistics);
  ASSERT_FALSE(statistics.empty());
  EXPECT_EQ(statistics[0].asked, 2U);
  EXPECT_EQ(statistics[0].sat, 1U);
  EXPECT_EQ(statistics[0].unsat, 1U);
}

}  // namespace
}  // namespace janus::solver

// Every operation as a circuit: with the variables fixed, the value found is the evaluated one, and there is no other.
namespace janus::solver {
namespace {

TEST(BitBlasting, AgreesWithEvaluationAtEveryWidth) {
  for (const unsigned width : {1U, 5U, 8U, 16U, 32U, 64U}) {
    term::TermPool pool;
    const auto cadical = make_cadical_solver();
    testing::RandomTerms terms(pool, width, {1, width});
    testing::Random random(width);
    for (int i = 0; i < 150; ++i) {
      const Term term = terms.next().plain;
      Assignment assignment;
      PathCondition path;
      for (std::size_t v = 0; v < pool.variables().size(); ++v) {
        const term::Variable variable = pool.variables()[v];
        const std::uint64_t value = random.one_in(3) ? random.operand() : random.word64();
        assignment.push_back(value & term::mask(variable.width));
        path = extend(
            path, pool.eq(pool.variable(variable.name, variable.width), pool.constant(variable.width, assignment[v])));
      }
      const Term value = pool.constant(term.width(), term::evaluate(term, assignment));
      const Term equal = pool.make(term::Kind::Eq, 1, term, value);
      Assignment model;
      ASSERT_EQ(cadical->check(path, equal, model), Answer::Sat)
          << term::row(term.kind()).name << " at " << term.width();
      ASSERT_EQ(cadical->check(path, pool.make(term::Kind::Not, 1, equal), model), Answer::Unsat)
          << term::row(term.kind()).name << " at " << term.width();
    }
  }
}

}  // namespace
}  // namespace janus::solver
