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
using term::Term;

class IndependenceSolver : public Decorator {
 public:
  IndependenceSolver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context)
      : Decorator("independence", std::move(next)), context_(std::move(context)) {}

  Answer check(const PathCondition& path, Term question, Assignment& model) override {
    ++statistics_.asked;
    const PathReaders::Dependencies found = dependencies(path, question);
    if (!found.known || found.conjuncts.size() == path.depth()) return next_->check(path, question, model);
    Assignment answer_model = model;
    const Answer answer = next_->check(conjunction(found.conjuncts), question, answer_model);
    if (answer == Answer::Sat && !adopt(answer_model, found.variables, path, question, model)) {
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

  PathReaders::Dependencies dependencies(const PathCondition& path, Term question) {
    const ScopedTime time(statistics_);
    return context_->readers.dependencies(path, question);
  }

  PathCondition conjunction(const std::vector<Term>& terms) {
    if (known_.size() > kMaxKnown) known_.clear();
    PathCondition path;
    for (const Term term : terms) {
      const auto [link, is_new] = known_.try_emplace({path.last(), term.node()});
      if (is_new) link->second = extend(path, term);
      path = link->second;
    }
    return path;
  }

  // Copies the values found for `variables` into `model`.
  bool adopt(const Assignment& found, const std::vector<std::uint32_t>& variables, const PathCondition& path,
             Term question, Assignment& model) {
    Assignment candidate = model;
    for (const std::uint32_t variable : variables) candidate.set(variable, found[variable]);
    if (model.empty() && !context_->satisfied(path, question, {}, candidate)) return false;
    model = std::move(candidate);
    return true;
  }

  std::shared_ptr<LayerContext> context_;
  std::unordered_map<Link, PathCondition, LinkHash> known_;
};

}  // namespace

std::unique_ptr<Solver> make_independence_solver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context) {
  return std::make_unique<IndependenceSolver>(std::move(next), std::move(context));
}

}  // namespace janus::solver
