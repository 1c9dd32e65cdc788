// Why something cannot happen on a path, as a clause over the search formula.
//
// The facts of a path are universal (shadow_state.h), so those that exclude a condition exclude it on all paths for
// which their guards hold. An unsatisfiable core says which they are, and it is made smaller fact by fact.
//
// Where a fact says what a variable is on paths that took an edge, that may be more than the conflict needs: if a bound
// of the value does as well, the clause has a literal for the bound instead, and every path that is found to keep the
// bound says so. (As in interpolation; the choice of bounds is fixed.)
#pragma once

#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "engine/learn/shadow_state.h"
#include "solver/solver.h"

namespace janus::engine {

class ConflictAnalysis {
 public:
  // All must outlive it. Once `over` is set, nothing more is learnt.
  ConflictAnalysis(term::TermPool& pool, SearchFormula& formula, const std::atomic<bool>& over);

  void add_fact(ShadowState& state, term::Term condition, std::vector<Literal> guards);
  // A variable of its own for a value that may differ on other paths.
  term::Term define(ShadowState& state, const std::string& name, ShadowWord value, const Pending& pending);

  // Learns that `head` holds on all paths for which the reasons hold why `impossible` is; whether it is. Bounds are
  // looked for if it is about a property: of branches there are too many.
  enum class About { Property, Branch };
  bool learn(ShadowState& state, std::vector<Literal> head, term::Term impossible, About about = About::Property);
  // If bounds of this variable matter to a clause, finds out which of them the path keeps.
  void check_bounds(ShadowState& state, term::Term variable);
  bool has_bounds(const std::string& name) const { return bounds_.contains(name); }

  std::uint64_t questions() const { return questions_; }
  std::uint64_t bounds() const { return bound_literals_; }

 private:
  static constexpr unsigned kBounds = 2;
  // For a question, counted. One that takes longer teaches nothing; a core that takes longer to make smaller
  // stays as it is.
  static constexpr double kSeconds = 1, kSecondsToRefine = 0.1;
  static constexpr std::uint64_t kQuestions = 200, kRefinements = 16;  // until a SAT solver starts afresh
  static constexpr std::size_t kMinimized = 24;                        // facts of a core that are tried one by one
  static constexpr std::size_t kGeneralized = 12;                      // definitions of a core that may be weakened

  using Facts = std::vector<const PathFact*>;
  struct Bound {
    term::Term variable;
    ShadowPlace place;
    Literal literals[kBounds] = {};  // 0: not needed by any clause
  };

  solver::Solver& solver();
  std::optional<Facts> core(const ShadowState& state, term::Term impossible);
  std::optional<Facts> core_of(const Facts& facts, term::Term impossible);
  bool is_free(const PathFact& fact) const;
  Facts minimized(Facts facts, term::Term impossible);
  Facts weakened(ShadowState& state, Facts facts, term::Term impossible, term::Term kept);
  term::Term bound_of(term::Term variable, unsigned kind);
  const PathFact* bound_fact(ShadowState& state, const PathFact& definition, unsigned kind);
  void claim_bound(ShadowState& state, const Bound& bound, unsigned kind);
  void finish(std::vector<Literal> head, const Facts& facts);

  term::TermPool& pool_;
  SearchFormula& formula_;
  const std::atomic<bool>& over_;
  std::unique_ptr<solver::Solver> solver_;   // for whole paths
  std::unique_ptr<solver::Solver> refiner_;  // for cores
  std::uint64_t next_solver_ = 0, refined_ = 0;
  std::deque<PathFact> facts_;
  std::map<std::string, Bound> bounds_;  // by name of variable
  std::map<const term::Node*, std::string> names_;
  std::uint64_t questions_ = 0, bound_literals_ = 0;
};

}  // namespace janus::engine
