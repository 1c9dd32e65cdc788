#include "engine/search/execution_tree.h"

#include "support/contract.h"

namespace janus::engine {

std::uint32_t ExecutionTree::new_node() {
  if (free_.empty()) {
    nodes_.emplace_back();
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }
  const std::uint32_t node = free_.back();
  free_.pop_back();
  nodes_[node] = {};
  return node;
}

std::uint32_t ExecutionTree::new_leaf(ExecutionState& state) {
  const std::uint32_t leaf = new_node();
  nodes_[leaf].state = &state;
  state.search.leaf = leaf;
  return leaf;
}

void ExecutionTree::put_below(std::uint32_t inner, unsigned side, std::uint32_t node) {
  nodes_[inner].children[side] = node;
  nodes_[node].parent = inner;
}

// `by` takes the place of `node` in the tree.
void ExecutionTree::replace(std::uint32_t node, std::uint32_t by) {
  const std::uint32_t parent = nodes_[node].parent;
  if (parent == kNone) {
    root_ = by;
    nodes_[by].parent = kNone;
  } else {
    put_below(parent, nodes_[parent].children[1] == node, by);
  }
}

void ExecutionTree::add_root(ExecutionState& state) {
  const std::uint32_t leaf = new_leaf(state);
  if (root_ == kNone) {
    root_ = leaf;
    return;
  }
  const std::uint32_t inner = new_node();
  put_below(inner, 0, root_);
  put_below(inner, 1, leaf);
  root_ = inner;
}

void ExecutionTree::fork(ExecutionState& state, ExecutionState& sibling) {
  const std::uint32_t leaf = state.search.leaf;
  JANUS_REQUIRE(leaf != kNone && nodes_[leaf].state == &state);
  const std::uint32_t inner = new_node(), other = new_leaf(sibling);
  replace(leaf, inner);
  put_below(inner, 0, leaf);
  put_below(inner, 1, other);
}

void ExecutionTree::end(ExecutionState& state) {
  const std::uint32_t leaf = state.search.leaf;
  JANUS_REQUIRE(leaf != kNone && nodes_[leaf].state == &state);
  state.search.leaf = kNone;
  free_.push_back(leaf);
  const std::uint32_t inner = nodes_[leaf].parent;
  if (inner == kNone) {
    root_ = kNone;
    return;
  }
  replace(inner, nodes_[inner].children[nodes_[inner].children[0] == leaf]);
  free_.push_back(inner);
}

ExecutionState& ExecutionTree::pick(std::mt19937_64& random) const {
  JANUS_REQUIRE(root_ != kNone);
  std::uint32_t node = root_;
  while (!nodes_[node].state) node = nodes_[node].children[random() & 1];
  return *nodes_[node].state;
}

}  // namespace janus::engine
