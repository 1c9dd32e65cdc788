// The incremental solver answers as a fresh one would, wherever in the tree of paths it is asked.
#include "solver/z3_solver.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "testing/random.h"
#include "testing/random_terms.h"

namespace janus::solver {
namespace {

using term::Assignment;
using term::Term;

bool satisfied(PathCondition path, Term question, const Assignment& model) {
  term::Evaluator value;
  value.assign(model);
  for (const Conjunct* c = path.last(); c; c = c->parent) {
    if (value(c->term) != 1) return false;
  }
  return value(question) == 1;
}

TEST(Z3Solver, AnswersAsAFreshSolverAllOverATreeOfPaths) {
  term::TermPool pool;
  PathTree tree;
  testing::RandomTerms terms(pool, 7, {1, 3, 5}, 6);
  testing::Random random(7);
  std::vector<PathCondition> paths{{}};
  const auto incremental = make_z3_solver(pool);
  int sat = 0, unsat = 0;
  for (int i = 0; i < 400; ++i) {
    Term question = terms.next().simplified;
    while (question.width() != 1 || question.is_constant()) question = terms.next().simplified;
    const PathCondition path = paths[random.below(static_cast<std::uint32_t>(paths.size()))];
    Assignment model, fresh_model;
    const Answer answer = incremental->check(path, question, model);
    ASSERT_EQ(answer, make_z3_solver(pool)->check(path, question, fresh_model));
    if (answer == Answer::Sat) {
      ++sat;
      ASSERT_TRUE(satisfied(path, question, model));
      paths.push_back(tree.extend(path, question));
    } else {
      ++unsat;
    }
  }
  EXPECT_GT(sat, 50) << "the test must see both answers";
  EXPECT_GT(unsat, 20) << "the test must see both answers";
}

// A product of two large primes, to be factored: no solver does that in a blink.
Term hard_question(term::TermPool& pool) {
  const Term p = pool.variable("p", 64), q = pool.variable("q", 64);
  const Term one = pool.constant(64, 1), limit = pool.constant(64, std::uint64_t{1} << 32);
  const Term bounds = pool.bit_and(pool.bit_and(pool.ult(one, p), pool.ult(p, limit)),
                                   pool.bit_and(pool.ult(one, q), pool.ult(q, limit)));
  return pool.bit_and(bounds, pool.eq(pool.mul(p, q), pool.constant(64, 2860486313ULL * 3267000013ULL)));
}

TEST(Z3Solver, GivesUpAtItsTimeoutAndAnswersTheNextQuestion) {
  term::TermPool pool;
  const auto z3 = make_z3_solver(pool);
  Assignment model;
  z3->set_timeout(0.2);
  EXPECT_EQ(z3->check({}, hard_question(pool), model), Answer::Unknown);
  const Term x = pool.variable("x", 32);
  EXPECT_EQ(z3->check({}, pool.eq(x, pool.constant(32, 5)), model), Answer::Sat);
  EXPECT_EQ(term::evaluate(x, model), 5U);
}

TEST(Z3Solver, CanBeInterruptedFromAnotherThread) {
  term::TermPool pool;
  const auto z3 = make_z3_solver(pool);
  Assignment model;
  std::jthread breaker([&](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      z3->interrupt();
    }
  });
  EXPECT_EQ(z3->check({}, hard_question(pool), model), Answer::Unknown);
}

TEST(Z3Solver, CountsWhatItWasAsked) {
  term::TermPool pool;
  const auto z3 = make_z3_solver(pool);
  const Term x = pool.variable("x", 8);
  Assignment model;
  z3->check({}, pool.eq(x, pool.constant(8, 5)), model);
  z3->check({}, pool.make(term::Kind::Ult, 1, x, pool.constant(8, 0)), model);
  std::vector<SolverStatistics> statistics;
  z3->collect(statistics);
  ASSERT_EQ(statistics.size(), 1U);
  EXPECT_EQ(statistics[0].asked, 2U);
  EXPECT_EQ(statistics[0].sat, 1U);
  EXPECT_EQ(statistics[0].unsat, 1U);
}

}  // namespace
}  // namespace janus::solver
