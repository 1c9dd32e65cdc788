#include "solver/domain_solver.h"

#include <algorithm>
#include <bit>

#include "solver/order_facts.h"
#include "solver/path_annotation.h"

namespace janus::solver {
namespace {

using term::Assignment;
using term::Kind;
using term::Node;
using term::Term;

// Which variable a term is about, if it is about just one.
class Support {
 public:
  // The variable's index, or one of these.
  static constexpr std::int64_t kNone = -1, kSeveral = -2;

  std::int64_t of(Term root) {
    std::vector<const Node*> stack{root.node()};
    while (!stack.empty()) {
      const Node* node = stack.back();
      if (node->id >= known_.size()) known_.resize(node->id + node->id / 2 + 64, kUnknown);
      if (known_[node->id] != kUnknown) {
        stack.pop_back();
        continue;
      }
      bool ready = true;
      std::int64_t result = node->kind == Kind::Variable ? static_cast<std::int64_t>(node->value) : kNone;
      for (unsigned i = 0; i < term::row(node->kind).arity; ++i) {
        const Node* child = node->child[i].node();
        if (known_[child->id] == kUnknown) {
          stack.push_back(child);
          ready = false;
        } else if (known_[child->id] != kNone) {
          result = result == kNone || result == known_[child->id] ? known_[child->id] : kSeveral;
        }
      }
      if (!ready) continue;
      known_[node->id] = result;
      stack.pop_back();
    }
    return known_[root->id];
  }

 private:
  static constexpr std::int64_t kUnknown = -3;
  std::vector<std::int64_t> known_;  // by node id
};

// What is known of a variable: bounds, as signed numbers, and once they are close, which values in between remain.
struct Domain {
  std::int64_t variable = Support::kNone;
  Term word{};
  std::int64_t low = -kFarAway, high = kFarAway;
  static constexpr std::int64_t kFarAway = std::int64_t{1} << 40;  // beyond every number of 32 bits; differences fit
  bool listed = false;
  std::uint64_t values = 0;  // bit i: low + i is possible; if listed
};

class DomainSolver : public Shortcut {
 public:
  explicit DomainSolver(std::unique_ptr<Solver> next) : Shortcut("domain", std::move(next)) {}

 private:
  static constexpr std::int64_t kMaxValues = 64;
  using Domains = std::vector<Domain>;

  Answer own_answer(const PathCondition& path, Term question, Assignment& model) override {
    const std::int64_t variable = support_.of(question);
    if (variable < 0) return Answer::Unknown;
    const Domains& domains = path_.at(path, [&](Domains& known, const PathCondition& up_to) { learn(known, up_to); });
    const auto domain =
        std::find_if(domains.begin(), domains.end(), [&](const Domain& d) { return d.variable == variable; });
    if (domain == domains.end() || !domain->listed) return Answer::Unknown;
    const std::uint64_t satisfying = satisfied(question, *domain);
    if (!satisfying) return Answer::Unsat;
    return suggest(*domain, satisfying, path, question, model) ? Answer::Sat : Answer::Unknown;
  }

  void learn(Domains& domains, const PathCondition& path) {
    const Term condition = path.last()->term;
    const std::int64_t variable = support_.of(condition);
    if (variable < 0) return;
    auto domain = std::find_if(domains.begin(), domains.end(), [&](const Domain& d) { return d.variable == variable; });
    if (domain == domains.end()) {
      domains.push_back({.variable = variable});
      domain = domains.end() - 1;
    }
    if (domain->listed) {
      domain->values &= satisfied(condition, *domain);
      return;
    }
    comparisons_.clear();
    comparisons_of(condition, comparisons_);
    for (const Comparison& comparison : comparisons_) narrow(*domain, comparison);
    if (!domain->word || domain->high < domain->low || domain->high - domain->low >= kMaxValues) return;
    domain->listed = true;
    domain->values = term::mask(static_cast<unsigned>(domain->high - domain->low + 1));
    for (const Conjunct* c = path.last(); c; c = c->parent) {
      if (support_.of(c->term) == variable) domain->values &= satisfied(c->term, *domain);
    }
  }

  // Signed bounds from a comparison of the variable itself with a constant. An unsigned upper bound below the sign bit
  // bounds the signed number on both sides.
  static void narrow(Domain& domain, const Comparison& comparison) {
    const bool word_left = comparison.left.is(Kind::Variable) && comparison.right.is_constant();
    const bool word_right = comparison.right.is(Kind::Variable) && comparison.left.is_constant();
    if ((!word_left && !word_right) || comparison.left.width() > 32) return;
    domain.word = word_left ? comparison.left : comparison.right;
    const Term constant = word_left ? comparison.right : comparison.left;
    const std::int64_t value = term::as_signed(constant->value, constant.width());
    const std::int64_t strict = comparison.relation == Relation::Less ? 1 : 0;
    if (comparison.relation == Relation::Different) return;
    if (comparison.relation == Relation::Equal) {
      domain.low = std::max(domain.low, value);
      domain.high = std::min(domain.high, value);
    } else if (comparison.is_signed && word_left) {
      domain.high = std::min(domain.high, value - strict);
    } else if (comparison.is_signed) {
      domain.low = std::max(domain.low, value + strict);
    } else if (word_left && value >= 0) {
      domain.low = std::max<std::int64_t>(domain.low, 0);
      domain.high = std::min(domain.high, value - strict);
    }
  }

  // Which of the domain's values satisfy a condition about its variable alone.
  std::uint64_t satisfied(Term condition, const Domain& domain) {
    std::uint64_t result = 0;
    trial_.assign(static_cast<std::size_t>(domain.variable) + 1, 0);
    for (std::uint64_t rest = domain.values; rest; rest &= rest - 1) {
      const int i = std::countr_zero(rest);
      trial_.back() = static_cast<std::uint64_t>(domain.low + i) & term::mask(domain.word.width());
      evaluator_.assign(trial_);
      if (evaluator_(condition) == 1) result |= std::uint64_t{1} << i;
    }
    return result;
  }

  // Tries the values in the model that was given as a hint.
  bool suggest(const Domain& domain, std::uint64_t values, const PathCondition& path, Term question,
               Assignment& model) {
    const auto index = static_cast<std::size_t>(domain.variable);
    Assignment candidate = model;
    if (candidate.size() <= index) candidate.resize(index + 1);
    for (; values; values &= values - 1) {
      candidate[index] =
          static_cast<std::uint64_t>(domain.low + std::countr_zero(values)) & term::mask(domain.word.width());
      evaluator_.assign(candidate);
      bool holds = evaluator_(question) == 1;
      for (const Conjunct* c = path.last(); c && holds; c = c->parent) holds = evaluator_(c->term) == 1;
      if (!holds) continue;
      model = std::move(candidate);
      return true;
    }
    return false;
  }

  Support support_;
  PathAnnotation<Layer::Domain, Domains> path_;
  std::vector<Comparison> comparisons_;
  Assignment trial_;
  term::Evaluator evaluator_;
};

}  // namespace

std::unique_ptr<Solver> make_domain_solver(std::unique_ptr<Solver> next) {
  return std::make_unique<DomainSolver>(std::move(next));
}

}  // namespace janus::solver
