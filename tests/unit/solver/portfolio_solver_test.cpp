// Which solver is asked first, and whose turn is next when the first does not answer.
#include "solver/portfolio_solver.h"

#include <gtest/gtest.h>

#include "solver/chain.h"
#include "solver/question_shape.h"

namespace janus::solver {
namespace {

using term::Term;

class ShapeOfQuestions : public ::testing::Test {
 protected:
  Term sum(Term x, Term y) { return pool.add(x, y); }
  Term times(Term x, Term y) { return pool.mul(x, y); }
  Term times(std::uint64_t k, Term x) { return pool.mul(x, pool.constant(32, k)); }
  // Who answered it, by the statistics of the default core.
  std::string answered(Term question, Answer expected) {
    ChainConfig core;
    core.domain = core.order = core.independence = core.cache = core.cases = core.guess = core.equations = core.narrow =
        core.ranks = core.integers = core.sums = core.exhaustive = core.divisions = core.xors = false;
    core.values = ValueLayer::Off;
    const auto solver = make_solver_chain(pool, core);
    term::Assignment model;
    EXPECT_EQ(solver->check({}, question, model), expected);
    std::vector<SolverStatistics> statistics;
    solver->collect(statistics);
    std::string names;
    for (const auto& layer : statistics) {
      if (layer.layer != kCoreLayer && layer.asked > 0) names += layer.layer;
    }
    return names;
  }

  term::TermPool pool;
  Term a = pool.variable("a", 32), b = pool.variable("b", 32), c = pool.variable("c", 32);
  Term binomial = pool.eq(times(sum(a, b), sum(a, b)), sum(sum(times(a, a), times(2, times(a, b))), times(b, b)));
  Term factors = pool.eq(times(a, b), pool.constant(32, 6));
  Term linear = pool.eq(sum(sum(times(1103515245, a), times(69069, b)), times(12345, c)), pool.constant(32, 99991));
  Term comparison = pool.slt(sum(times(a, b), times(b, c)), c);
};

TEST_F(ShapeOfQuestions, WhetherSumsOfProductsDifferIsAPolynomialIdentity) {
  QuestionShape shape;
  EXPECT_TRUE(shape.is_polynomial_identity(pool.bit_not(binomial)));
  EXPECT_TRUE(shape.is_polynomial_identity(
      pool.bit_not(pool.eq(times(pool.sub(a, b), sum(a, b)), pool.sub(times(a, a), times(b, b))))));
  EXPECT_TRUE(shape.is_polynomial_identity(pool.bit_not(binomial))) << "asked again, it is the same";
}

TEST_F(ShapeOfQuestions, WhenTheyAreEqualOneProductALinearEquationOrAComparisonIsNot) {
  QuestionShape shape;
  EXPECT_FALSE(shape.is_polynomial_identity(binomial));
  EXPECT_FALSE(shape.is_polynomial_identity(pool.bit_not(factors)));
  EXPECT_FALSE(shape.is_polynomial_identity(pool.bit_not(pool.eq(sum(times(3, times(a, b)), a), b))));
  EXPECT_FALSE(shape.is_polynomial_identity(pool.bit_not(linear)));
  EXPECT_FALSE(shape.is_polynomial_identity(pool.bit_not(comparison)));
  EXPECT_FALSE(shape.is_polynomial_identity(pool.truth(true)));
}

TEST_F(ShapeOfQuestions, ASumOfAnyLengthIsLookedAtInPart) {
  QuestionShape shape;
  Term left = times(a, a);
  for (int i = 0; i < 100; ++i) left = pool.make(term::Kind::Add, 32, left, pool.variable("v" + std::to_string(i), 32));
  const Term differ = pool.make(term::Kind::Not, 1, pool.make(term::Kind::Eq, 1, left, times(b, b)));
  EXPECT_FALSE(shape.is_polynomial_identity(differ));
  left = times(a, a);
  for (int i = 0; i < 200; ++i) left = pool.make(term::Kind::Add, 32, left, left);
  EXPECT_FALSE(shape.is_polynomial_identity(pool.make(term::Kind::Not, 1, pool.make(term::Kind::Eq, 1, left, a))));
}

TEST_F(ShapeOfQuestions, DecidesWhoIsAskedFirst) {
  EXPECT_EQ(answered(pool.bit_not(binomial), Answer::Unsat), "z3") << "CaDiCaL is not asked at all";
  EXPECT_EQ(answered(factors, Answer::Sat), "cadical");
  EXPECT_EQ(answered(linear, Answer::Sat), "cadical");
  EXPECT_EQ(answered(pool.slt(a, b), Answer::Sat), "cadical");
}

// Says Unsat if it is given so many seconds; takes none.
class Slow : public Solver {
 public:
  Slow(std::string name, double needs, std::string& log) : name_(std::move(name)), needs_(needs), log_(log) {}
  Answer check(const PathCondition&, Term, term::Assignment&) override {
    log_ += name_;
    return needs_ <= timeout_ ? Answer::Unsat : Answer::Unknown;
  }
  std::vector<Term> unsat_core() const override { return {}; }
  void interrupt() override {}
  void set_timeout(double seconds) override { timeout_ = seconds; }
  void collect(std::vector<SolverStatistics>&) const override {}

