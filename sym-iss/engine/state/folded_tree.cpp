#include "engine/state/folded_tree.h"

namespace janus::engine {

void FoldedTree::add_node(std::uint32_t place, std::uint32_t parent) {
  const auto number = static_cast<std::uint32_t>(nodes_.size());
  const std::uint32_t depth = number == 0 ? 0 : nodes_[sides_[parent].node].depth + 1;
  nodes_.push_back({.place = place, .parent = parent, .depth = depth, .forks = 0, .folded = 0});
  for (int i = 0; i < 2; ++i) sides_.emplace_back().node = number;
  if (number != 0) sides_[parent].nodes.push_back(number);
}

std::uint32_t FoldedTree::place_of(std::uint32_t pc) {
  const auto [entry, is_new] = places_.try_emplace(pc);
  if (is_new) entry->second = place_of_(pc);
  return entry->second;
}

// The node for a fork at `place` of a state on `side`; 0 if there can be none.
std::uint32_t FoldedTree::node_for(std::uint32_t place, std::uint32_t side) {
  for (std::uint32_t at = sides_[side].node; at != 0; at = sides_[nodes_[at].parent].node) {
    if (nodes_[at].place == place) return at;
  }
  for (const std::uint32_t next : sides_[side].nodes) {
    if (nodes_[next].place == place) return next;
  }
  if (nodes_.size() == kMostNodes || nodes_[sides_[side].node].depth == kMostDepth) return 0;
  add_node(place, side);
  return static_cast<std::uint32_t>(nodes_.size() - 1);
}

void FoldedTree::forked(ExecutionState& state, ExecutionState& sibling, bool holds) {
  const std::uint32_t before = state.fork_side;
  const std::uint32_t node = node_for(place_of(state.hart.pc), before);
  if (node == 0) {
    ++nodes_[sides_[before].node].folded;
    return appeared(sibling);
  }
  leave(state);
  ++nodes_[node].forks;
  enter(state, 2 * node + (holds ? 1 : 0));
  enter(sibling, 2 * node + (holds ? 0 : 1));
}

}  // namespace janus::engine
