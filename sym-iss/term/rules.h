// How rules are written, and how a builder applies them. A rule is a statement and the code that implements it:
//
//   Rule{"x & 0 -> 0", [](const Redex& r) -> Term { return is_zero(r.b) ? r.b : none; }}
//
// The code returns the simplified term, or null if the rule does not match. A RuleSet holds all rules of one kind of
// operation. They are tried in order; the pool counts the first that matches, under its index in the set. The tests
// require that every listed rule fires, and that Z3 proves its results.
//
// In statements k, j are constants, x, y, z any terms, c, d truth values (of width 1), w the width of the operation,
// x[h..l] an extraction, x.y a concatenation.
//
// A rule may enlarge a term by a constant number of nodes only, and may look at a bounded part of the term only. Rules
// that rebuild a whole term from the pieces of another must ask a RebuildLimit first.
#pragma once

#include <string_view>
#include <tuple>

#include "support/contract.h"
#include "term/term_pool.h"
#include "term/work_clock.h"

namespace janus::term {

// An operation about to be built ("reducible expression"). Absent operands are null.
struct Redex {
  TermPool& pool;
  Kind kind;
  unsigned width;  // of the result
  Term a, b, c;
  unsigned low = 0;  // for Extract: the lowest bit taken

  Term constant(std::uint64_t value) const { return pool.constant(width, value); }
};

inline constexpr Term none{};

template <class Apply>
struct Rule {
  std::string_view statement;
  Apply apply;
};
template <class Apply>
Rule(const char*, Apply) -> Rule<Apply>;

template <class... Apply>
class RuleSet {
 public:
  static_assert(sizeof...(Apply) <= TermPool::kMaxRules);
  constexpr explicit RuleSet(Rule<Apply>... rules) : rules_(rules...) {}

  // The result of the first rule that matches, which is counted under `kind`; null if no rule matches.
  Term apply(Kind kind, const Redex& redex) const {
    Term result;
    std::size_t index = 0;
    const auto matches = [&](const auto& rule) {
      result = rule.apply(redex);
      if (!result) ++index;
      return static_cast<bool>(result);
    };
    const bool matched = std::apply([&](const auto&... rule) { return (matches(rule) || ...); }, rules_);
    if (matched) redex.pool.count_rule(kind, index);
    return result;
  }

  void list(Kind kind, std::vector<RuleRow>& rows) const {
    std::size_t index = 0;
    const auto add = [&](const auto& rule) {
      rows.push_back({kind, index, rule.statement});
      ++index;
    };
    std::apply([&](const auto&... rule) { (add(rule), ...); }, rules_);
  }

 private:
  std::tuple<Rule<Apply>...> rules_;
};

inline std::uint32_t TermPool::operation_of(const Redex& r) {
  return static_cast<std::uint32_t>(r.kind) << 16 | r.width << 8 | r.low;
}
inline std::size_t TermPool::place_of(const Redex& r) {
  std::uint64_t hash = operation_of(r) + std::uint64_t{r.a->id} * 0x9e3779b97f4a7c15;
  if (r.b) hash += std::uint64_t{r.b->id} * 0xc2b2ae3d27d4eb4f;
  if (r.c) hash += std::uint64_t{r.c->id} * 0x165667b19e3779f9;
  return hash * 0xff51afd7ed558ccd >> (64 - kBuiltBits);
}
inline Term TermPool::recall(const Redex& r) const {
  const Built& built = built_[place_of(r)];
  const bool same = built.a == r.a && built.b == r.b && built.c == r.c && built.operation == operation_of(r);
  return same ? built.result : none;
}
inline void TermPool::remember(const Redex& r, Term result) {
  built_[place_of(r)] = {r.a, r.b, r.c, result, operation_of(r)};
}

// The rules for every kind of operation: constant operands, constant choices. Null if none applies.
Term apply_common_rules(const Redex& redex);
// (x.0) op y -> x.y, where op is or, xor: for words put together by shifts. Null if y does not fit below x.
Term join_below(const Redex& redex);
// The node of the operation, or a constant if all its bits are known.
Term plain_or_known(const Redex& redex);

// Counts how deep builders call each other through rules. More than kMaxNesting calls deep, only constants and known
// bits simplify. So a rule that unwinds a chain of operations needs bounded stack and time, however long the chain is.
class TermPool::Nesting {
 public:
  explicit Nesting(TermPool& pool) : pool_(pool) { ++pool_.nesting_; }
  ~Nesting() { --pool_.nesting_; }
  Nesting(const Nesting&) = delete;
  Nesting& operator=(const Nesting&) = delete;
  bool too_deep() const { return pool_.nesting_ > kMaxNesting; }
  bool outermost() const { return pool_.nesting_ == 1; }

 private:
  static constexpr unsigned kMaxNesting = 64;
  TermPool& pool_;
};

// Limits the depth and the total number of steps of rules that rebuild a term from the pieces of another: terms share
// subterms, so an unlimited rule could take exponential time.
class TermPool::RebuildLimit {
 public:
  explicit RebuildLimit(TermPool& pool) : pool_(pool) {
    if (pool_.rebuild_depth_++ == 0) pool_.rebuild_steps_ = 0;
    ++pool_.rebuild_steps_;
  }
  ~RebuildLimit() { --pool_.rebuild_depth_; }
  RebuildLimit(const RebuildLimit&) = delete;
  RebuildLimit& operator=(const RebuildLimit&) = delete;
  explicit operator bool() const { return pool_.rebuild_depth_ <= kMaxDepth && pool_.rebuild_steps_ <= kMaxSteps; }

 private:
  static constexpr unsigned kMaxDepth = 6, kMaxSteps = 128;
  TermPool& pool_;
};

inline bool widths_agree(const Redex& r) {
  if (r.c) return r.a.width() == 1 && r.b.width() == r.c.width();
  return !r.b || r.kind == Kind::Concat || r.a.width() == r.b.width();
}

template <class... Apply>
Term simplified(const RuleSet<Apply...>& rules, const Redex& redex) {
  JANUS_REQUIRE(widths_agree(redex));
  TermPool& pool = redex.pool;
  if (const Term before = pool.recall(redex)) return before;
  spend(Work::Rewrite);
  const TermPool::Nesting nesting(pool);
  Term result = apply_common_rules(redex);
  if (!result && !nesting.too_deep()) result = rules.apply(redex.kind, redex);
  if (!result) result = plain_or_known(redex);
  JANUS_REQUIRE(result.width() == redex.width);
  if (nesting.outermost()) pool.remember(redex, result);  // only here did no limit of an outer call stop a rule
  return result;
}

// List the rules of each family, for the tests.
void list_common_rules(std::vector<RuleRow>& rows);
void list_bitwise_rules(std::vector<RuleRow>& rows);
void list_arithmetic_rules(std::vector<RuleRow>& rows);
void list_placement_rules(std::vector<RuleRow>& rows);
void list_comparison_rules(std::vector<RuleRow>& rows);
void list_choice_rules(std::vector<RuleRow>& rows);

}  // namespace janus::term
