// Bounded model checking (S. Landl, "Generating Path Conditions for Bounded Model Checking of RISC-V Code in Selfie",
// 2020): the ends of paths, collected without asking whether any input leads there, and one formula for all of them.
//
// A formula is the disjunction of the path conditions of some ends: of those that are violations, or of the places
// where paths were cut off by a limit. The first says whether anything goes wrong within the limits; the second,
// whether that was everything (an unwinding assertion, as others call it). Path conditions share their prefixes, and
// so do the formulas: they are linear in the number of decisions on the way.
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

  // Holds for the inputs that lead to one of these ends.
  term::Term formula();
  // The first that the input leads to, or null.
  PathEnd* reached_by(const term::Assignment& input);

 private:
  term::Term condition_of(const solver::PathCondition& path);

  term::TermPool& pool_;
  std::vector<PathEnd> ends_;
  std::unordered_map<const solver::Conjunct*, term::Term> conditions_;  // of paths up to there
};

// A script for `formula`, SMT-LIB 2 in QF_BV, that asks for satisfiability; `remarks`, lines of text, and the names of
// the inputs of `ends` are comments in front.
std::string formula_script(const term::TermPool& pool, term::Term formula, const PathEnds& ends,
                           const std::vector<std::string>& remarks);

// The check itself: collects ends, and asks about them.
class BoundedCheck {
 public:
  // All must outlive it. `question_seconds` is counted (term/work_clock.h), for each question; 0 means no limit.
  BoundedCheck(term::TermPool& pool, const BoundedConfig& config, double question_seconds, LimitWatch& limits)
      : pool_(pool), config_(config), question_seconds_(question_seconds), limits_(limits), bad_(pool), cut_(pool) {}

  // The path of `state` has ended.
  void ended(std::unique_ptr<ExecutionState> state, const Ending& ending);
  // The path of `state` goes on, but nobody follows it.
  void cut_off(std::unique_ptr<ExecutionState> state) { cut_.add(std::move(state)); }

  // To be called once: makes the formula, hands it to `on_formula` if that is not empty, and asks about it. The end
  // with a violation that an input leads to, with that input as its state's model; or null.
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
