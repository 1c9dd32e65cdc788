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

// What is known of a formula, for the report.
struct FormulaStatistics {
  std::uint64_t bad_ends = 0;        // violations collected
  std::uint64_t cut_paths = 0;       // cut off by a limit
  std::uint64_t terms = 0;           // different ones in the formula
  std::uint64_t bytes = 0;           // as SMT-LIB
  double build_seconds = 0;          // up to the formula
  double solve_seconds = 0;          // of the formula, and that about the paths that were cut off
  std::string answer = "not asked";  // sat, unsat, unknown
  std::string cut = "not asked";     // whether an input leads to where a path was cut off
};

// A script for `formula`, SMT-LIB 2 in QF_BV, that asks for satisfiability; `remarks`, lines of text, and the names of
// the inputs of `ends` are comments in front.
std::string formula_script(const term::TermPool& pool, term::Term formula, const PathEnds& ends,
                           const std::vector<std::string>& remarks);

}  // namespace janus::engine
