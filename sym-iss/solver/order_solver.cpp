#include "solver/order_solver.h"

#include <utility>

#include "solver/decorator.h"
#include "solver/order_facts.h"
#include "term/work_clock.h"

namespace janus::solver {
namespace {

using term::Assignment;
using term::Kind;
using term::Term;

class OrderSolver : public Shortcut {
 public:
  OrderSolver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context)
      : Shortcut("order", std::move(next)), context_(std::move(context)) {}

 private:
  static constexpr unsigned kMaxDepth = 8;  // of nested disjunctions that are split
  static constexpr std::size_t kMaxChoices = 16;

  // The facts of a path, and the `ite` words among them whose condition the path has not decided yet.
  struct Facts {
    OrderFacts order;
    std::vector<Term> choices;
  };

  Answer own_answer(const PathCondition& path, Term question, Assignment& model) override {
    return answer_nested(path, question, model, kMaxDepth);
  }

  Answer answer_nested(const PathCondition& path, Term question, Assignment& model, unsigned depth) {
    if (question.is(Kind::Or) && depth > 0) {  // satisfiable if one side is
      const Answer left = answer_nested(path, question->child[0], model, depth - 1);
      if (left == Answer::Sat) return left;
      const Answer right = answer_nested(path, question->child[1], model, depth - 1);
      if (right == Answer::Sat) return right;
      return left == Answer::Unsat && right == Answer::Unsat ? Answer::Unsat : Answer::Unknown;
    }
    std::vector<Comparison> asked;
    const bool understood = comparisons_of(context_->pool, question, asked);
    if (asked.empty()) return Answer::Unknown;
    const Facts& known = path_.at(path, [&](Facts& facts, const PathCondition& up_to) { learn(facts, up_to); });
    for (const Comparison& comparison : asked) {
      if (known.order.refutes(comparison)) return Answer::Unsat;
    }
    spend(term::Work::Order, 2 * known.order.size());
    Facts facts = known;
    for (const Comparison& comparison : asked) {
      if (!add(facts, comparison, path)) return Answer::Unsat;
    }
    if (!understood) return Answer::Unknown;
    // First try the order (signed or unsigned) that the question is about. For an equality either order can do.
    const bool is_signed = asked.front().is_signed || asked.front().relation == Relation::Equal ||
                           asked.front().relation == Relation::Different;
    if (suggest(facts.order, is_signed, path, question, model)) return Answer::Sat;
    if (suggest(facts.order, !is_signed, path, question, model)) return Answer::Sat;
    return Answer::Unknown;
  }

  void learn(Facts& facts, const PathCondition& path) {
    comparisons_.clear();
    comparisons_of(context_->pool, path.last()->term, comparisons_);
    for (const Comparison& comparison : comparisons_) add(facts, comparison, path);
    settle_choices(facts, path);
  }

  bool add(Facts& facts, const Comparison& comparison, const PathCondition& path) {
    return follow_choice(facts, comparison.left, path) && follow_choice(facts, comparison.right, path) &&
           facts.order.add(comparison);
  }

  // A word ite(c, x, y) equals x or y if the path decides c.
  bool follow_choice(Facts& facts, Term word, const PathCondition& path) {
    while (word.is(Kind::Ite) && word.width() <= 32) {
      const Truth truth = context_->values.at(path).decide(word->child[0]);
      if (truth == Truth::Either) {
        if (facts.choices.size() < kMaxChoices) facts.choices.push_back(word);
        return true;
      }
      const Term chosen = word->child[truth == Truth::Always ? 1 : 2];
      if (!facts.order.add({Relation::Equal, false, word, chosen})) return false;
      word = chosen;
    }
    return true;
  }

  // Adds equalities for the choices that the path has decided in the meantime.
  void settle_choices(Facts& facts, const PathCondition& path) {
    const std::vector<Term> open = std::exchange(facts.choices, {});
    for (const Term word : open) follow_choice(facts, word, path);
  }

  // Gives the words values in their order. If the resulting assignment satisfies path and question, it becomes the
  // model. A word that is neither a variable nor a variable plus a constant keeps its value.
  bool suggest(const OrderFacts& facts, bool is_signed, const PathCondition& path, Term question, Assignment& model) {
    context_->evaluator.assign(model);
    std::vector<std::int64_t> present(facts.size());
    for (unsigned i = 0; i < facts.size(); ++i) {
      const Term word = facts.word(i);
      const std::uint64_t value = context_->evaluator(word);
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
    if (!context_->satisfied(path, question, model, candidate)) return false;
    model = std::move(candidate);
    return true;
  }

  std::shared_ptr<LayerContext> context_;
  PathAnnotation<Layer::Order, Facts> path_;
  std::vector<Comparison> comparisons_;
};

}  // namespace

std::unique_ptr<Solver> make_order_solver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context) {
  return std::make_unique<OrderSolver>(std::move(next), std::move(context));
}

}  // namespace janus::solver
