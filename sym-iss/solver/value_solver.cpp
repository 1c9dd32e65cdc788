#include "solver/value_solver.h"

#include <array>
#include <utility>

#include "solver/decorator.h"
#include "term/work_clock.h"

namespace janus::solver {
namespace {

using term::Assignment;
using term::Kind;
using term::Term;

class ValueSolver : public Shortcut {
 public:
  ValueSolver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context)
      : Shortcut("values", std::move(next)), context_(std::move(context)) {}

  ValueSet values(const PathCondition& path, Term term) override { return context_->values.at(path).values(term); }

 private:
  // After the question, conjuncts that share its variables are learned once more, since the question may bound other
  // words of these conjuncts. At most so many conjuncts, the latest first.
  static constexpr unsigned kMaxRelated = 16;
  static constexpr std::size_t kMaxSuggested = 8;  // for a question with more variables no model is suggested

  Answer own_answer(const PathCondition& path, Term question, Assignment& model) override {
    const ValueFacts& known = context_->values.at(path);
    if (!known.can_answer(question)) return Answer::Unknown;
    if (known.decide(question) == Truth::Never) return Answer::Unsat;
    ValueFacts facts = known;
    if (!facts.learn(question)) return Answer::Unsat;
    const term::Support::Set variables = context_->support.of(question);
    unsigned related = kMaxRelated;
    auto walk = context_->readers.walk(path, context_->support.variables(variables));
    for (const Conjunct* c = walk.next(); c && related > 0; c = walk.next(), --related) {
      if (!facts.learn(c->term)) return Answer::Unsat;
    }
    return suggest(facts, variables, path, question, model) ? Answer::Sat : Answer::Unknown;
  }

  // Gives the question's variables values from their sets: the closest to the model, or the smallest, or the largest.
  bool suggest(const ValueFacts& facts, term::Support::Set set, const PathCondition& path, Term question,
               Assignment& model) {
    const auto& variables = context_->support.variables(set);
    if (variables.empty() || variables.size() > kMaxSuggested) return false;
    enum class Where { Close, Low, High };
    for (const Where where : {Where::Close, Where::Low, Where::High}) {
      Assignment candidate = model;
      for (const std::uint32_t variable : variables) {
        const ValueSet* values = context_->known(facts, variable);
        if (!values) continue;
        switch (where) {
          case Where::Close: candidate.set(variable, values->closest(candidate[variable])); break;
          case Where::Low: candidate.set(variable, values->min()); break;
          case Where::High: candidate.set(variable, values->max()); break;
        }
      }
      if (!context_->satisfied(path, question, model, candidate)) continue;
      model = std::move(candidate);
      return true;
    }
    return false;
  }

  std::shared_ptr<LayerContext> context_;
};

}  // namespace

std::unique_ptr<Solver> make_value_solver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context) {
  return std::make_unique<ValueSolver>(std::move(next), std::move(context));
}

}  // namespace janus::solver
