#include "program/dominators.h"

#include <algorithm>
#include <numeric>

namespace janus::program {
namespace {

// The forest of the paper. Nodes are numbers in depth-first order. The label of a node is the node with the least
// semidominator on the way up to the root of the tree.
class LinkedForest {
 public:
  explicit LinkedForest(std::uint32_t size) : semidominator(size), ancestor_(size, kNoNode), label_(size) {
    std::iota(semidominator.begin(), semidominator.end(), 0U);
    std::iota(label_.begin(), label_.end(), 0U);
  }

  void link(std::uint32_t parent, std::uint32_t node) { ancestor_[node] = parent; }
  std::uint32_t evaluate(std::uint32_t node) {
    if (ancestor_[node] == kNoNode) return node;
    compress(node);
    return label_[node];
  }

  std::vector<std::uint32_t> semidominator;

 private:
  void compress(std::uint32_t node) {
    for (; ancestor_[ancestor_[node]] != kNoNode; node = ancestor_[node]) path_.push_back(node);
    for (; !path_.empty(); path_.pop_back()) {
      const std::uint32_t below = path_.back(), above = ancestor_[below];
      if (semidominator[label_[above]] < semidominator[label_[below]]) label_[below] = label_[above];
      ancestor_[below] = ancestor_[above];
    }
  }

  std::vector<std::uint32_t> ancestor_, label_, path_;
};

}  // namespace

DepthFirst::DepthFirst(const Successors& successors, std::uint32_t root) : number(successors.size(), kNoNode) {
  struct Visit {
    std::uint32_t number;
    std::size_t next;  // successor
  };
  std::vector<Visit> visits;
  const auto enter = [&](std::uint32_t node, std::uint32_t from) {
    number[node] = static_cast<std::uint32_t>(order.size());
    visits.push_back({number[node], 0});
    order.push_back(node);
    parent.push_back(from);
    last.push_back(0);
  };
  enter(root, kNoNode);
  while (!visits.empty()) {
    auto& [current, next] = visits.back();
    if (next == successors[order[current]].size()) {
      last[current] = static_cast<std::uint32_t>(order.size() - 1);
      visits.pop_back();
      continue;
    }
    const std::uint32_t successor = successors[order[current]][next++];
    if (number[successor] == kNoNode) enter(successor, current);
  }
}

std::vector<std::uint32_t> immediate_dominators(const Successors& successors, std::uint32_t root) {
  const DepthFirst tree(successors, root);
  const auto size = static_cast<std::uint32_t>(tree.order.size());
  Successors predecessors(size), bucket(size);  // by number
  for (std::uint32_t n = 0; n < size; ++n) {
    for (const std::uint32_t successor : successors[tree.order[n]]) predecessors[tree.number[successor]].push_back(n);
  }
  LinkedForest forest(size);
  std::vector<std::uint32_t> dominator(size, 0);
  for (std::uint32_t n = size; n-- > 1;) {
    std::uint32_t& semidominator = forest.semidominator[n];
    for (const std::uint32_t predecessor : predecessors[n])
      semidominator = std::min(semidominator, forest.semidominator[forest.evaluate(predecessor)]);
    bucket[semidominator].push_back(n);
    const std::uint32_t parent = tree.parent[n];
    forest.link(parent, n);
    for (const std::uint32_t waiting : bucket[parent]) {
      const std::uint32_t best = forest.evaluate(waiting);
      dominator[waiting] = forest.semidominator[best] < forest.semidominator[waiting] ? best : parent;
    }
    bucket[parent].clear();
  }
  std::vector<std::uint32_t> result(successors.size(), kNoNode);
  for (std::uint32_t n = 1; n < size; ++n) {
    if (dominator[n] != forest.semidominator[n]) dominator[n] = dominator[dominator[n]];
    result[tree.order[n]] = tree.order[dominator[n]];
  }
  return result;
}

std::vector<std::uint32_t> immediate_post_dominators(const Successors& successors) {
  const auto end = static_cast<std::uint32_t>(successors.size());
  Successors reversed(successors.size() + 1);
  for (std::uint32_t node = 0; node < end; ++node) {
    if (successors[node].empty()) reversed[end].push_back(node);
    for (const std::uint32_t successor : successors[node]) reversed[successor].push_back(node);
  }
  std::vector<std::uint32_t> result = immediate_dominators(reversed, end);
  result.pop_back();
  for (std::uint32_t& node : result) {
    if (node == end) node = kNoNode;
  }
  return result;
}

}  // namespace janus::program
