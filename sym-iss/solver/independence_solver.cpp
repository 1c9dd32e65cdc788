#include "solver/independence_solver.h"

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "solver/decorator.h"
#include "term/work_clock.h"

namespace janus::solver {
namespace {

using term::Assignment;
using term::Support;
using term::Term;

class IndependenceSolver : public Decorator {
 public:
  IndependenceSolver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context)
      : Decorator("independence", std::move(next)), context_(std::move(context)) {}

  Answer check(const PathCondition& path, Term question, Assignment& model) override {
    ++statistics_.asked;
    const Support::Set variables = select(path, question);
    if (selected_.size() == path.depth() || variables == Support::kMany) return next_->check(path, question, model);
    Assignment found = model;
    const Answer answer = next_->check(selection(), question, found);
    if (answer == Answer::Sat && !adopt(found, variables, path, question, model)) {
      return next_->check(path, question, model);
    }
    return answer;
  }

 private:
  static constexpr std::size_t kMaxKnown = 100'000;  // selections remembered; above this number all are forgotten

  struct Link {
    const Conjunct* parent;
    const term::Node* term;
    friend bool operator==(const Link&, const Link&) = default;
  };
  struct LinkHash {
    std::size_t operator()(const Link& link) const {
      return reinterpret_cast<std::uintptr_t>(link.parent) * 31 + reinterpret_cast<std::uintptr_t>(link.term) / 16;
    }
  };

  // Fills selected_ with the conjuncts that the question depends on, last to first. Returns the variables that these
  // and the question read.
  Support::Set select(const PathCondition& path, Term question) {
    const ScopedTime time(statistics_);
    Support& support = context_->support;
    Support::Set variables = support.of(question);
    taken_.assign(path.depth(), false);
    std::size_t count = 0;
    for (std::size_t before = ~std::size_t{0}; before != count;) {  // until a pass selects nothing more
      spend(term::Work::Conjunct, 2 * path.depth());
      before = count;
      for (const Conjunct* c = path.last(); c; c = c->parent) {
        const Support::Set own = support.of(c->term);
        if (taken_[c->depth - 1] || !support.intersect(variables, own)) continue;
        taken_[c->depth - 1] = true;
        variables = support.united(variables, own);
        ++count;
      }
    }
    selected_.clear();
    for (const Conjunct* c = path.last(); c; c = c->parent) {
      if (taken_[c->depth - 1]) selected_.push_back(c->term);
    }
    return variables;
  }

  PathCondition selection() {
    if (known_.size() > kMaxKnown) known_.clear();
    PathCondition path;
    for (auto term = selected_.rbegin(); term != selected_.rend(); ++term) {
      const auto [link, is_new] = known_.try_emplace({path.last(), term->node()});
      if (is_new) link->second = extend(path, *term);
      path = link->second;
    }
    return path;
  }

  // Copies the values found for `variables` into `model`.
  bool adopt(const Assignment& found, Support::Set variables, const PathCondition& path, Term question,
             Assignment& model) {
    Assignment candidate = model;
    for (const std::uint32_t variable : context_->support.variables(variables)) {
      if (candidate.size() <= variable) candidate.resize(std::size_t{variable} + 1);
      candidate[variable] = variable < found.size() ? found[variable] : 0;
    }
    if (model.empty() && !context_->satisfied(path, question, {}, candidate)) return false;
    model = std::move(candidate);
    return true;
  }

  std::shared_ptr<LayerContext> context_;
  std::unordered_map<Link, PathCondition, LinkHash> known_;
  std::vector<bool> taken_;  // by depth
  std::vector<Term> selected_;
};

}  // namespace

std::unique_ptr<Solver> make_independence_solver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context) {
  return std::make_unique<IndependenceSolver>(std::move(next), std::move(context));
}

}  // namespace janus::solver
