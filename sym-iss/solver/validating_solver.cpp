#include "solver/validating_solver.h"

#include <cstdio>
#include <cstdlib>

#include "term/smtlib.h"

namespace janus::solver {
namespace {

class ValidatingSolver : public Decorator {
 public:
  ValidatingSolver(const term::TermPool& pool, std::unique_ptr<Solver> next, std::unique_ptr<Solver> reference)
      : Decorator("validate", std::move(next)), pool_(pool), reference_(std::move(reference)) {}

  Answer check(const PathCondition& path, term::Term question, term::Assignment& model) override {
    ++statistics_.asked;
    const Answer answer = next_->check(path, question, model);
    if (answer == Answer::Sat) require_satisfied(path, question, model);
    term::Assignment expected_model;
    const Answer expected = answer == Answer::Unknown ? answer : reference_->check(path, question, expected_model);
    if (expected != answer && expected != Answer::Unknown) disagree(path, question, "the reference solver disagrees");
    return answer;
  }
  void interrupt() override {
    Decorator::interrupt();
    reference_->interrupt();
  }

 private:
  void require_satisfied(const PathCondition& path, term::Term question, const term::Assignment& model) {
    term::Evaluator value;
    value.assign(model);
    bool satisfied = value(question) == 1;
    for (const Conjunct* c = path.last(); c && satisfied; c = c->parent) satisfied = value(c->term) == 1;
    if (!satisfied) disagree(path, question, "the model does not satisfy the question");
  }

  [[noreturn]] void disagree(const PathCondition& path, term::Term question, const char* what) {
    std::vector<term::Term> assertions = path.terms();
    assertions.push_back(question);
    std::fprintf(stderr, "solver validation: %s\n%s", what, term::smtlib_script(pool_, assertions).c_str());
    std::abort();
  }

  const term::TermPool& pool_;
  std::unique_ptr<Solver> reference_;
};

}  // namespace

std::unique_ptr<Solver> make_validating_solver(const term::TermPool& pool, std::unique_ptr<Solver> next,
                                               std::unique_ptr<Solver> reference) {
  return std::make_unique<ValidatingSolver>(pool, std::move(next), std::move(reference));
}

}  // namespace janus::solver
