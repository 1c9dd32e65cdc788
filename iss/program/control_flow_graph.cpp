#include "program/control_flow_graph.h"

#include "isa/semihosting.h"
#include "program/call_convention.h"

namespace janus::program {

ControlFlowGraph::ControlFlowGraph(const support::FirmwareImage& image) : code_(image) {
  std::uint32_t total = 0;
  const std::uint32_t most = kMaxBytes / alignment();
  for (const support::Segment& segment : image.segments()) {
    const std::uint32_t skipped = -segment.address % alignment();
    if (segment.bytes.size() < skipped + alignment()) continue;
    const auto places =
        static_cast<std::uint32_t>(std::min<std::size_t>((segment.bytes.size() - skipped) / alignment(), most - total));
    ranges_.push_back({segment.address + skipped, places, total});
    total += places;
    if (total == most) break;
  }
  numbers_.assign(total, kNone);
  discover(image.entry());
}

std::uint32_t ControlFlowGraph::discover(std::uint32_t address) {
  const std::uint32_t number = enter(address);
  discover_rest();
  return number;
}

bool ControlFlowGraph::joins(std::uint32_t number) const {
  unsigned ways = 0;
  for (std::uint32_t edge = nodes_[number].incoming; edge != kNone; edge = edges_[edge].next)
    ways += !edges_[edge].call;
  return ways > 1;
}

std::vector<std::vector<std::uint32_t>> ControlFlowGraph::successors() const {
  std::vector<std::vector<std::uint32_t>> successors(nodes_.size());
  for (std::uint32_t target = 0; target < size(); ++target) {
    for (std::uint32_t edge = nodes_[target].incoming; edge != kNone; edge = edges_[edge].next) {
      if (!edges_[edge].call) successors[edges_[edge].source].push_back(target);
    }
  }
  return successors;
}

void ControlFlowGraph::add_jump(std::uint32_t from, std::uint32_t to) {
  const std::uint32_t source = discover(from), target = discover(to);
  if (source == kNone || target == kNone) return;
  for (std::uint32_t edge = nodes_[target].incoming; edge != kNone; edge = edges_[edge].next) {
    if (edges_[edge].source == source) return;
  }
  add_edge(source, target, is_call(instruction_at(from)));
}

std::vector<std::uint32_t> ControlFlowGraph::distances(const std::vector<std::uint32_t>& goals, Within within) const {
  std::vector<std::uint32_t> distances(nodes_.size(), kNone);
  std::vector<std::uint32_t> queue = goals;
  queue.reserve(nodes_.size());
  for (const std::uint32_t goal : goals) distances[goal] = 0;
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const std::uint32_t node = queue[next];
    for (std::uint32_t edge = nodes_[node].incoming; edge != kNone; edge = edges_[edge].next) {
      const auto& [source, unused, call] = edges_[edge];
      if (distances[source] != kNone || (call && within == Within::Function)) continue;
      distances[source] = distances[node] + 1;
      queue.push_back(source);
    }
  }
  return distances;
}

// The number of the instruction at an address. An instruction that is new is queued, so that its successors are found.
std::uint32_t ControlFlowGraph::enter(std::uint32_t address) {
  const std::uint32_t place = place_of(address);
  if (place == kNone) return kNone;
  if (numbers_[place] == kNone) {
    numbers_[place] = size();
    nodes_.push_back({.address = address});
    unexplored_.push_back(address);
  }
  return numbers_[place];
}

void ControlFlowGraph::add_edge(std::uint32_t source, std::uint32_t target, bool call) {
  edges_.push_back({source, nodes_[target].incoming, call});
  nodes_[target].incoming = edges() - 1;
}

void ControlFlowGraph::add_successors(std::uint32_t address) {
  const isa::Instruction i = instruction_at(address);
  const std::uint32_t source = number_of(address);
  const auto leads_to = [&](std::uint32_t target_address, bool call) {
    if (const std::uint32_t target = enter(target_address); target != kNone) add_edge(source, target, call);
  };
  const bool call = is_call(i);
  nodes_[source].returns = is_return(i);
  switch (isa::control(i.opcode)) {
    case isa::Control::Traps:
      if (isa::calls_host(code_, address)) leads_to(isa::next_pc(address, i), false);
      return;
    case isa::Control::ReturnsFromTrap: return;
    case isa::Control::Jump: leads_to(isa::target_of(address, i), call); break;
    case isa::Control::JumpRegister: break;
    case isa::Control::Branch: leads_to(isa::target_of(address, i), false); [[fallthrough]];
    case isa::Control::CallsEnvironment:
    case isa::Control::Next: leads_to(isa::next_pc(address, i), false); return;
  }
  if (call) leads_to(isa::next_pc(address, i), false);
}

void ControlFlowGraph::discover_rest() {
  while (!unexplored_.empty()) {
    const std::uint32_t address = unexplored_.back();
    unexplored_.pop_back();
    add_successors(address);
  }
}

}  // namespace janus::program
