// Searchers: which waiting state to run next.
//
//   dfs             the youngest fork, once the running path has ended
//   bfs             the state that has waited longest
//   random          each with the same probability
//   random-path     a random walk from the root of the execution tree: favours states with few forks behind them, so
//                   that the many states of a loop do not outweigh the few outside (KLEE, OSDI 2008, section 3.4)
//   coverage        a random draw that favours states close to code that no path has executed, and states that executed
//                   some lately (the same; KLEE's nurs:covnew)
//   mixed           random-path and coverage in turn, as KLEE does
//   best-of-three   the best by one of three criteria, which is drawn anew each time
//   best-sum        the best by their sum
//   weighted-sum    a random draw with probabilities proportional to their sum
//
// The last three are the outlook of the Sym-ISS paper, after Cadar et al.; the criteria are in guided_searcher.cpp.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/state/execution_state.h"

namespace janus::engine {

class Coverage;

// Owns the states that wait. A state waits from add() to take(), and then runs until it is added again or ended():
//
//   add() --> waiting --> take() --> running --> add() | ended()
//                                       |
//                                     forked() --> add() of the sibling
//
// One state runs at a time. Deterministic: the same calls give the same choices. Adding, taking, forks and ends cost at
// most O(log n) with n states waiting, amortised; random-path's take() on average.
class Searcher {
 public:
  virtual ~Searcher() = default;
  virtual void add(std::unique_ptr<ExecutionState> state) = 0;
  // Removes and returns the state to run next; there must be one.
  virtual std::unique_ptr<ExecutionState> take() = 0;
  virtual std::size_t size() const = 0;
  // `sibling` was forked off the running state, and will be added next.
  virtual void forked(ExecutionState& running, ExecutionState& sibling) {}
  // The path of the running state has ended.
  virtual void ended(ExecutionState& running) {}
  // Whether the running state should go back among the others after a fork, or go on until its path ends.
  virtual bool reconsiders_after_fork() const { return true; }
};

// The names make_searcher() knows, for --help and its errors.
std::vector<std::string_view> searcher_names();

// Whether the searcher of that name must be made with a Coverage.
bool needs_coverage(std::string_view name);

// Null if the name is unknown. `seed` matters to random searchers only; `coverage` must outlive the searcher.
std::unique_ptr<Searcher> make_searcher(std::string_view name, std::uint64_t seed, Coverage* coverage = nullptr);

}  // namespace janus::engine
