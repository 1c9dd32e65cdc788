// Coverage: which instructions of the firmware some path has executed, and how far a state is from an uncovered
// instruction.
//
// Only instructions in the control-flow graph count. Code that firmware writes or copies counts neither as covered nor
// as uncovered. Distances are those of the last update(), so a searcher decides how often to pay for an update. Between
// two updates coverage only grows, so distances can be too small. They can be too large only after a new indirect jump.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/state/execution_state.h"
#include "isa/instruction.h"
#include "program/control_flow_graph.h"

namespace janus::engine {

class Coverage {
 public:
  static constexpr std::uint32_t kUnreachable = program::ControlFlowGraph::kNone;

  // `image` must outlive the object.
  explicit Coverage(const support::FirmwareImage& image);

  // `state` has executed `instruction` at `pc`, and state.hart.pc is already the address of the next instruction. Must
  // be called at least for every instruction that is not covered yet, and for every instruction that is not followed by
  // the next one in memory.
  void executed(ExecutionState& state, std::uint32_t pc, const isa::Instruction& instruction) {
    const std::uint32_t number = graph_.number_of(pc);
    if (number == program::ControlFlowGraph::kNone || !is_covered_[number]) cover(state, pc);
    if (state.hart.pc != isa::next_pc(pc, instruction)) jumped(state, pc, instruction);
  }

  std::uint32_t covered() const { return covered_; }
  std::uint32_t reachable() const { return graph_.size(); }  // instructions in the control-flow graph so far

  // Whether update() would change distances.
  bool outdated() const { return outdated_; }
  // Computes all distances again, in O(reachable instructions).
  void update();
  // The number of instructions from `state` to the nearest instruction that was not covered at the last update. The way
  // can lead through the returns of the innermost calls.
  std::uint32_t distance(const ExecutionState& state) const;

 private:
  void cover(ExecutionState& state, std::uint32_t pc);
  void jumped(ExecutionState& state, std::uint32_t pc, const isa::Instruction& instruction);
  std::uint32_t at(const std::vector<std::uint32_t>& distances, std::uint32_t address) const;

  program::ControlFlowGraph graph_;
  std::vector<std::uint8_t> is_covered_;  // by the graph's numbers
  std::uint32_t covered_ = 0;
  bool outdated_ = true;
  std::vector<std::uint32_t> to_uncovered_;  // distances by the graph's numbers
  std::vector<std::uint32_t> to_return_;     // the same, within the function
  std::uint32_t edges_ = 0;                  // edges of the graph when to_return_ was computed
};

}  // namespace janus::engine
