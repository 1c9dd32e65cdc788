#include "engine/hart/coverage.h"

#include "program/call_convention.h"
#include "program/indirect_jumps.h"

namespace janus::engine {

Coverage::Coverage(const support::FirmwareImage& image)
    : graph_(program::resolved_graph(image)), is_covered_(graph_.size()) {
  update();
}

void Coverage::cover(ExecutionState& state, std::uint32_t pc) {
  const std::uint32_t number = graph_.discover(pc);
  if (number == program::ControlFlowGraph::kNone) return;
  is_covered_.resize(graph_.size());
  is_covered_[number] = 1;
  ++covered_;
  outdated_ = true;
  ++state.search.covered;
  state.search.covered_at = state.hart.retired;
}

void Coverage::jumped(ExecutionState& state, std::uint32_t pc, const isa::Instruction& instruction) {
  ++state.search.jumps;
  if (program::is_return(instruction)) {
    state.search.returns.pop();
    return;
  }
  if (program::is_call(instruction)) state.search.returns.push(isa::next_pc(pc, instruction));
  if (isa::control(instruction.opcode) != isa::Control::JumpRegister) return;
  const std::uint32_t edges = graph_.edges();
  graph_.add_jump(pc, state.hart.pc);
  is_covered_.resize(graph_.size());
  outdated_ = outdated_ || graph_.edges() != edges;
}

void Coverage::update() {
  if (!outdated_) return;
  std::vector<std::uint32_t> uncovered, returns;
  for (std::uint32_t number = 0; number < graph_.size(); ++number) {
    if (!is_covered_[number]) uncovered.push_back(number);
    if (graph_.returns(number)) returns.push_back(number);
  }
  to_uncovered_ = graph_.distances(uncovered, program::ControlFlowGraph::Within::Program);
  if (graph_.edges() != edges_) to_return_ = graph_.distances(returns, program::ControlFlowGraph::Within::Function);
  edges_ = graph_.edges();
  outdated_ = false;
}

std::uint32_t Coverage::distance(const ExecutionState& state) const {
  std::uint32_t address = state.hart.pc;
  std::uint32_t nearest = at(to_uncovered_, address);
  const ReturnStack& returns = state.search.returns;
  for (std::uint32_t level = 0, way_back = 0; level < returns.size(); ++level) {
    const std::uint32_t to_return = at(to_return_, address);
    if (to_return == kUnreachable) break;
    way_back += to_return + 1;
    if (way_back >= nearest) break;
    address = returns[level];
    const std::uint32_t from_there = at(to_uncovered_, address);
    if (from_there != kUnreachable) nearest = std::min(nearest, way_back + from_there);
  }
  return nearest;
}

// An instruction that joined the graph after the last update has no distance yet.
std::uint32_t Coverage::at(const std::vector<std::uint32_t>& distances, std::uint32_t address) const {
  const std::uint32_t number = graph_.number_of(address);
  return number < distances.size() ? distances[number] : kUnreachable;
}

}  // namespace janus::engine
