#include "solver/case_solver.h"

#include <utility>

#include "solver/cases.h"
#include "solver/decorator.h"

namespace janus::solver {
namespace {

using term::Assignment;
using term::Term;

class CaseSolver : public Shortcut {
 public:
  CaseSolver(std::unique_ptr<Solver> next, std::unique_ptr<Solver> cheap, std::shared_ptr<LayerContext> context)
      : Shortcut("cases", std::move(next)), cheap_(std::move(cheap)), context_(std::move(context)) {}

 private:
  static constexpr std::uint64_t kMaxCases = 16;
  static constexpr std::size_t kMaxVariables = 64;  // a question with more variables is not split into cases

  Answer own_answer(const PathCondition& path, Term question, Assignment& model) override {
    const auto variables = context_->support.variables(context_->support.of(question)).size();
    if (variables < 2 || variables > kMaxVariables) return Answer::Unknown;
    const auto cases = cases_of(*context_, path, question, kMaxCases);
    if (!cases) return Answer::Unknown;
    const Term word = cases->variable;
    for (const std::uint64_t value : cases->values) {
      const Term is_value = context_->pool.eq(word, context_->pool.constant(word.width(), value));
      Assignment candidate = model;
      candidate.set(word->value, value);
      if (!context_->satisfied(path, is_value, model, candidate)) candidate.clear();
      const Answer answer = cheap_->check(extend(path, is_value), question, candidate);
      if (answer == Answer::Unknown) return answer;
      if (answer == Answer::Unsat) continue;
      model = std::move(candidate);
      return answer;
    }
    return Answer::Unsat;
  }

  std::unique_ptr<Solver> cheap_;
  std::shared_ptr<LayerContext> context_;
};

}  // namespace

std::unique_ptr<Solver> make_case_solver(std::unique_ptr<Solver> next, std::unique_ptr<Solver> cheap,
                                         std::shared_ptr<LayerContext> context) {
  return std::make_unique<CaseSolver>(std::move(next), std::move(cheap), std::move(context));
}

}  // namespace janus::solver
