// Where paths can meet again: instructions that more than one other leads to. States that parted can come to the same
// place with the same call stack there first, so that is where the hart stops when states are to be merged.
//
// Also keeps the call stack of a state up to date as it runs. Code that is not in the image has no merge points.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/state/call_stack.h"
#include "engine/state/execution_state.h"
#include "program/call_convention.h"
#include "program/control_flow_graph.h"

namespace janus::engine {

class MergePoints {
 public:
  // `image` is read here only.
  explicit MergePoints(const support::FirmwareImage& image);

  // `state` has executed `instruction`, which was at `pc`; its pc is the next one's already. Whether it is at a merge
  // point now.
  bool executed(ExecutionState& state, std::uint32_t pc, const isa::Instruction& instruction) {
    const std::uint32_t next = state.hart.pc;
    const std::uint32_t behind = isa::next_pc(pc, instruction);
    if (next != behind) {
      if (program::is_call(instruction)) {
        state.calls = stacks_.call(state.calls, pc, behind);
      } else if (program::is_return(instruction)) {
        state.calls = CallStacks::return_to(state.calls, next);
        return true;  // a function may return from several places
      }
    }
    const std::uint32_t number = graph_.number_of(next);
    return number != program::ControlFlowGraph::kNone && joins_[number];
  }

  // The lower, the further behind is who is there (weak_topological_order.h); code that is not in the image comes last.
  std::uint32_t place_of(std::uint32_t pc) const {
    const std::uint32_t number = graph_.number_of(pc);
    return number == program::ControlFlowGraph::kNone ? program::ControlFlowGraph::kNone : places_[number];
  }

  // The registers that are still needed there, bit r for x[r]; all of them where nothing is known.
  std::uint32_t live_at(std::uint32_t pc) const {
    const std::uint32_t number = graph_.number_of(pc);
    return number == program::ControlFlowGraph::kNone ? ~1U : live_[number];
  }

 private:
  program::ControlFlowGraph graph_;
  std::vector<bool> joins_;                   // by the graph's numbers
  std::vector<std::uint32_t> places_, live_;  // the same
  CallStacks stacks_;
};

}  // namespace janus::engine
