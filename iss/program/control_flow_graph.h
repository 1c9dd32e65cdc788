// The control-flow graph of a firmware's code: the instructions that can be reached from the entry point, and which
// instruction may follow which.
//
// The graph is static: its code is the image's, even if memory changes later. Code is told from data by reachability,
// not by section flags. Edges that cannot be read off the code are missing: a return, `mret` and a trap have no
// successors, and other indirect jumps only those reported by add_jump(). A call leads to the called function and to
// the instruction behind the call, even if the function never returns.
//
// Cost: linear in the bytes of the image. Bytes beyond the first kMaxBytes are ignored. The image may hold anything:
// what is no instruction leads nowhere, and nothing is read outside of segments.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "isa/image_code.h"

namespace janus::program {

class ControlFlowGraph {
 public:
  static constexpr std::uint32_t kNone = ~0U;
  static constexpr std::uint32_t kMaxBytes = 1U << 24;

  // `image` must outlive the graph.
  explicit ControlFlowGraph(const support::FirmwareImage& image);

  // The number of the instruction at an address, from 0 in the order of discovery; kNone if it is not in the graph.
  std::uint32_t number_of(std::uint32_t address) const {
    const std::uint32_t place = place_of(address);
    return place == kNone ? kNone : numbers_[place];
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }
  std::uint32_t edges() const { return static_cast<std::uint32_t>(edges_.size()); }
  std::uint32_t address_of(std::uint32_t number) const { return nodes_[number].address; }
  isa::Instruction instruction(std::uint32_t number) const { return instruction_at(nodes_[number].address); }
  const isa::ImageCode& code() const { return code_; }
  bool returns(std::uint32_t number) const { return nodes_[number].returns; }
  // Calls visit(source, call) for every edge that leads to an instruction, until a call returns false. Returns whether
  // all calls returned true.
  template <class Visitor>
  bool each_incoming(std::uint32_t number, Visitor visit) const {
    for (std::uint32_t edge = nodes_[number].incoming; edge != kNone; edge = edges_[edge].next) {
      if (!visit(edges_[edge].source, edges_[edge].call)) return false;
    }
    return true;
  }
  // Whether more than one instruction leads to this one without a call.
  bool joins(std::uint32_t number) const;
  // The successors of each instruction by number, without edges into called functions.
  std::vector<std::vector<std::uint32_t>> successors() const;

  // Adds the instruction at an address and everything that it leads to. Returns its number, or kNone if it is in no
  // segment.
  std::uint32_t discover(std::uint32_t address);
  // Adds an indirect jump that was seen, and its target.
  void add_jump(std::uint32_t from, std::uint32_t to);

  // For each instruction, how many steps lead from it to the nearest of `goals` (instruction numbers): 0 for a goal,
  // kNone if there is no way. Found by a breadth-first search backwards. Within::Function does not enter called
  // functions.
  enum class Within { Program, Function };
  std::vector<std::uint32_t> distances(const std::vector<std::uint32_t>& goals, Within within) const;

 private:
  struct Range {
    std::uint32_t address;      // aligned as instructions are
    std::uint32_t places;       // where an instruction can begin
    std::uint32_t first_place;  // of the first one, in numbers_
  };
  struct Node {
    std::uint32_t address = 0;
    std::uint32_t incoming = kNone;  // the last edge that leads here
    bool returns = false;
  };
  struct Edge {
    std::uint32_t source;
    std::uint32_t next;  // another edge that leads to the same target, or kNone
    bool call;
  };

  // The range that has an address, or null.
  const Range* range_of(std::uint32_t address) const {
    const auto after = std::upper_bound(ranges_.begin(), ranges_.end(), address,
                                        [](std::uint32_t a, const Range& range) { return a < range.address; });
    if (after == ranges_.begin() || (address - after[-1].address) / alignment() >= after[-1].places) return nullptr;
    return &after[-1];
  }
  // The place of an address in numbers_, or kNone.
  std::uint32_t place_of(std::uint32_t address) const {
    const Range* range = code_.extensions().can_begin_at(address) ? range_of(address) : nullptr;
    return range ? range->first_place + (address - range->address) / alignment() : kNone;
  }
  std::uint32_t alignment() const { return code_.extensions().alignment(); }
  // The instruction at an address; illegal if it does not end in the image.
  isa::Instruction instruction_at(std::uint32_t address) const {
    return code_.at(address).value_or(isa::Instruction{});
  }
  std::uint32_t enter(std::uint32_t address);
  void add_edge(std::uint32_t source, std::uint32_t target, bool call);
  void add_successors(std::uint32_t address);
  void discover_rest();

  isa::ImageCode code_;
  std::vector<Range> ranges_;           // sorted by address
  std::vector<std::uint32_t> numbers_;  // by place where an instruction can begin
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<std::uint32_t> unexplored_;  // addresses whose successors are yet to be found
};

}  // namespace janus::program
