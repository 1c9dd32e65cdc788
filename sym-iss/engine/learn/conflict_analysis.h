// Conflict analysis: why something cannot happen on a path, as a clause over the search formula.
//
// The facts of a path are universal (shadow_state.h): facts that exclude a condition exclude the condition on all paths
// for which their guards hold. An unsatisfiable core says which facts are needed. The core is then made smaller, fact
// by fact.
//
// A fact can be the definition of a variable on paths that took an edge. The conflict may need less than the
// definition. If a bound of the variable suffices, the clause gets a literal for the bound instead, and each path on
// which the bound turns out to hold teaches a clause that implies this literal. (The idea is that of interpolation,
// with a fixed choice of bounds.)
#pragma once

#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "engine/learn/learning_pace.h"
#include "engine/learn/shadow_state.h"
#include "solver/solver.h"

namespace janus::engine {

class ConflictAnalysis {
 public:
  // All references must outlive the object. Once `over` is set, nothing more is learned; nor while `pace` allows no
  // question, except for what needs none.
  ConflictAnalysis(term::TermPool& pool, SearchFormula& formula, LearningPace& pace, const std::atomic<bool>& over);

  void add_fact(ShadowState& state, term::Term condition, Guards guards);
  // Makes a variable for a value that may differ on other paths, and adds the fact that the variable has this value on
  // paths for which the guards in `pending` hold.
  term::Term define(ShadowState& state, const std::string& name, ShadowWord value, const Pending& pending);

  // If `impossible` cannot hold on this path, learns that `head` holds on all paths that share the reasons, and returns
  // true. Only conflicts about a property look for bounds; there are too many conflicts about branches.
  enum class About { Property, Branch };
  bool learn(ShadowState& state, std::vector<Literal> head, term::Term impossible, About about = About::Property);
  // If a clause contains bounds of this variable, finds out which of these bounds the path keeps.
  void check_bounds(ShadowState& state, term::Term variable);
  bool has_bounds(const std::string& name) const { return bounds_.contains(name); }

  std::uint64_t questions() const { return questions_; }
  std::uint64_t bounds() const { return bound_literals_; }

 private:
  static constexpr unsigned kBounds = 2;
  // Counted seconds per question (term/work_clock.h). A question that takes longer than kSeconds teaches nothing. A
  // step that takes longer than kSecondsToRefine leaves the core as it is.
  static constexpr double kSeconds = 0.1, kSecondsToRefine = 0.03;
  static constexpr std::uint64_t kQuestions = 200, kRefinements = 16;  // until a new SAT solver replaces the old one
  static constexpr std::size_t kMinimized = 24;                        // largest core that is minimized, in facts
  static constexpr std::size_t kFewConstants = 2;                      // that may be weakened where they suffice
  static constexpr std::size_t kGeneralized = 12;                      // definitions of a core that may be weakened

  using Facts = std::vector<const PathFact*>;
  struct Bound {
    term::Term variable;
    ShadowPlace place;
    Literal literals[kBounds] = {};  // 0 if no clause needs the bound
  };

  // The literal that says, of each finding path, whether the equation holds. Adds the clause that it does where the
  // guards and the reasons hold.
  Literal value_literal(term::Term equation, const Guards& guards, const Facts& reasons);
  // The term with the variables whose values are known; the facts that say so are added to `reasons`.
  term::Term with_constants(const ShadowState& state, term::Term term, Facts& reasons);
  solver::Solver& solver();
  solver::Answer ask(solver::Solver& solver, const solver::PathCondition& path, term::Term impossible);
  std::optional<Facts> core(const ShadowState& state, term::Term impossible);
  std::optional<Facts> core_of(const Facts& facts, term::Term impossible);
  bool is_free(const PathFact& fact) const;
  Facts minimized(Facts facts, term::Term impossible);
  Facts weakened(ShadowState& state, Facts facts, term::Term impossible, term::Term kept);
  term::Term bound_of(term::Term variable, unsigned kind);
  const PathFact* bound_fact(ShadowState& state, const PathFact& definition, unsigned kind);
  void claim_bound(ShadowState& state, const Bound& bound, unsigned kind);
  void finish(std::vector<Literal> head, const Facts& facts);
  // `head`, or a guard of the facts that does not hold.
  std::vector<Literal> clause(std::vector<Literal> head, const Facts& facts) const;

  term::TermPool& pool_;
  SearchFormula& formula_;
  LearningPace& pace_;
  const std::atomic<bool>& over_;
  std::unique_ptr<solver::Solver> solver_;   // for whole paths
  std::unique_ptr<solver::Solver> refiner_;  // for cores
  std::uint64_t next_solver_ = 0, refined_ = 0;
  std::deque<PathFact> facts_;
  std::map<std::string, Bound> bounds_;  // by name of variable
  std::map<const term::Node*, std::string> names_;
  std::set<std::vector<Literal>> by_constants_;  // clauses that took no question
  std::map<const term::Node*, Literal> values_;  // by the equation of a variable and a value
  std::uint64_t questions_ = 0, bound_literals_ = 0;
};

}  // namespace janus::engine
