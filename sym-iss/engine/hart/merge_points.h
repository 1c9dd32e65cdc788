// Merge points: instructions with more than one predecessor, and the targets of returns. The first place where two
// forked states can meet again, with the same call stack, is a merge point. So the hart stops at merge points when
// states are to be merged.
//
// MergePoints also keeps the call stack of a running state up to date. Code outside the image has no merge points.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/state/call_stack.h"
#include "engine/state/execution_state.h"
#include "program/call_convention.h"
#include "program/control_flow_graph.h"

namespace janus::engine {

class MergePoints {
 public:
  // The constructor alone reads `image`.
  explicit MergePoints(const support::FirmwareImage& image);

  // `state` has executed `instruction` at `pc`, and state.hart.pc is already the address of the next instruction.
  // Returns whether the state is at a merge point now.
  bool executed(ExecutionState& state, std::uint32_t pc, const isa::Instruction& instruction) {
    const std::uint32_t next = state.hart.pc;
    const std::uint32_t behind = isa::next_pc(pc, instruction);
    state.came_round = false;
    if (next != behind) {
      if (program::is_call(instruction)) {
        const auto& sp = state.hart.x[isa::kSp];
        state.calls = stacks_.call(state.calls, pc, behind, sp.is_concrete() ? sp.bits.raw : 0);
      } else if (program::is_return(instruction)) {
        state.calls = CallStacks::return_to(state.calls, next);
        return true;  // several returns of the function can lead here
      }
    }
    const std::uint32_t number = graph_.number_of(next);
    if (number == program::ControlFlowGraph::kNone || !joins_[number]) return false;
    state.came_round = !program::is_call(instruction) && places_[number] <= place_of(pc);
    return true;
  }

  // The position of `pc` in a weak topological order (weak_topological_order.h): the lower, the further behind is a
  // state at `pc`. Code outside the image comes last.
  std::uint32_t place_of(std::uint32_t pc) const {
    const std::uint32_t number = graph_.number_of(pc);
    return number == program::ControlFlowGraph::kNone ? program::ControlFlowGraph::kNone : places_[number];
  }

  // The same of a state, counting twice. Who has come round a loop to its head waits there for all who are still in the
  // loop: else it would always be the one furthest behind, where several ways lead back, and none would meet another.
  std::uint32_t progress_of(const ExecutionState& state) const {
    const std::uint32_t number = graph_.number_of(state.hart.pc);
    if (number == program::ControlFlowGraph::kNone) return program::ControlFlowGraph::kNone;
    return state.at_merge_point && state.came_round ? 2 * ends_[number] + 1 : 2 * places_[number];
  }

  // The instruction of the image at `pc`; nothing outside the image.
  std::optional<isa::Instruction> instruction_at(std::uint32_t pc) const {
    const std::uint32_t number = graph_.number_of(pc);
    return number == program::ControlFlowGraph::kNone ? std::nullopt : std::optional(graph_.instruction(number));
  }

  // The registers that are live at `pc`: bit r stands for x[r]. Outside the image every register but x0 is live.
  std::uint32_t live_at(std::uint32_t pc) const {
    const std::uint32_t number = graph_.number_of(pc);
    return number == program::ControlFlowGraph::kNone ? ~1U : live_[number];
  }

 private:
  program::ControlFlowGraph graph_;
  // By the graph's numbers.
  std::vector<bool> joins_;
  std::vector<std::uint32_t> places_, live_;
  std::vector<std::uint32_t> ends_;  // of the head of a loop: the last place with an edge back to it
  CallStacks stacks_;
};

}  // namespace janus::engine
