#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "solver/chain.h"
#include "solver/logging_solver.h"
#include "solver/validating_solver.h"
#include "solver/z3_solver.h"
#include "support/error.h"
#include "testing/command.h"

namespace janus::solver {
namespace {

using term::Assignment;
using term::Term;

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

TEST(SolverChain, ALogThatCannotBeWrittenIsBadInput) {
  term::TermPool pool;
  EXPECT_THROW(make_solver_chain(pool, {.validate = false, .log_queries = "/dev/null/log"}), support::InputError);
}

}  // namespace
}  // namespace janus::solver
