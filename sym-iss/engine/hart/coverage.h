// Which instructions of the firmware any path has executed, and how far a state is from one that none has.
//
// Only what is in the control-flow graph counts: code that firmware writes or copies is not covered, and not missed.
// Distances are those of the last update(), so that a searcher decides how often to pay for them; between two updates
// coverage only grows, so they are too small rather than too large (except where an indirect jump was new).
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

  // `image` must outlive it.
  explicit Coverage(const support::FirmwareImage& image);

  // `state` has executed `instruction`, which was at `pc`; its pc is the next one's already. To be called after every
  // instruction, or at least after each one that is not covered yet or does not go on with the next.
  void executed(ExecutionState& state, std::uint32_t pc, const isa::Instruction& instruction) {
    const std::uint32_t number = graph_.number_of(pc);
    if (number == program::ControlFlowGraph::kNone || !is_covered_[number]) cover(state, pc);
    if (state.hart.pc != isa::next_pc(pc, instruction)) jumped(state, pc, instruction);
  }

  std::uint32_t covered() const { return covered_; }
  std::uint32_t reachable() const { return graph_.size(); }  // instructions found so far, covered ones among them

  // Whether distances would change by an update(). That costs O(reachable instructions).
  bool outdated() const { return outdated_; }
  void update();
  // How many instructions `state` is away from one that was not covered at the last update: within the program, from
  // where it is or, on the way back from the innermost calls, from where these return to.
  std::uint32_t distance(const ExecutionState& state) const;

 private:
  void cover(ExecutionState& state, std::uint32_t pc);
  void jumped(ExecutionState& state, std::uint32_t pc, const isa::Instruction& instruction);
  std::uint32_t at(const std::vector<std::uint32_t>& distances, std::uint32_t address) const;

  program::ControlFlowGraph graph_;
  std::vector<std::uint8_t> is_covered_;  // by the graph's numbers
  std::uint32_t covered_ = 0;
  bool outdated_ = true;
  std::vector<std::uint32_t> to_uncovered_, to_return_;  // distances; the latter within the function
  std::uint32_t edges_ = 0;                              // of the graph that to_return_ was made for
};

}  // namespace janus::engine
