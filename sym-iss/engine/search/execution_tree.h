// The tree of all forks, for random walks from the root to a leaf. The leaves are the live states. Source: Cadar,
// Dunbar, Engler, KLEE, OSDI 2008, section 3.4, "random path selection".
//
// A fork turns a leaf into an inner node with two children: the state that forked, and the sibling. When a path ends,
// its leaf is removed. The inner node above the leaf has one child left then, and is removed as well. So every inner
// node has two children, and n live states need at most 2n - 1 nodes.
//
// Cost. A fork and an end take O(1). A walk reaches a leaf at depth d with probability 2^-d, so the average number of
// steps is the entropy of this distribution: at most log2 of the number of leaves, however lopsided the tree is.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "engine/state/execution_state.h"

namespace janus::engine {

// The tree does not own the states. As long as a state is a leaf its address must not change, and fork() and end() must
// be called for it.
class ExecutionTree {
 public:
  // Adds a state that was not forked off a state in the tree. The leaf becomes a child of the root, or the root of an
  // empty tree.
  void add_root(ExecutionState& state);
  // `state` has a leaf. Adds a leaf for `sibling`, which was forked off `state`.
  void fork(ExecutionState& state, ExecutionState& sibling);
  // Removes the leaf of `state`.
  void end(ExecutionState& state);

  // The state at the end of a random walk. Each step draws once from `random` and turns left or right with probability
  // 1/2. The tree must not be empty.
  ExecutionState& pick(std::mt19937_64& random) const;

  std::size_t nodes() const { return nodes_.size() - free_.size(); }

 private:
  static constexpr std::uint32_t kNone = SearchFacts::kNowhere;
  struct Node {
    std::uint32_t parent = kNone;
    std::uint32_t children[2] = {kNone, kNone};  // none in a leaf
    ExecutionState* state = nullptr;             // none in an inner node
  };

  std::uint32_t new_node();
  std::uint32_t new_leaf(ExecutionState& state);
  void put_below(std::uint32_t inner, unsigned side, std::uint32_t node);
  void replace(std::uint32_t node, std::uint32_t by);

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> free_;  // nodes that are no longer in use
  std::uint32_t root_ = kNone;
};

}  // namespace janus::engine