 private:
  std::string name_;
  double needs_, timeout_ = 0;
  std::string& log_;
};

// Who was asked, in order: `u`sual, `r`ival.
std::string turns(double usual, double rival, bool rival_first, double timeout, Answer expected) {
  std::string log;
  const auto solver = make_portfolio_solver(std::make_unique<Slow>("u", usual, log),
                                            {.make = [&] { return std::make_unique<Slow>("r", rival, log); },
                                             .is_likelier_for = [=](Term) { return rival_first; },
                                             .budget = 0.01});
  solver->set_timeout(timeout);
  term::TermPool pool;
  term::Assignment model;
  EXPECT_EQ(solver->check({}, pool.variable("q", 1), model), expected);
  return log;
}

TEST(Portfolio, AsksTheLikelierFirstAndNobodyElseIfItAnswers) {
  EXPECT_EQ(turns(0, 0, false, 0, Answer::Unsat), "u");
  EXPECT_EQ(turns(0, 0, true, 0, Answer::Unsat), "r");
}

TEST(Portfolio, TakesTurnsWithBudgetsThatDouble) {
  EXPECT_EQ(turns(100, 0, false, 0, Answer::Unsat), "ur");
  EXPECT_EQ(turns(0, 100, true, 0, Answer::Unsat), "ru");
  EXPECT_EQ(turns(0.03, 100, false, 0, Answer::Unsat), "ururu") << "10, 5, 20, 10 and 40 ms";
  EXPECT_EQ(turns(100, 0.015, false, 0, Answer::Unsat), "ururur") << "... and 20 ms";
  EXPECT_EQ(turns(0.015, 100, true, 0, Answer::Unsat), "rururu");
}

TEST(Portfolio, EndsAtTheTimeout) { EXPECT_EQ(turns(100, 100, false, 0.05, Answer::Unknown), "ururu"); }

TEST(Portfolio, AsksNobodyOnceItIsInterrupted) {
  std::string log;
  const auto solver = make_portfolio_solver(std::make_unique<Slow>("u", 0, log),
                                            {.make = [&] { return std::make_unique<Slow>("r", 0, log); },
                                             .is_likelier_for = [](Term) { return false; },
                                             .budget = 0.01});
  term::TermPool pool;
  term::Assignment model;
  solver->interrupt();
  EXPECT_EQ(solver->check({}, pool.variable("q", 1), model), Answer::Unknown);
  EXPECT_EQ(log, "");
}

TEST(Portfolio, EndsWithoutATimeoutToo) { EXPECT_GT(turns(1e9, 1e9, false, 0, Answer::Unknown).size(), 20U); }

}  // namespace
}  // namespace janus::solver
