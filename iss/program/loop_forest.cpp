#include "program/loop_forest.h"

#include <algorithm>
#include <numeric>

namespace janus::program {
namespace {

// Havlak's analysis. Nodes are numbers in depth-first order. Inner loops are found first; from then on, a loop's header
// stands for all nodes of the loop.
class LoopSearch {
 public:
  LoopSearch(const Successors& successors, const DepthFirst& tree)
      : irreducible(tree.order.size()),
        header_of(tree.order.size(), kNoNode),
        tree_(tree),
        back_(tree.order.size()),
        other_(tree.order.size()),
        collapsed_(tree.order.size()),
        seen_from_(tree.order.size(), kNoNode) {
    std::iota(collapsed_.begin(), collapsed_.end(), 0U);
    for (std::uint32_t n = 0; n < tree.order.size(); ++n) {
      for (const std::uint32_t node : successors[tree.order[n]]) {
        const std::uint32_t to = tree.number[node];
        (tree.is_ancestor(to, n) ? back_ : other_)[to].push_back(n);
        extensions_ += LoopForest::kExtensions;
      }
    }
    for (auto header = static_cast<std::uint32_t>(tree.order.size()); header-- > 0;) search(header);
  }

  bool heads(std::uint32_t number) const { return !back_[number].empty(); }

  std::vector<bool> irreducible;
  std::vector<std::uint32_t> header_of;  // of the innermost loop around a node, other than the one it heads

 private:
  void search(std::uint32_t header) {
    std::vector<std::uint32_t> body;
    const auto add = [&](std::uint32_t node) {
      if (node == header || seen_from_[node] == header) return;
      seen_from_[node] = header;
      body.push_back(node);
    };
    for (const std::uint32_t source : back_[header]) add(representative(source));
    for (std::size_t next = 0; next < body.size(); ++next) {
      for (const std::uint32_t predecessor : other_[body[next]]) {
        const std::uint32_t source = representative(predecessor);
        if (tree_.is_ancestor(header, source)) {
          add(source);
          continue;
        }
        irreducible[header] = true;
        if (extensions_ == 0) continue;
        --extensions_;
        other_[header].push_back(source);
      }
    }
    for (const std::uint32_t node : body) header_of[node] = collapsed_[node] = header;
  }

  // The header of the outermost loop found so far that has a node; the node itself if none has.
  std::uint32_t representative(std::uint32_t node) {
    while (collapsed_[node] != node) {
      collapsed_[node] = collapsed_[collapsed_[node]];
      node = collapsed_[node];
    }
    return node;
  }

  const DepthFirst& tree_;
  Successors back_, other_;  // predecessors, by back edges and by others
  std::vector<std::uint32_t> collapsed_, seen_from_;
  std::uint64_t extensions_ = 0;
};

}  // namespace

LoopForest::LoopForest(const Successors& successors, std::uint32_t root)
    : innermost_(successors.size(), kNoNode), headed_(successors.size(), kNoNode), place_(successors.size(), kNoNode) {
  const DepthFirst tree(successors, root);
  const LoopSearch search(successors, tree);
  for (std::uint32_t n = 0; n < tree.order.size(); ++n) {
    const std::uint32_t node = tree.order[n], around = search.header_of[n];
    if (around != kNoNode) innermost_[node] = headed_[tree.order[around]];
    if (!search.heads(n)) continue;
    Loop& loop = loops_.emplace_back();
    loop.header = node;
    loop.irreducible = search.irreducible[n];
    loop.parent = innermost_[node];
    if (loop.parent != kNoNode) loop.depth = loops_[loop.parent].depth + 1;
    innermost_[node] = headed_[node] = static_cast<std::uint32_t>(loops_.size() - 1);
  }
  order_members(tree.order);
  for (const std::uint32_t node : tree.order) {
    for (const std::uint32_t successor : successors[node]) add_edge({node, successor});
  }
}

bool LoopForest::irreducible() const {
  return std::any_of(loops_.begin(), loops_.end(), [](const Loop& loop) { return loop.irreducible; });
}

// Puts the nodes of each loop together: first the header, then the loop's own nodes and those of each inner loop.
void LoopForest::order_members(const std::vector<std::uint32_t>& nodes) {
  for (const std::uint32_t node : nodes) {
    if (innermost_[node] != kNoNode) ++loops_[innermost_[node]].count;
  }
  for (std::size_t i = loops_.size(); i-- > 0;) {
    if (loops_[i].parent != kNoNode) loops_[loops_[i].parent].count += loops_[i].count;
  }
  std::vector<std::uint32_t> next(loops_.size());  // free place of each loop
  std::uint32_t outside = 0;
  for (std::size_t i = 0; i < loops_.size(); ++i) {
    std::uint32_t& free = loops_[i].parent == kNoNode ? outside : next[loops_[i].parent];
    loops_[i].first = free;
    free += loops_[i].count;
    place_[loops_[i].header] = loops_[i].first;
    next[i] = loops_[i].first + 1;
  }
  members_.resize(outside);
  for (const std::uint32_t node : nodes) {
    const std::uint32_t loop = innermost_[node];
    if (loop == kNoNode) continue;
    if (headed_[node] == kNoNode) place_[node] = next[loop]++;
    members_[place_[node]] = node;
  }
}

void LoopForest::add_edge(const GraphEdge& edge) {
  if (is_back_edge(edge)) loops_[headed_[edge.to]].back_edges.push_back(edge);
  std::uint32_t left = 0;
  for (std::uint32_t loop = innermost_[edge.from]; loop != kNoNode && !contains(loop, edge.to);
       loop = loops_[loop].parent) {
    if (left++ == kMaxLeft) break;
    loops_[loop].exits.push_back(edge);
  }
}

}  // namespace janus::program
