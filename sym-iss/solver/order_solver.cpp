#include "solver/order_solver.h"

#include <chrono>
#include <deque>
#include <utility>

#include "solver/order_facts.h"

namespace janus::solver {
namespace {

using term::Assignment;
using term::Kind;
using term::Term;

class OrderSolver : public Decorator {
 public:
  explicit OrderSolver(std::unique_ptr<Solver> next) : Decorator("order", std::move(next)) {}

  Answer check(PathCondition path, Term question, Assignment& model) override {
    const auto start = std::chrono::steady_clock::now();
    Answer answer = own_answer(path, question, model);
    if (answer == Answer::Unknown) {
      ++statistics_.asked;
      answer = next_->check(path, question, model);
    } else {
      statistics_.count(answer);
    }
    statistics_.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return answer;
  }

 private:
  // The facts of a path condition up to one of its conjuncts.
  struct Level {
    const Conjunct* conjunct;
    OrderFacts facts;
  };

  Answer own_answer(PathCondition path, Term question, Assignment& model) {
    comparisons_.clear();
    const bool understood = comparisons_of(question, comparisons_);
    if (comparisons_.empty()) return Answer::Unknown;
    align(path);
    OrderFacts facts = levels_.empty() ? OrderFacts{} : levels_.back().facts;
    const std::vector<Comparison> asked = comparisons_;
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

  // Makes levels_ those of `path`.
  void align(PathCondition path) {
    std::vector<const Conjunct*> missing;
    const Conjunct* c = path.last();
    while (c && !(c->depth <= levels_.size() && levels_[c->depth - 1].conjunct == c)) {
      missing.push_back(c);
      c = c->parent;
    }
    levels_.resize(c ? c->depth : 0);
    for (auto it = missing.rbegin(); it != missing.rend(); ++it) {
      levels_.push_back({*it, levels_.empty() ? OrderFacts{} : levels_.back().facts});
      comparisons_found_.clear();
      comparisons_of((*it)->term, comparisons_found_);
      for (const Comparison& comparison : comparisons_found_) levels_.back().facts.add(comparison);
    }
  }

  // Gives the words values in their order, and takes the resulting assignment as the model if it satisfies everything.
  // What is not a variable, or a variable plus a constant, keeps the value it has.
  bool suggest(const OrderFacts& facts, bool is_signed, PathCondition path, Term question, Assignment& model) {
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

  std::deque<Level> levels_;
  std::vector<Comparison> comparisons_, comparisons_found_;
  term::Evaluator evaluator_;
};

}  // namespace

std::unique_ptr<Solver> make_order_solver(std::unique_ptr<Solver> next) {
  return std::make_unique<OrderSolver>(std::move(next));
}

}  // namespace janus::solver
