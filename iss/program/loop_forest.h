// The loops of a graph, nested in each other.
//
// Havlak: Nesting of reducible and irreducible loops, TOPLAS 1997. All edges back to one header make one loop. Where
// the header dominates the sources of its back edges, that is the natural loop. A loop that can be entered elsewhere
// too is irreducible; its header is the entry that the depth-first search found first.
//
// Cost: almost linear. Irreducible loops could make the cost quadratic. So once kExtensions ways into such loops per
// edge of the graph have been followed, irreducible loops have only the nodes that their back edges enclose. They are
// flagged all the same.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "program/dominators.h"

namespace janus::program {

struct GraphEdge {
  std::uint32_t from, to;
  bool operator==(const GraphEdge&) const = default;
};

struct Loop {
  std::uint32_t header = 0;
  std::uint32_t parent = kNoNode;  // the innermost loop around this loop
  std::uint32_t depth = 1;         // 1 for a loop in no other
  bool irreducible = false;
  std::vector<GraphEdge> back_edges;
  // Edges out of the loop. An edge that leaves more than LoopForest::kMaxLeft loops is listed only in the kMaxLeft
  // innermost.
  std::vector<GraphEdge> exits;
  std::uint32_t first = 0, count = 0;  // where LoopForest::nodes() finds the loop's nodes
};

class LoopForest {
 public:
  static constexpr std::uint32_t kMaxLeft = 16;
  static constexpr std::uint32_t kExtensions = 16;

  LoopForest() = default;
  LoopForest(const Successors& successors, std::uint32_t root);

  // All loops. A loop comes after the loop around it.
  const std::vector<Loop>& loops() const { return loops_; }
  // The innermost loop that a node is in, or kNoNode.
  std::uint32_t innermost(std::uint32_t node) const { return innermost_[node]; }
  bool contains(std::uint32_t loop, std::uint32_t node) const {
    return place_[node] != kNoNode && place_[node] - loops_[loop].first < loops_[loop].count;
  }
  // The nodes of a loop, those of inner loops included; its header is the first.
  std::span<const std::uint32_t> nodes(std::uint32_t loop) const {
    return {members_.data() + loops_[loop].first, loops_[loop].count};
  }
  bool is_back_edge(const GraphEdge& edge) const {
    return headed_[edge.to] != kNoNode && contains(headed_[edge.to], edge.from);
  }
  bool irreducible() const;

 private:
  void order_members(const std::vector<std::uint32_t>& nodes);
  void add_edge(const GraphEdge& edge);

  std::vector<Loop> loops_;
  std::vector<std::uint32_t> innermost_;        // by node
  std::vector<std::uint32_t> headed_;           // by node, the loop it is the header of
  std::vector<std::uint32_t> members_, place_;  // the nodes in the order of their places; the place of each node
};

}  // namespace janus::program
