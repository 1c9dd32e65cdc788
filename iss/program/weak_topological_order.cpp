#include "program/weak_topological_order.h"

#include <algorithm>
#include <numeric>

namespace janus::program {
namespace {

constexpr unsigned kMaxNesting = 64;

using Nodes = std::vector<std::uint32_t>;

class Order {
 public:
  explicit Order(const ControlFlowGraph& graph)
      : successors_(graph.successors()),
        region_(graph.size(), 0),
        index_(graph.size()),
        low_(graph.size()),
        on_stack_(graph.size()),
        place_(graph.size(), 0) {}

  std::vector<std::uint32_t> run() {
    Nodes all(region_.size());
    std::iota(all.begin(), all.end(), 0U);
    decompose(all, 0);
    return std::move(place_);
  }

 private:
  // Places the nodes of one region: its strongly connected components in topological order. A component that is a loop
  // is placed head first; the rest of the loop is then a region of its own.
  void decompose(const Nodes& nodes, unsigned nesting) {
    const std::uint32_t region = ++regions_;
    for (const std::uint32_t node : nodes) region_[node] = region;
    if (nesting == kMaxNesting) {
      for (const std::uint32_t node : nodes) place_[node] = next_++;
      return;
    }
    std::vector<Nodes> components = components_of(nodes, region);
    for (auto component = components.rbegin(); component != components.rend(); ++component) {
      const auto head = std::min_element(component->begin(), component->end());  // discovered first: from outside
      place_[*head] = next_++;
      if (component->size() == 1) continue;
      component->erase(head);
      std::sort(component->begin(), component->end());
      decompose(*component, nesting + 1);
    }
  }

  // Tarjan's algorithm, without recursion. The strongly connected components of a region; each comes after the
  // components that it leads to.
  std::vector<Nodes> components_of(const Nodes& nodes, std::uint32_t region) {
    std::vector<Nodes> components;
    struct Visit {
      std::uint32_t node;
      std::size_t next;  // successor
    };
    std::vector<Visit> visits;
    Nodes stack;
    std::uint32_t count = 0;
    for (const std::uint32_t node : nodes) index_[node] = ControlFlowGraph::kNone;
    const auto enter = [&](std::uint32_t node) {
      index_[node] = low_[node] = count++;
      on_stack_[node] = true;
      stack.push_back(node);
      visits.push_back({node, 0});
    };
    for (const std::uint32_t root : nodes) {
      if (index_[root] == ControlFlowGraph::kNone) enter(root);
      while (!visits.empty()) {
        auto& [node, next] = visits.back();
        if (next < successors_[node].size()) {
          const std::uint32_t successor = successors_[node][next++];
          if (region_[successor] != region) continue;
          if (index_[successor] == ControlFlowGraph::kNone) {
            enter(successor);
          } else if (on_stack_[successor]) {
            low_[node] = std::min(low_[node], index_[successor]);
          }
          continue;
        }
        const std::uint32_t done = node;
        visits.pop_back();
        if (!visits.empty()) low_[visits.back().node] = std::min(low_[visits.back().node], low_[done]);
        if (low_[done] != index_[done]) continue;
        Nodes& component = components.emplace_back();
        do {
          component.push_back(stack.back());
          on_stack_[stack.back()] = false;
          stack.pop_back();
        } while (component.back() != done);
      }
    }
    return components;
  }

  std::vector<Nodes> successors_;
  std::vector<std::uint32_t> region_, index_, low_;
  std::vector<bool> on_stack_;
  std::vector<std::uint32_t> place_;
  std::uint32_t regions_ = 0, next_ = 0;
};

}  // namespace

std::vector<std::uint32_t> weak_topological_order(const ControlFlowGraph& graph) { return Order(graph).run(); }

}  // namespace janus::program
