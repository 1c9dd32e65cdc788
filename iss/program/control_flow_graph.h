// The control-flow graph of a firmware's code: the instructions that can be reached from the entry point, and which
// instruction may follow which.
//
// The graph is static: its code is the image's, even if memory changes later. Code is told from data by reachability,
// not by section flags. Edges that cannot be read off the code are missing: a return, `mret` and a trap have no
// successors, and other indirect jumps only those reported by add_jump(). A call leads to the called function and to
// the instruction behind the call, even if the function never returns.
//
// Cost: linear in the words of the image. Words beyond the first kMaxWords are ignored. The image may hold anything:
// words that are not instructions lead nowhere, and nothing is read outside of segments.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "isa/decoder.h"
#include "support/firmware_image.h"

namespace janus::program {

class ControlFlowGraph {
 public:
  static constexpr std::uint32_t kNone = ~0U;
  static constexpr std::uint32_t kMaxWords = 1U << 22;  // 16 MiB of code

  // `image` must outlive the graph.
  explicit ControlFlowGraph(const support::FirmwareImage& image);

  // The number of the instruction at an address, from 0 in the order of discovery; kNone if it is not in the graph.
  std::uint32_t number_of(std::uint32_t address) const {
    const std::uint32_t word = word_of(address);
    return word == kNone ? kNone : numbers_[word];
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }
  std::uint32_t edges() const { return static_cast<std::uint32_t>(edges_.size()); }
  std::uint32_t address_of(std::uint32_t number) const { return nodes_[number].address; }
  isa::Instruction instruction(std::uint32_t number) const { return isa::decode(word_at(nodes_[number].address)); }
  // The aligned word of the image at an address, if there is one.
  std::optional<std::uint32_t> image_word(std::uint32_t address) const {
    if (address % 4 || !range_of(address)) return std::nullopt;
    return word_at(address);
  }
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
    std::uint32_t address;  // of the first word; aligned as instructions are
    std::uint32_t words;
    std::uint32_t first_word;  // its place in numbers_
    const std::uint8_t* bytes;
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
    if (after == ranges_.begin() || (address - after[-1].address) / isa::kInstructionAlignment >= after[-1].words)
      return nullptr;
    return &after[-1];
  }
  // The place of an address in numbers_, or kNone.
  std::uint32_t word_of(std::uint32_t address) const {
    const Range* range = isa::is_instruction_address(address) ? range_of(address) : nullptr;
    return range ? range->first_word + (address - range->address) / isa::kInstructionAlignment : kNone;
  }
  std::uint32_t word_at(std::uint32_t address) const;
  std::uint32_t enter(std::uint32_t address);
  void add_edge(std::uint32_t source, std::uint32_t target, bool call);
  void add_successors(std::uint32_t address);
  void discover_rest();

  std::vector<Range> ranges_;           // sorted by address
  std::vector<std::uint32_t> numbers_;  // by word of the image
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<std::uint32_t> unexplored_;  // addresses whose successors are yet to be found
};

}  // namespace janus::program
