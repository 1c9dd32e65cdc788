// The tree of forks, folded so that a person can read it: a node is a place in the source where paths part, reached
// through the same places as any other path of the node. A path that comes to a place again goes back to the node that
// it has for the place already. So a loop is one node, and a tree is as deep as there are places; how many paths there
// are makes no difference.
//
// The number of nodes is limited. Where no node can be added, both sides of a fork stay where they are, and the node
// counts them as folded. A fork costs at most a look at each node from the state to the root.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <unordered_map>
#include <vector>

#include "engine/state/execution_state.h"
#include "engine/state/termination.h"

namespace janus::engine {

class FoldedTree {
 public:
  // The place of an instruction: an address, the same for all instructions that are one place.
  using PlaceOf = std::function<std::uint32_t(std::uint32_t pc)>;

  // One of the two ways from a node on.
  struct Side {
    std::uint32_t node = 0;    // that it begins at
    std::uint64_t states = 0;  // that went there, each as often as it did
    std::uint64_t here = 0;    // states that have forked no further and have not ended; in the end: that wait
    std::uint64_t merged = 0;  // states that became part of another one
    std::map<Termination, std::uint64_t> ended;
    std::vector<std::uint32_t> nodes;  // that come next; none is in front of its parent
  };
  struct Node {
    std::uint32_t place = 0;   // 0 for the root
    std::uint32_t parent = 0;  // the number of the side that leads here
    std::uint32_t depth = 0;
    std::uint64_t forks = 0;
    std::uint64_t folded = 0;  // forks on its sides for which there was no node left
  };

  explicit FoldedTree(PlaceOf place_of) : place_of_(std::move(place_of)) { add_node(0, 0); }

  // --- What the exploration tells. The first state, and every one that a technique makes: a copy of another one.
  void appeared(ExecutionState& state) {
    ++sides_[state.fork_side].states;
    ++sides_[state.fork_side].here;
  }
  // `state` has forked `sibling`, a copy from before. `holds`: the condition holds on the path of `state`.
  void forked(ExecutionState& state, ExecutionState& sibling, bool holds);
  void ended(const ExecutionState& state, Termination reason) {
    leave(state);
    ++sides_[state.fork_side].ended[reason];
  }
  void merged(const ExecutionState& state) {
    leave(state);
    ++sides_[state.fork_side].merged;
  }

  // --- What came of it. The root is the first node; all paths begin on its first side. Side 2n of node n is the one on
  // which the condition does not hold (a branch goes on), side 2n + 1 the one on which it holds (a branch jumps).
  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<Side>& sides() const { return sides_; }

 private:
  static constexpr std::size_t kMostNodes = 4096;
  static constexpr std::uint32_t kMostDepth = 256;

  void add_node(std::uint32_t place, std::uint32_t parent);
  std::uint32_t place_of(std::uint32_t pc);
  std::uint32_t node_for(std::uint32_t place, std::uint32_t side);
  void leave(const ExecutionState& state) {
    std::uint64_t& here = sides_[state.fork_side].here;
    if (here > 0) --here;
  }
  void enter(ExecutionState& state, std::uint32_t side) {
    state.fork_side = side;
    appeared(state);
  }

  PlaceOf place_of_;
  std::unordered_map<std::uint32_t, std::uint32_t> places_;  // by address
  std::vector<Node> nodes_;
  std::vector<Side> sides_;
};

}  // namespace janus::engine
