// Loop traces: the ways to run through a loop. A trace says which paths of the body follow each other and how often
// each path is taken, and sums up these iterations in one state.
//
// The search begins with the values of the arriving state. It takes a path for as many iterations as the path's
// conditions hold (loop_guard.h), then another path, and so on until no path applies. There the loop is left. The
// thesis calls the graph of paths that can follow each other the path dependency automaton. The search walks through
// this graph with the values of the arriving state, which rule out most of the edges. If paths take turns, one round of
// them becomes a path of its own (a periodic cycle). Executions in which a value would wrap are left to be unrolled.
//
// Every execution of the loop belongs to exactly one trace. Source: sections 4.4.1, 4.4.2 and 5.4.4 of the thesis on
// path explosion, after Proteus.
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
  std::vector<term::Term> counts;  // how many iterations each phase was taken; terms of 32 bits
  bool leaves = true;              // the state leaves the loop next; else further iterations are unrolled
};

class LoopTraceSearch {
 public:
  static constexpr std::size_t kMaxTraces = 48, kMaxPhases = 10, kMaxPeriod = 16;

  // All references must outlive the object. `stop` returns true when the time is over.
  LoopTraceSearch(term::TermPool& pool, solver::Solver& solver, const LoopBody& body, const ExecutionState& arrival,
                  const std::function<bool()>& stop);

  // Throws Unsummarizable.
  std::vector<LoopTrace> search();

 private:
  // A path of the body, or a round of several paths, and how to take it many times at once.
  struct Phase {
    LoopPath path;
    bool repeats = true;     // the path can follow itself
    bool after_one = false;  // the guards hold only for states after at least one iteration
    std::optional<InductionForms> forms;
    std::vector<LoopGuard> guards;
    std::string obstacle;  // why the path cannot be taken many times at once; empty if it can
  };
  struct Node : LoopTrace {
    std::vector<std::size_t> taken;  // the phases so far; the last one does not apply any more
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
  std::vector<term::Term> substituted(const std::vector<term::Term>& terms, const std::vector<term::Term>& values);
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
