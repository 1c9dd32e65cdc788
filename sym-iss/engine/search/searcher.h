// What a searcher is: who owns the states that wait, and chooses which of them runs next.
#pragma once

#include <memory>

#include "engine/state/execution_state.h"

namespace janus::engine {

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

}  // namespace janus::engine
