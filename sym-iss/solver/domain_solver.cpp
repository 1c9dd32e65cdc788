#include "solver/domain_solver.h"

#include <algorithm>
#include <optional>

#include "solver/byte_values.h"
#include "solver/decorator.h"
#include "solver/order_facts.h"
#include "solver/shared_table.h"

namespace janus::solver {
namespace {

using term::Assignment;
using term::Kind;
using term::Term;

// What a path says about one variable: signed bounds and, once the bounds are close, the values between them that are
// still possible.
struct Domain {
  static constexpr std::int64_t kFarAway = std::int64_t{1} << 40;  // beyond every number of 32 bits; differences fit
  unsigned width = 0;
  std::int64_t low = -kFarAway, high = kFarAway;
  bool listed = false;
  ByteSet values{};  // contains i if low + i is possible; only if `listed`

  std::uint64_t value(unsigned i) const {
    return static_cast<std::uint64_t>(low + static_cast<std::int64_t>(i)) & term::mask(width);
  }
};

// The domains of a path, by variable.
using Domains = SharedTable<std::shared_ptr<const Domain>>;

class DomainSolver : public Shortcut {
 public:
  DomainSolver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context)
      : Shortcut("domain", std::move(next)), context_(std::move(context)) {}

 private:
  static constexpr std::int64_t kMaxListed = 64;  // values of a word; for a byte, all 256 values are listed
  static constexpr unsigned kByte = 8;
  static constexpr unsigned kMaxSuggested = 8;

  Answer own_answer(const PathCondition& path, Term question, Assignment& model) override {
    const auto variable = only_variable(question);
    if (!variable) return Answer::Unknown;
    const Domains& domains =
        path_.at(path, [&](Domains& known, const PathCondition& up_to) { learn(known, up_to, path); });
    const Domain* known = find(domains, *variable);
    if (!known || !known->listed) return Answer::Unknown;
    const Domain domain = *known;
    const ByteSet satisfying = satisfied(question, *variable, domain);
    if (!satisfying.any()) return Answer::Unsat;
    return suggest(*variable, domain, satisfying, path, question, model) ? Answer::Sat : Answer::Unknown;
  }

  std::optional<std::uint32_t> only_variable(Term term) {
    const auto& variables = context_->support.variables(context_->support.of(term));
    return variables.size() == 1 ? std::optional(variables[0]) : std::nullopt;
  }

  const Domain* find(const Domains& domains, std::uint32_t variable) const {
    const auto* const known = domains.find(context_->pool.variables()[variable].term);
    return known ? known->get() : nullptr;
  }
  void keep(Domains& domains, std::uint32_t variable, const Domain& domain) const {
    domains.set(context_->pool.variables()[variable].term, std::make_shared<const Domain>(domain));
  }

  // `path` goes on from `prefix`.
  void learn(Domains& domains, const PathCondition& prefix, const PathCondition& path) {
    const Term condition = prefix.last()->term;
    const auto variable = only_variable(condition);
    if (!variable) return;
    const Domain* known = find(domains, *variable);
    Domain domain = known ? *known : Domain{};
    if (!domain.listed && !bounded(domain, *variable, condition)) {
      if (domain.width) keep(domains, *variable, domain);
      return;
    }
    if (domain.listed) {
      domain.values &= satisfied(condition, *variable, domain);
    } else {
      domain.listed = true;
      domain.values = ByteSet::below(static_cast<unsigned>(domain.high - domain.low + 1));
      domain.values &= satisfied(condition, *variable, domain);
      if (domain.width > kByte) obey_earlier(domain, *variable, prefix, path);  // of a byte, this is the first one
    }
    keep(domains, *variable, domain);
  }

  void obey_earlier(Domain& domain, std::uint32_t variable, const PathCondition& prefix, const PathCondition& path) {
    auto walk = context_->readers.walk(path, {&variable, 1});
    while (const Conjunct* c = walk.next()) {
      if (c->depth >= prefix.depth() || only_variable(c->term) != variable) continue;
      domain.values &= satisfied(c->term, variable, domain);
    }
  }

  // Narrows `domain` by `condition`. Whether few values remain.
  bool bounded(Domain& domain, std::uint32_t variable, Term condition) {
    if (const unsigned width = context_->pool.variables()[variable].width; width <= kByte) {
      domain = {.width = width, .low = 0, .high = static_cast<std::int64_t>(term::mask(width))};
      return true;
    }
    comparisons_.clear();
    comparisons_of(context_->pool, condition, comparisons_);
    for (const Comparison& comparison : comparisons_) narrow(domain, comparison);
    return domain.width && domain.low <= domain.high && domain.high - domain.low < kMaxListed;
  }

  // Takes signed bounds from a comparison of the variable itself with a constant. An unsigned upper bound below the
  // sign bit implies both signed bounds.
  static void narrow(Domain& domain, const Comparison& comparison) {
    const bool word_left = comparison.left.is(Kind::Variable) && comparison.right.is_constant();
    const bool word_right = comparison.right.is(Kind::Variable) && comparison.left.is_constant();
    if ((!word_left && !word_right) || comparison.left.width() > 32) return;
    domain.width = comparison.left.width();
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

  // The values of `domain` that satisfy a condition that reads no other variable.
  ByteSet satisfied(Term condition, std::uint32_t variable, const Domain& domain) {
    if (domain.width > kByte) {
      const auto value = [&](unsigned i) { return domain.value(i); };
      return trials_.satisfying(condition, variable, domain.values, value, context_->evaluator);
    }
    ByteSet result = domain.values;
    result &= tables_.satisfying(condition, variable, domain.width, context_->evaluator);
    return result;
  }
  // Puts some of the values into the model given as a hint, until one satisfies path and question.
  bool suggest(std::uint32_t variable, const Domain& domain, const ByteSet& values, const PathCondition& path,
               Term question, Assignment& model) {
    Assignment candidate = model;
    bool found = false;
    unsigned tries = kMaxSuggested;
    values.for_each([&](unsigned i) {
      candidate.set(variable, domain.value(i));
      found = context_->satisfied(path, question, model, candidate);
      --tries;
      return !found && tries > 0;
    });
    if (found) model = std::move(candidate);
    return found;
  }

  std::shared_ptr<LayerContext> context_;
  PathAnnotation<Layer::Domain, Domains> path_;
  std::vector<Comparison> comparisons_;
  Trials trials_;
  ByteTables tables_;
};

}  // namespace

std::unique_ptr<Solver> make_domain_solver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context) {
  return std::make_unique<DomainSolver>(std::move(next), std::move(context));
}

}  // namespace janus::solver
