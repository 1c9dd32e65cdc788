#include "solver/case_solver.h"

#include <optional>
#include <utility>
#include <vector>

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

  struct Cases {
    std::uint32_t variable;
    std::vector<std::uint64_t> values;
  };

  Answer own_answer(const PathCondition& path, Term question, Assignment& model) override {
    const auto cases = cases_of(path, question);
    if (!cases) return Answer::Unknown;
    const term::Variable& variable = context_->pool.variables()[cases->variable];
    const Term word = context_->pool.variable(variable.name, variable.width);
    for (const std::uint64_t value : cases->values) {
      const Term is_value = context_->pool.eq(word, context_->pool.constant(variable.width, value));
      Assignment candidate = model;
      candidate.set(cases->variable, value);
      if (!context_->satisfied(path, is_value, model, candidate)) candidate.clear();
      const Answer answer = cheap_->check(extend(path, is_value), question, candidate);
      if (answer == Answer::Unknown) return answer;
      if (answer == Answer::Unsat) continue;
      model = std::move(candidate);
      return answer;
    }
    return Answer::Unsat;
  }

  // The variable of the question with the fewest values. None if every variable has one value only, or more than
  // kMaxCases.
  std::optional<Cases> cases_of(const PathCondition& path, Term question) {
    const auto& variables = context_->support.variables(context_->support.of(question));
    if (variables.size() < 2 || variables.size() > kMaxVariables) return std::nullopt;
    const ValueFacts& facts = context_->values.at(path);
    std::optional<std::uint32_t> fewest;
    for (const std::uint32_t variable : variables) {
      const ValueSet* set = context_->known(facts, variable);
      if (!set || set->is_empty() || set->is_single() || set->size() >= kMaxCases) continue;
      if (!fewest || set->size() < context_->known(facts, *fewest)->size()) fewest = variable;
    }
    if (!fewest) return std::nullopt;
    const ValueSet& set = *context_->known(facts, *fewest);
    Cases cases{*fewest, {}};
    for (const Interval& interval : set.intervals()) {
      // By the number of values: the last may be the largest there is.
      for (std::uint64_t i = 0; i <= interval.high - interval.low; ++i) {
        if (set.contains(interval.low + i)) cases.values.push_back(interval.low + i);
      }
    }
    return cases;
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
