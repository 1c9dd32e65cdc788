// The waiting states, in slots 0 .. size() - 1. Each state knows its slot. add() and take() cost O(1): take() moves the
// last state to the free slot. Whatever else is kept by slot must move in the same way (slot_tree.h).
#pragma once

#include <memory>
#include <vector>

#include "engine/state/execution_state.h"
#include "support/contract.h"

namespace janus::engine {

class WaitingStates {
 public:
  void add(std::unique_ptr<ExecutionState> state) {
    state->search.slot = static_cast<std::uint32_t>(states_.size());
    states_.push_back(std::move(state));
  }

  std::unique_ptr<ExecutionState> take(std::size_t slot) {
    JANUS_REQUIRE(slot < states_.size());
    std::swap(states_[slot], states_.back());
    states_[slot]->search.slot = static_cast<std::uint32_t>(slot);
    auto state = std::move(states_.back());
    states_.pop_back();
    state->search.slot = SearchFacts::kNowhere;
    return state;
  }

  template <class Visit>
  void visit(const Visit& visit) const {
    for (const auto& state : states_) visit(*state);
  }
  const ExecutionState& operator[](std::size_t slot) const { return *states_[slot]; }
  std::size_t size() const { return states_.size(); }

 private:
  std::vector<std::unique_ptr<ExecutionState>> states_;
};

}  // namespace janus::engine
