#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "solver/cache_solver.h"
#include "solver/cadical_solver.h"
#include "solver/chain.h"
#include "solver/guess_solver.h"
#include "solver/independence_solver.h"
#include "solver/logging_solver.h"
#include "solver/validating_solver.h"
#include "solver/z3_solver.h"
#include "support/error.h"
#include "testing/command.h"
#include "testing/random_conditions.h"

namespace janus::solver {
namespace {

using term::Assignment;
using term::Term;

std::uint64_t answered_by_cache(const Solver& solver) {
  std::vector<SolverStatistics> statistics;
  solver.collect(statistics);
  return statistics.front().sat + statistics.front().unsat;
}

// Answers what it is told to.
class Liar : public Solver {
 public:
  Liar(Answer answer, Assignment model) : answer_(answer), model_(std::move(model)) {}
  Answer check(const PathCondition&, Term, Assignment& model) override {
    model = model_;
    return answer_;
  }
  void interrupt() override {}
  void set_timeout(double) override {}
  void collect(std::vector<SolverStatistics>&) const override {}

 private:
  Answer answer_;
  Assignment model_;
};

class ValidatingSolver : public ::testing::Test {
 protected:
  Answer validated(Answer answer, Assignment claimed) {
    auto solver =
        make_validating_solver(pool, std::make_unique<Liar>(answer, std::move(claimed)), make_z3_solver(pool));
    Assignment model;
    return solver->check({}, question, model);
  }
  term::TermPool pool;
  Term question = pool.eq(pool.variable("x", 8), pool.constant(8, 5));
};

TEST_F(ValidatingSolver, PassesATrueAnswerOn) {
  EXPECT_EQ(validated(Answer::Sat, {5}), Answer::Sat);
  EXPECT_EQ(validated(Answer::Unknown, {}), Answer::Unknown);
}

TEST_F(ValidatingSolver, AbortsOnAModelThatDoesNotSatisfy) {
  EXPECT_DEATH(validated(Answer::Sat, {6}), "does not satisfy");
}

TEST_F(ValidatingSolver, AbortsOnAWrongUnsat) {
  EXPECT_DEATH(validated(Answer::Unsat, {}), "reference solver disagrees");
}

TEST(LoggingSolver, WritesQuestionsThatAnySolverCanReplay) {
  const testing::TemporaryDirectory directory;
  term::TermPool pool;
  const Term x = pool.variable("x", 8);
  const PathCondition path = extend({}, pool.ult(x, pool.constant(8, 5)));
  Assignment model;
  make_logging_solver(pool, make_z3_solver(pool), directory.file("log"))
      ->check(path, pool.eq(x, pool.constant(8, 9)), model);
  std::ostringstream text;
  text << std::ifstream(directory.file("log/query-000001.smt2")).rdbuf();
  EXPECT_NE(text.str().find("; answered: unsat"), std::string::npos);
  EXPECT_NE(text.str().find("(declare-const |x| (_ BitVec 8))"), std::string::npos);
  EXPECT_NE(text.str().find("(check-sat)"), std::string::npos);
}

// Answers with Z3, and remembers what it was asked.
class Witness : public Solver {
 public:
  Witness(const term::TermPool& pool, std::vector<std::vector<Term>>& asked)
      : solver_(make_z3_solver(pool)), asked_(asked) {}
  Answer check(const PathCondition& path, Term question, Assignment& model) override {
    asked_.push_back(path.terms());
    return solver_->check(path, question, model);
  }
  void interrupt() override {}
  void set_timeout(double) override {}
  void collect(std::vector<SolverStatistics>&) const override {}

 private:
  std::unique_ptr<Solver> solver_;
  std::vector<std::vector<Term>>& asked_;
};

class InFront : public ::testing::Test {
 protected:
  Term word(const char* name) { return pool.variable(name, 32); }
  Term number(std::uint32_t value) { return pool.constant(32, value); }

