// Shows that a loop is left after finitely many iterations, or makes inputs for ever.
//
// The way from the head of a loop back to it changes words. A word that no way makes smaller, as a signed or unsigned
// number, cannot grow for ever; so the ways that make it greater are taken finitely often, and so are those that change
// one of several such words. What is left are ways that change none of them. If these have such words as well, and so
// on, until no way is left, then the loop cannot go on for ever. The same holds for words that no way makes greater. A
// way that makes an input counts as no way: who takes it for ever makes inputs for ever.
//
// This is how lexicographic ranking functions are found, with single words as candidates: Alias, Darte, Feautrier and
// Gonnord, Multi-dimensional rankings, program termination, and complexity bounds of flowchart programs, SAS 2010.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/subsume/loop_relations.h"
#include "solver/path_condition.h"
#include "solver/solver.h"
#include "term/evaluate.h"

namespace janus::engine {

// A way from the head of a loop back to it.
struct WayBack {
  solver::PathCondition path;
  std::shared_ptr<const term::Assignment> model;  // of the path
  // Of the words that any way changes: when the path is back, and before, when it was at the head.
  std::vector<NowAndBefore<term::Term>> words;
};

class LoopDescent {
 public:
  // Both references must outlive the object.
  LoopDescent(term::TermPool& pool, solver::Solver& solver) : pool_(pool), solver_(solver) {}

  // Whether no infinite sequence of these ways exists. All have the same words. Asks the solver at most `questions`
  // times, which is reduced by what was asked; false if that is too few, or if the solver gives up.
  bool ends(std::vector<WayBack> ways, std::uint64_t& questions);

 private:
  struct Measure {
    std::size_t word;
    bool is_signed, grows;
  };
  term::Term moves_back(const Measure& measure, const WayBack& way);
  bool drop_what_moves_back(std::vector<Measure>& measures, const WayBack& way, std::uint64_t& questions);
  bool changes_one(const std::vector<Measure>& measures, const WayBack& way, std::uint64_t& questions);

  term::TermPool& pool_;
  solver::Solver& solver_;
  term::Evaluator evaluator_;
};

}  // namespace janus::engine
