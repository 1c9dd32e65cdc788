// Bounded model checking (S. Landl, "Generating Path Conditions for Bounded Model Checking of RISC-V Code in Selfie",
// 2020): collects the ends of paths without asking whether any input leads there, and asks one question about all of
// them.
//
// There are two formulas, each a disjunction of path conditions: of the paths that ended in a violation, and of the
// paths that a limit cut off. The first formula says whether anything goes wrong within the limits. The second says
// whether the limits cut off any feasible path (others call this an unwinding assertion). Path conditions share their
// prefixes, so the formulas are linear in the number of decisions.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/explore/exploration.h"
#include "engine/explore/limits.h"
#include "engine/state/execution_state.h"
#include "engine/state/termination.h"
#include "support/firmware_image.h"
#include "term/term_pool.h"

namespace janus::engine {

// Where some path ended, and how.
struct PathEnd {
  std::unique_ptr<ExecutionState> state;
  Ending ending;
};

class PathEnds {
 public:
  explicit PathEnds(term::TermPool& pool) : pool_(pool) {}

  void add(std::unique_ptr<ExecutionState> state, Ending ending = {}) {
    ends_.push_back({std::move(state), std::move(ending)});
  }
  std::size_t size() const { return ends_.size(); }
  const std::vector<PathEnd>& all() const { return ends_; }

  // The condition that an input leads to one of these ends.
  term::Term formula();
  // The first of these ends that `input` leads to, or null.
  PathEnd* reached_by(const term::Assignment& input);

 private:
  term::Term condition_of(const solver::PathCondition& path);

  term::TermPool& pool_;
  std::vector<PathEnd> ends_;
  std::unordered_map<const solver::Conjunct*, term::Term> conditions_;  // of the path up to and with a conjunct
};

// An SMT-LIB 2 script in QF_BV that asks whether `formula` is satisfiable. `remarks`, one line each, and the names of
// the inputs of `ends` become comments at the beginning.
std::string formula_script(const term::TermPool& pool, term::Term formula, const PathEnds& ends,
                           const std::vector<std::string>& remarks);

// The bounded check: collects the ends of paths, and asks about them.
class BoundedCheck {
 public:
  // All references must outlive the check. `question_seconds` limits each question, in counted seconds
  // (term/work_clock.h); 0 means no limit.
  BoundedCheck(term::TermPool& pool, const BoundedConfig& config, double question_seconds, LimitWatch& limits)
      : pool_(pool), config_(config), question_seconds_(question_seconds), limits_(limits), bad_(pool), cut_(pool) {}

  // The path of `state` has ended.
  void ended(std::unique_ptr<ExecutionState> state, const Ending& ending);
  // A limit cut the path of `state` off.
  void cut_off(std::unique_ptr<ExecutionState> state) { cut_.add(std::move(state)); }

  // Must be called once. Makes the formula, passes it to `on_formula` unless that is empty, and asks the solver.
  // Returns a violation that some input leads to, with this input as the model of its state; or null.
  const PathEnd* check(FormulaStatistics& statistics, const std::function<void(const std::string&)>& on_formula);

 private:
  std::string ask(solver::Solver& core, term::Term formula, term::Assignment& model) const;

  term::TermPool& pool_;
  const BoundedConfig& config_;
  const double question_seconds_;
  LimitWatch& limits_;
  PathEnds bad_, cut_;
};

}  // namespace janus::engine
