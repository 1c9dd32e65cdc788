#include "solver/order_solver.h"

#include <utility>

#include "solver/order_facts.h"
#include "solver/path_annotation.h"

namespace janus::solver {
namespace {

using term::Assignment;
using term::Kind;
using term::Term;

class OrderSolver : public Shortcut {
 public:
  explicit OrderSolver(std::unique_ptr<Solver> next) : Shortcut("order", std::move(next)) {}

 private:
  static constexpr unsigned kMaxDepth = 8;  // of disjunctions taken apart

  Answer own_answer(const PathCondition& path, Term question, Assignment& model) override {
    return answer_nested(path, question, model, kMaxDepth);
  }

  Answer answer_nested(const PathCondition& path, Term question, Assignment& model, unsigned depth) {
    if (question.is(Kind::Or) && depth > 0) {  // feasible if one side is
      const Answer left = answer_nested(path, question->child[0], model, depth - 1);
      return left == Answer::Sat ? left : both(left, answer_nested(path, question->child[1], model, depth - 1));
    }
    comparisons_.clear();
    const bool understood = comparisons_of(question, comparisons_);
    if (comparisons_.empty()) return Answer::Unknown;
    const std::vector<Comparison> asked = comparisons_;
    OrderFacts facts = path_.at(path, [&](OrderFacts& known, const PathCondition& up_to) { learn(known, up_to); });
    for (const Comparison& comparison : asked) {
      if (!facts.add(comparison)) return Answer::Unsat;
    }
    if (!understood) return Answer::Unknown;
    // The order that the question is about first; a question of equality may be settled in either.
    const bool is_signed = asked.front().is_signed || asked.front().relation == Relation::Equal ||
                           asked.front().relation == Relation::Different;
    return suggest(facts, is_signed, path, question, model) || suggest(facts, !is_signed, path, question, model)
               ? Answer::Sat
               : Answer::Unknown;
  }

  static Answer both(Answer left, Answer right) {
    if (right == Answer::Sat) return right;
    return left == Answer::Unsat && right == Answer::Unsat ? Answer::Unsat : Answer::Unknown;
  }

  void learn(OrderFacts& facts, const PathCondition& path) {
    comparisons_.clear();
    comparisons_of(path.last()->term, comparisons_);
    for (const Comparison& comparison : comparisons_) facts.add(comparison);
  }

  // Gives the words values in their order, and takes the resulting assignment as the model if it satisfies everything.
  // What is not a variable, or a variable plus a constant, keeps the value it has.
  bool suggest(const OrderFacts& facts, bool is_signed, const PathCondition& path, Term question, Assignment& model) {
    evaluator_.assign(model);
    std::vector<std::int64_t> present(facts.size());
    for (unsigned i = 0; i < facts.size(); ++i) {
      const Term word = facts.word(i);
      const std::uint64_t value = evaluator_(word);
      present[i] = is_signed ? term::as_signed(value, word.width()) : static_cast<std::int64_t>(value);
    }
    const std::vector<std::int64_t> wanted = facts.values(is_signed, present);
    Assignment candidate = model;
    for (unsigned i = 0; i < facts.size(); ++i) {
      if (wanted[i] == present[i]) continue;
      Term word = facts.word(i);
      auto value = static_cast<std::uint64_t>(wanted[i]);
      if (word.is(Kind::Add) && word->child[1].is_constant()) {
        value -= word->child[1]->value;
        word = word->child[0];
      }
      if (!word.is(Kind::Variable)) continue;
      if (word->value >= candidate.size()) candidate.resize(word->value + 1);
      candidate[word->value] = value & term::mask(word.width());
    }
    evaluator_.assign(candidate);
    if (evaluator_(question) != 1) return false;
    for (const Conjunct* c = path.last(); c; c = c->parent) {
      if (evaluator_(c->term) != 1) return false;
    }
    model = std::move(candidate);
    return true;
  }

  PathAnnotation<Layer::Order, OrderFacts> path_;
  std::vector<Comparison> comparisons_;
  term::Evaluator evaluator_;
};

}  // namespace

std::unique_ptr<Solver> make_order_solver(std::unique_ptr<Solver> next) {
  return std::make_unique<OrderSolver>(std::move(next));
}

}  // namespace janus::solver
