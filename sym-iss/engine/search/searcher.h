// The interface of searchers. A searcher owns the waiting states and chooses which state runs next.
#pragma once

#include <functional>
#include <memory>

#include "engine/state/execution_state.h"

namespace janus::engine {

// Owns the waiting states. A state waits from add() to take(), and then runs until add() or ended():
//
//   add() --> waiting --> take() --> running --> add() | ended()
//                                       |
//                                     forked() --> add() of the sibling
//
// One state runs at a time. Searchers are deterministic: the same calls give the same choices. With n waiting states,
// add(), take(), forked() and ended() cost at most O(log n), amortised; take() of random-path costs O(log n) on
// average.
class Searcher {
 public:
  virtual ~Searcher() = default;
  virtual void add(std::unique_ptr<ExecutionState> state) = 0;
  // Removes and returns the state to run next. A state must be waiting.
  virtual std::unique_ptr<ExecutionState> take() = 0;
  virtual std::size_t size() const = 0;
  // Shows all waiting states, in an order that is the same in every run.
  using Visit = std::function<void(const ExecutionState&)>;
  virtual void visit(const Visit& visit) const = 0;
  // `sibling` was forked off the running state. add() of the sibling follows.
  virtual void forked(ExecutionState& running, ExecutionState& sibling) {}
  // The path of the running state has ended.
  virtual void ended(ExecutionState& running) {}
  // Whether the running state must be added again after a fork or a slice of instructions. If not, the state runs on
  // until its path ends.
  virtual bool reconsiders_after_fork() const { return true; }
};

}  // namespace janus::engine
