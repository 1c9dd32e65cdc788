#include "engine/explore/branch_goal.h"

#include "isa/predicates.h"
#include "program/indirect_jumps.h"

namespace janus::engine {

BranchGoal::BranchGoal(const support::FirmwareImage& image, const program::ExecutionCounts& counts) : counts_(counts) {
  const program::ControlFlowGraph graph = program::resolved_graph(image);
  for (std::uint32_t number = 0; number < graph.size(); ++number) {
    if (isa::is_branch(graph.instruction(number))) branches_.push_back(graph.address_of(number));
  }
}

std::uint32_t BranchGoal::covered() const {
  std::uint32_t covered = 0;
  for (const std::uint32_t pc : branches_) {
    const auto count = counts_.at(pc);
    covered += (count.taken > 0 ? 1 : 0) + (count.executed > count.taken ? 1 : 0);
  }
  return covered;
}

}  // namespace janus::engine
