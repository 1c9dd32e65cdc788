#include "solver/order_solver.h"

#include <algorithm>
#include <utility>

#include "solver/decorator.h"
#include "solver/order_groups.h"
#include "term/work_clock.h"

namespace janus::solver {
namespace {

using term::Assignment;
using term::Kind;
using term::Term;

// Whether the layer is worth asking: its answers must pay for its work. An answer is worth about what the core solver
// would take. A layer in debt is asked only one question in kSample, until the answers have paid. Work is counted and
// not measured, so every run asks the same questions.
class Usefulness {
 public:
  bool asks() { return credit_ >= 0 || ++skipped_ % kSample == 0; }
  void count(term::WorkClock::duration work, bool answered) {
    credit_ = std::clamp(credit_ - work.count() + (answered ? kWorth : 0), -kMost, kMost);
  }

 private:
  static constexpr term::WorkClock::rep kWorth = 100'000, kMost = 20'000'000;  // counted nanoseconds
  static constexpr unsigned kSample = 16;
  term::WorkClock::rep credit_ = kMost;
  unsigned skipped_ = 0;
};

class OrderSolver : public Shortcut {
 public:
  OrderSolver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context)
      : Shortcut("order", std::move(next)), context_(std::move(context)) {}

 private:
  static constexpr unsigned kMaxDepth = 8;  // of nested disjunctions that are split
  Answer own_answer(const PathCondition& path, Term question, Assignment& model) override {
    if (!usefulness_.asks()) return Answer::Unknown;
    const auto begin = term::WorkClock::now();
    const Answer answer = answer_nested(path, question, model, kMaxDepth);
    usefulness_.count(term::WorkClock::now() - begin, answer != Answer::Unknown);
    return answer;
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
    const OrderGroups& known =
        path_.at(path, [&](OrderGroups& groups, const PathCondition& up_to) { learn(groups, up_to); });
    for (const Comparison& comparison : asked) {
      if (known.refutes(comparison)) return Answer::Unsat;
    }
    OrderGroups groups = known;
    const ChosenSide chosen = chosen_on(path);
    for (const Comparison& comparison : asked) {
      if (!groups.settle(comparison, chosen) || !groups.add(comparison, chosen)) return Answer::Unsat;
    }
    if (!understood) return Answer::Unknown;
    std::vector<const OrderGroups::Group*> relevant;
    if (model.empty()) {
      relevant = groups.all();
    } else {
      for (const Comparison& comparison : asked) {
        const OrderGroups::Group* group = groups.find(comparison.left);
        if (!group) group = groups.find(comparison.right);
        if (group && std::find(relevant.begin(), relevant.end(), group) == relevant.end()) relevant.push_back(group);
      }
    }
    // First try the order (signed or unsigned) that the question is about. For an equality either order can do.
    const bool is_signed = asked.front().is_signed || asked.front().relation == Relation::Equal ||
                           asked.front().relation == Relation::Different;
    if (suggest(relevant, is_signed, path, question, model)) return Answer::Sat;
    if (suggest(relevant, !is_signed, path, question, model)) return Answer::Sat;
    return Answer::Unknown;
  }

  void learn(OrderGroups& groups, const PathCondition& path) {
    comparisons_.clear();
    comparisons_of(context_->pool, path.last()->term, comparisons_);
    const ChosenSide chosen = chosen_on(path);
    for (const Comparison& comparison : comparisons_) {
      groups.add(comparison, chosen);
      groups.settle(comparison, chosen);
    }
  }

  ChosenSide chosen_on(const PathCondition& path) {
    return [this, &path](Term choice) -> unsigned {
      switch (context_->values.at(path).decide(choice->child[0])) {
        case Truth::Always: return 1;
        case Truth::Never: return 2;
        case Truth::Either: break;
      }
      return 0;
    };
  }

  // Gives the words values in their order. If the resulting assignment satisfies path and question, it becomes the
  // model. A word that is neither a variable nor a variable plus a constant keeps its value.
  bool suggest(const std::vector<const OrderGroups::Group*>& groups, bool is_signed, const PathCondition& path,
               Term question, Assignment& model) {
    Assignment candidate = model;
    for (const OrderGroups::Group* group : groups) suggest_values(group->order, is_signed, model, candidate);
    if (!context_->satisfied(path, question, model, candidate)) return false;
    model = std::move(candidate);
    return true;
  }

  void suggest_values(const OrderFacts& facts, bool is_signed, const Assignment& model, Assignment& candidate) {
    context_->evaluator.assign(model);
    std::vector<std::int64_t> present(facts.size());
    for (unsigned i = 0; i < facts.size(); ++i) {
      const Term word = facts.word(i);
      const std::uint64_t value = context_->evaluator(word);
      present[i] = is_signed ? term::as_signed(value, word.width()) : static_cast<std::int64_t>(value);
    }
    const std::vector<std::int64_t> wanted = facts.values(is_signed, present);
    for (unsigned i = 0; i < facts.size(); ++i) {
      if (wanted[i] == present[i]) continue;
      Term word = facts.word(i);
      auto value = static_cast<std::uint64_t>(wanted[i]);
      if (word.is(Kind::Add) && word->child[1].is_constant()) {
        value -= word->child[1]->value;
        word = word->child[0];
      }
      if (!word.is(Kind::Variable)) continue;
      candidate.set(word->value, value & term::mask(word.width()));
    }
  }

  std::shared_ptr<LayerContext> context_;
  Usefulness usefulness_;
  PathAnnotation<Layer::Order, OrderGroups> path_;
  std::vector<Comparison> comparisons_;
};

}  // namespace

std::unique_ptr<Solver> make_order_solver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context) {
  return std::make_unique<OrderSolver>(std::move(next), std::move(context));
}

}  // namespace janus::solver
