// The tree of all forks, whose leaves are the live states, for random walks from its root to a leaf (Cadar, Dunbar,
// Engler: KLEE, OSDI 2008, section 3.4, "random path selection").
//
// A fork makes a leaf an inner node with two children: who forked, and the sibling. Where a path ends, its leaf
// disappears and so does the inner node above it, which has one child left. So inner nodes always have two children,
// and there is one node less than twice the live states, at most.
//
// Cost. Forks and ends take O(1). A walk meets a leaf at depth d with probability 2^-d, so it takes the entropy of that
// distribution in steps on average: at most log2 of the number of leaves, however lopsided the tree.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "engine/state/execution_state.h"

namespace janus::engine {

// Neither owns nor moves states: a state's address must stay, and fork(), end() be called for it, while it is a leaf.
class ExecutionTree {
 public:
  // A state that was not forked off another one becomes a child of the root.
  void add_root(ExecutionState& state);
  // `state` has a leaf; `sibling`, its copy, gets one.
  void fork(ExecutionState& state, ExecutionState& sibling);
  // The leaf of `state` disappears.
  void end(ExecutionState& state);

  // A walk that turns left or right with even odds, each a draw of `random`. There must be a leaf.
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
