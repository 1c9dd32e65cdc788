// Dominators of a graph: d dominates n if every way from the root to n leads through d.
//
// Lengauer and Tarjan: A fast algorithm for finding dominators in a flowgraph, TOPLAS 1979, the version with simple
// linking. Cost: (nodes + edges) times the logarithm of the nodes, whatever the graph (the iterative algorithm of
// Cooper, Harvey and Kennedy is quadratic for a long function with one common exit). Does not recurse.
#pragma once

#include <cstdint>
#include <vector>

namespace janus::program {

using Successors = std::vector<std::vector<std::uint32_t>>;  // nodes are numbered from 0

inline constexpr std::uint32_t kNoNode = ~0U;

// The immediate dominator of each node; kNoNode for the root and for nodes that the root does not lead to.
std::vector<std::uint32_t> immediate_dominators(const Successors& successors, std::uint32_t root);

// The immediate post-dominator of each node: d post-dominates n if every way from n to an end (a node without
// successors) leads through d. kNoNode for a node that no other node post-dominates, and for a node that leads to no
// end.
std::vector<std::uint32_t> immediate_post_dominators(const Successors& successors);

// Depth-first order from the root. A node's number is its place in preorder; kNoNode if the root does not lead to it.
// `parent` has the number of the parent in the tree, `last` the largest number in the subtree.
struct DepthFirst {
  DepthFirst(const Successors& successors, std::uint32_t root);

  // Both arguments are numbers. Whether `below` is `above` or lies in the tree under `above`.
  bool is_ancestor(std::uint32_t above, std::uint32_t below) const { return above <= below && below <= last[above]; }

  std::vector<std::uint32_t> order;   // by number
  std::vector<std::uint32_t> number;  // by node
  std::vector<std::uint32_t> parent;  // by number
  std::vector<std::uint32_t> last;    // by number
};

}  // namespace janus::program
