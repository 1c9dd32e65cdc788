// Which instruction of a control-flow graph leads where, and to which function it belongs (functions.h says what a
// function is).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "program/control_flow_graph.h"
#include "program/jump_targets.h"

namespace janus::program {

// How a block ends.
enum class BlockEnd : std::uint8_t {
#define BLOCK_END(name, text) name,
#include "program/block_ends.def"
#undef BLOCK_END
};
std::string_view to_string(BlockEnd end);

enum class EdgeKind : std::uint8_t { Fallthrough, Taken, Jump, Table, AfterCall };
std::string_view to_string(EdgeKind kind);

// Where an instruction leads, by the graph's numbers.
struct Transfer {
  struct Flow {
    EdgeKind kind;
    std::uint32_t target;
  };
  BlockEnd end = BlockEnd::FallsThrough;
  std::uint32_t callee = ControlFlowGraph::kNone;
  std::vector<Flow> flows;
};

// Reads transfers off a graph and what is known of its indirect jumps. Both must outlive it.
class Transfers {
 public:
  static constexpr std::uint32_t kNone = ControlFlowGraph::kNone;
  Transfers(const ControlFlowGraph& graph, const IndirectJumps& indirect) : graph_(graph), indirect_(indirect) {}

  const ControlFlowGraph& graph() const { return graph_; }
  // The number at an address; kNone if there is no code.
  std::uint32_t at(std::uint32_t address) const { return graph_.number_of(address); }
  // The function whose address an instruction takes, or kNone.
  std::uint32_t taken(std::uint32_t number) const;
  // The functions whose address stands in data.
  std::vector<std::uint32_t> stored() const;
  Transfer of(std::uint32_t number) const;

 private:
  const ControlFlowGraph& graph_;
  const IndirectJumps& indirect_;
};

// Decides which instruction belongs to which function. Jumps whose targets are unknown may be returns.
class Partition {
 public:
  static constexpr std::uint32_t kNone = ControlFlowGraph::kNone;
  struct Part {
    std::uint32_t entry;
    bool returns = false;
    std::vector<std::uint32_t> callers{};       // instructions that call this part, and go on if it returns
    std::vector<std::uint32_t> tail_callers{};  // parts that return if this part returns
  };

  // `transfers`, of a graph that is not empty, must outlive the partition.
  Partition(const Transfers& transfers, const support::FirmwareImage& image);

  const std::vector<Part>& parts() const { return parts_; }
  // The part of an instruction; kNone if nothing leads there.
  std::uint32_t owner(std::uint32_t number) const { return owner_[number]; }
  // Whether control gets from an instruction to the next ones of its function: not behind a call of what never returns,
  // and from nowhere that nothing leads to.
  bool leads_on(std::uint32_t source) const;

 private:
  void visit_all();
  void visit(std::uint32_t number);
  void go_on_behind(std::uint32_t call);
  void flow_to(std::uint32_t number, std::uint32_t target);
  std::uint32_t open(std::uint32_t number);
  void set_returns(std::uint32_t part);

  const Transfers& transfers_;
  std::vector<bool> is_entry_;  // by number
  std::vector<std::uint32_t> owner_;
  std::vector<Part> parts_;
  std::vector<std::uint32_t> unvisited_, returning_, inner_entries_;
};

}  // namespace janus::program
