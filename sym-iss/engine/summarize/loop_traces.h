// The ways in which a loop can be run through, each summed up in one state: which of its paths follow each other, and
// how often each is taken.
//
// From the values on arrival, the search takes a path for as many iterations as its conditions hold (loop_guard.h),
// then another, until none of them applies: the loop is left from there. Which paths can follow each other is what the
// source calls the path dependency automaton; here it is walked with the values of this arrival at hand, so that most
// of its edges fall away. Where paths take turns, one round of them becomes a path of its own (a periodic cycle).
// Inputs for which something would wrap on the way are left to be unrolled.
//
// Together the traces have every execution of the loop, and no two have one in common. Source: sections 4.4.1, 4.4.2
// and 5.4.4 of the thesis on path explosion, after Proteus.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/summarize/induction.h"
#include "engine/summarize/loop_body.h"
#include "engine/summarize/loop_guard.h"
#include "solver/solver.h"

namespace janus::engine {

// A state at the loop's header after some iterations.
struct LoopTrace {
  std::vector<term::Term> values;  // by location of the body
  solver::PathCondition path;
  std::shared_ptr<const term::Assignment> model;
  std::vector<term::Term> counts;  // iterations, of each path taken; terms of 32 bits
  bool leaves = true;              // the loop is left from here; else what comes next is not summed up
};

class LoopTraceSearch {
 public:
  static constexpr std::size_t kMaxTraces = 48, kMaxPhases = 10, kMaxPeriod = 16;

  // All must outlive it. `stop` says when to give up for lack of time.
  LoopTraceSearch(term::TermPool& pool, solver::Solver& solver, const LoopBody& body, const ExecutionState& arrival,
                  const std::function<bool()>& stop);

  // Throws Unsummarizable.
  std::vector<LoopTrace> search();

 private:
  // A path, or a round of several, and what is known of taking it many times.
  struct Phase {
    LoopPath path;
    bool repeats = true;     // can follow itself
    bool after_one = false;  // the guards are about states after the first iteration
    std::optional<InductionForms> forms;
    std::vector<LoopGuard> guards;
    std::string obstacle;  // why it cannot be taken many times at once; empty if it can
  };
  struct Node : LoopTrace {
    std::vector<std::size_t> taken;  // phases, the last of which does not apply any more
  };

  void expand(const Node& node);
  void take(const Node& node, std::size_t phase, term::Term besides);
  void repeat(const Node& start, std::size_t phase);
  bool assume(Node& node, term::Term condition);
  term::Term reduced(const Node& node, term::Term condition);
  term::Term applies(const Phase& phase, const std::vector<term::Term>& values);
  void add_phase(LoopPath path);
  void make_guards(Phase& phase);
  std::optional<std::size_t> round_through(std::size_t last, std::size_t next);
  std::optional<LoopPath> find_round(std::size_t last, std::size_t next);
  std::vector<term::Term> put_in(const std::vector<term::Term>& terms, const std::vector<term::Term>& values);
  term::Term all(const std::vector<term::Term>& terms);

  term::TermPool& pool_;
  solver::Solver& solver_;
  const LoopBody& body_;
  const ExecutionState& arrival_;
  const std::function<bool()>& stop_;
  term::Support support_;
  term::Evaluator evaluator_;
  std::vector<std::unique_ptr<Phase>> phases_;  // the body's paths, then rounds
  std::map<std::pair<std::size_t, std::size_t>, std::optional<std::size_t>> rounds_;
  std::vector<LoopTrace> traces_;
};

}  // namespace janus::engine