  term::TermPool pool;
  std::shared_ptr<LayerContext> context = std::make_shared<LayerContext>(pool);
  std::vector<std::vector<Term>> asked;
};

TEST_F(InFront, IndependencePassesOnWhatSharesVariablesDirectlyOrThroughOthers) {
  const auto solver = make_independence_solver(std::make_unique<Witness>(pool, asked), context);
  const Term a = word("a"), b = word("b"), c = word("c"), d = word("d");
  const Term a_is_b = pool.slt(a, b), c_is_5 = pool.eq(c, number(5)), b_is_d = pool.slt(b, d);
  const PathCondition path = extend(extend(extend({}, a_is_b), c_is_5), b_is_d);
  Assignment model{1, 2, 5, 3};
  ASSERT_EQ(solver->check(path, pool.slt(number(40), a), model), Answer::Sat);
  ASSERT_EQ(asked.size(), 1U);
  EXPECT_EQ(asked[0], (std::vector{a_is_b, b_is_d}));
  EXPECT_EQ(model[2], 5U) << "what was left out keeps its values";
  EXPECT_EQ(solver->check(path, pool.slt(d, a), model), Answer::Unsat);
}

TEST_F(InFront, IndependenceDoesNotTrustAModelThatNobodyGave) {
  const auto solver = make_independence_solver(std::make_unique<Witness>(pool, asked), context);
  const PathCondition path = extend({}, pool.eq(word("a"), number(7)));
  Assignment model;
  ASSERT_EQ(solver->check(path, pool.eq(word("b"), number(8)), model), Answer::Sat);
  EXPECT_EQ(model, (Assignment{7, 8}));
}

TEST_F(InFront, TheCacheKnowsAnUnsatisfiableCoreInALargerQuestion) {
  const auto solver = make_cache_solver(make_cadical_solver(), context);
  const Term a = word("a"), b = word("b");
  const Term a_less = pool.slt(a, b), b_less = pool.slt(b, a), other = pool.eq(word("c"), number(1));
  Assignment model;
  ASSERT_EQ(solver->check(extend({}, a_less), b_less, model), Answer::Unsat);
  ASSERT_EQ(solver->check(extend(extend({}, other), a_less), b_less, model), Answer::Unsat);
  EXPECT_EQ(answered_by_cache(*solver), 1U);
}

TEST_F(InFront, TheCacheTriesEarlierModels) {
  const auto solver = make_cache_solver(std::make_unique<Witness>(pool, asked), context);
  const Term a = word("a"), large = pool.slt(number(1000), a),
             even = pool.eq(pool.extract(a, 0, 0), pool.constant(1, 0));
  Assignment model{};
  ASSERT_EQ(solver->check(extend({}, large), even, model), Answer::Sat);
  const Assignment first = model;
  Assignment again{1};
  ASSERT_EQ(solver->check(extend({}, even), large, again), Answer::Sat);
  EXPECT_EQ(again, first);
  EXPECT_EQ(asked.size(), 1U);
}

TEST_F(InFront, GuessesThatSumsOfManyAreAtTheirEnds) {
  const auto solver = make_guess_solver(std::make_unique<Witness>(pool, asked), context);
  Term sum = pool.constant(32, 0);
  for (int i = 0; i < 500; ++i)
    sum = pool.add(sum, pool.zero_extend(pool.extract(pool.variable(std::to_string(i), 8), 0, 0), 32));
  Assignment model;
  for (const std::uint64_t end : {500U, 0U}) {
    const Term reached = pool.eq(sum, pool.constant(32, end));
    EXPECT_EQ(solver->check({}, reached, model), Answer::Sat) << end;
    EXPECT_EQ(term::evaluate(reached, model), 1U) << end;
  }
}

TEST_F(InFront, GuessesAnOrderOfManyWords) {
  const auto solver = make_guess_solver(std::make_unique<Witness>(pool, asked), context);
  const Term a = word("a"), b = word("b"), c = word("c");
  const Term least = pool.ite(pool.slt(a, b), a, b);
  Assignment model{1, 1, 1};
  ASSERT_EQ(solver->check({}, pool.slt(c, least), model), Answer::Sat);
  EXPECT_TRUE(asked.empty());
  EXPECT_LT(model[2], std::min(model[0], model[1]));
  EXPECT_EQ(solver->check({}, pool.slt(a, least), model), Answer::Unsat) << "not for a guess to say";
  EXPECT_EQ(asked.size(), 1U);
}

TEST(CadicalSolver, NamesACoreThatIsUnsatisfiable) {
  term::TermPool pool;
  const auto solver = make_cadical_solver(), z3 = make_z3_solver(pool);
  testing::RandomConditions conditions(pool, 5, true);
  PathCondition path;
  unsigned cores = 0;
  for (int i = 0; i < 300; ++i) {
    const Term question = conditions.next();
    Assignment model;
    if (solver->check(path, question, model) == Answer::Sat) {
      path = path.depth() < 8 ? extend(path, question) : PathCondition{};
      continue;
    }
    PathCondition core;
    const auto conjuncts = path.terms();
    for (const Term term : solver->unsat_core()) {
      EXPECT_TRUE(term == question || std::find(conjuncts.begin(), conjuncts.end(), term) != conjuncts.end());
      core = extend(core, term);
    }
    EXPECT_EQ(z3->check(core, pool.truth(true), model), Answer::Unsat);
    ++cores;
  }
  EXPECT_GT(cores, 10U);
}

TEST(SolverChain, ALogThatCannotBeWrittenIsBadInput) {
  term::TermPool pool;
  EXPECT_THROW(make_solver_chain(pool, {.validate = false, .log_queries = "/dev/null/log"}), support::InputError);
}

}  // namespace
}  // namespace janus::solver
