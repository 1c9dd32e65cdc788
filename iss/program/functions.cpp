#include "program/functions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "isa/semihosting.h"
#include "program/call_convention.h"
#include "program/control_flow_graph.h"
#include "program/indirect_jumps.h"

namespace janus::program {
namespace {

using isa::Control;
constexpr std::uint32_t kNone = ControlFlowGraph::kNone;
constexpr unsigned kMaxRounds = 8;  // each round finds functions inside of what the round before took for one function

// Where an instruction leads, by the graph's numbers.
struct Transfer {
  struct Flow {
    EdgeKind kind;
    std::uint32_t target;
  };
  BlockEnd end = BlockEnd::FallsThrough;
  std::uint32_t callee = kNone;
  std::vector<Flow> flows;
};

// Reads transfers off the graph, with indirect jumps resolved.
class Transfers {
 public:
  explicit Transfers(const support::FirmwareImage& image)
      : graph_(image), indirect_(resolve_indirect_jumps(graph_, image)) {}

  const ControlFlowGraph& graph() const { return graph_; }
  // The number at an address; kNone if there is no code.
  std::uint32_t at(std::uint32_t address) const { return graph_.number_of(address); }
  // The function whose address an instruction takes, or kNone.
  std::uint32_t taken(std::uint32_t number) const {
    const auto found = indirect_.taken.find(number);
    return found == indirect_.taken.end() ? kNone : at(found->second);
  }

  Transfer of(std::uint32_t number) const {
    const isa::Instruction i = graph_.instruction(number);
    const std::uint32_t address = graph_.address_of(number);
    Transfer transfer;
    const auto leads_to = [&](EdgeKind kind, std::uint32_t to) {
      if (const std::uint32_t target = at(to); target != kNone) transfer.flows.push_back({kind, target});
    };
    switch (isa::control(i.opcode)) {
      case Control::Traps:
        if (!isa::calls_host(graph_.code(), address)) {
          transfer.end = BlockEnd::Stops;
          return transfer;
        }
        leads_to(EdgeKind::Fallthrough, isa::next_pc(address, i));
        break;
      case Control::ReturnsFromTrap: transfer.end = BlockEnd::ReturnsFromTrap; return transfer;
      case Control::Jump:
        transfer.end = is_call(i) ? BlockEnd::Calls : BlockEnd::Jumps;
        if (is_call(i)) {
          transfer.callee = at(isa::target_of(address, i));
        } else {
          leads_to(EdgeKind::Jump, isa::target_of(address, i));
        }
        break;
      case Control::JumpRegister: {
        const auto found = indirect_.targets.find(number);
        const JumpTargets* targets = found == indirect_.targets.end() ? nullptr : &found->second;
        transfer.end = end_of(i, targets);
        if (transfer.end == BlockEnd::Calls) transfer.callee = at(targets->addresses.front());
        if (!targets || is_call(i)) break;
        for (const std::uint32_t to : targets->addresses)
          leads_to(targets->table ? EdgeKind::Table : EdgeKind::Jump, to);
        break;
      }
      case Control::Branch:
        transfer.end = BlockEnd::Branches;
        leads_to(EdgeKind::Taken, isa::target_of(address, i));
        [[fallthrough]];
      case Control::CallsEnvironment:
      case Control::Next: leads_to(EdgeKind::Fallthrough, isa::next_pc(address, i));
    }
    if (is_call(i)) leads_to(EdgeKind::AfterCall, isa::next_pc(address, i));
    return transfer;
  }

 private:
  static BlockEnd end_of(const isa::Instruction& jalr, const JumpTargets* targets) {
    if (is_return(jalr)) return BlockEnd::Returns;
    if (is_call(jalr)) return targets ? BlockEnd::Calls : BlockEnd::CallsIndirectly;
    if (!targets) return BlockEnd::JumpsIndirectly;
    return targets->table ? BlockEnd::JumpsByTable : BlockEnd::Jumps;
  }

  ControlFlowGraph graph_;
  IndirectJumps indirect_;
};

// Decides which instruction belongs to which function.
class Partition {
 public:
  struct Part {
    std::uint32_t entry;
    bool returns = false;
    std::vector<std::uint32_t> callers{};       // instructions that call this part, and go on if it returns
    std::vector<std::uint32_t> tail_callers{};  // parts that return if this part returns
  };

  Partition(const Transfers& transfers, const support::FirmwareImage& image)
      : transfers_(transfers), is_entry_(transfers.graph().size()) {
    for (const support::Symbol& symbol : image.symbols()) {
      if (!symbol.is_function) continue;
      if (const std::uint32_t number = transfers.at(symbol.address); number != kNone) is_entry_[number] = true;
    }
    for (unsigned round = 0; round < kMaxRounds; ++round) {
      owner_.assign(is_entry_.size(), kNone);
      parts_.clear();
      inner_entries_.clear();
      open(0);
      visit_all();
      if (inner_entries_.empty()) break;
      for (const std::uint32_t number : inner_entries_) is_entry_[number] = true;
    }
  }

  const std::vector<Part>& parts() const { return parts_; }
  // The part of an instruction, or kNone.
  std::uint32_t owner(std::uint32_t number) const { return owner_[number]; }

 private:
  void visit_all() {
    while (!unvisited_.empty() || !returning_.empty()) {
      if (!unvisited_.empty()) {
        const std::uint32_t number = unvisited_.back();
        unvisited_.pop_back();
        visit(number);
        continue;
      }
      Part& part = parts_[returning_.back()];
      returning_.pop_back();
      const auto callers = std::move(part.callers), tail_callers = std::move(part.tail_callers);
      for (const std::uint32_t call : callers) go_on_behind(call);
      for (const std::uint32_t caller : tail_callers) set_returns(caller);
    }
  }

  void visit(std::uint32_t number) {
    if (const std::uint32_t function = transfers_.taken(number); function != kNone) open(function);
    const Transfer transfer = transfers_.of(number);
    if (transfer.end == BlockEnd::Returns || transfer.end == BlockEnd::JumpsIndirectly) set_returns(owner_[number]);
    if (transfer.callee != kNone) {
      const std::uint32_t callee = open(transfer.callee);
      if (!parts_[callee].returns) {
        parts_[callee].callers.push_back(number);
        return;
      }
    }
    for (const auto& flow : transfer.flows) flow_to(number, flow.target);
  }

  void go_on_behind(std::uint32_t call) {
    for (const auto& flow : transfers_.of(call).flows) flow_to(call, flow.target);
  }

  void flow_to(std::uint32_t number, std::uint32_t target) {
    const std::uint32_t part = owner_[number];
    if (target == parts_[part].entry) return;
    if (is_entry_[target] || (owner_[target] != kNone && owner_[target] != part)) {
      const std::uint32_t callee = open(target);
      if (parts_[callee].returns) {
        set_returns(part);
      } else {
        parts_[callee].tail_callers.push_back(part);
      }
    } else if (owner_[target] == kNone) {
      owner_[target] = part;
      unvisited_.push_back(target);
    }
  }

  // The part that begins at an instruction. If the instruction is inside of another part already, that part, for now.
  std::uint32_t open(std::uint32_t number) {
    if (owner_[number] == kNone) {
      owner_[number] = static_cast<std::uint32_t>(parts_.size());
      parts_.push_back({number});
      unvisited_.push_back(number);
    } else if (parts_[owner_[number]].entry != number) {
      inner_entries_.push_back(number);
    }
    is_entry_[number] = true;
    return owner_[number];
  }

  void set_returns(std::uint32_t part) {
    if (parts_[part].returns) return;
    parts_[part].returns = true;
    returning_.push_back(part);
  }

  const Transfers& transfers_;
  std::vector<bool> is_entry_;  // by number
  std::vector<std::uint32_t> owner_;
  std::vector<Part> parts_;
  std::vector<std::uint32_t> unvisited_, returning_, inner_entries_;
};

// Cuts parts into blocks.
class BlockBuilder {
 public:
  BlockBuilder(const Transfers& transfers, const Partition& partition, const support::FirmwareImage& image)
      : transfers_(transfers),
        graph_(transfers.graph()),
        partition_(partition),
        image_(image),
        leads_(graph_.size()),
        block_of_(graph_.size(), kNone),
        numbers_(partition.parts().size()) {
    for (std::uint32_t number = 0; number < graph_.size(); ++number) {
      if (partition.owner(number) == kNone) continue;
      numbers_[partition.owner(number)].push_back(number);
      const Transfer transfer = transfers.of(number);
      if (transfer.end == BlockEnd::FallsThrough) continue;
      for (const auto& flow : transfer.flows) leads_[flow.target] = true;
    }
    for (const auto& part : partition.parts()) leads_[part.entry] = true;
    for (auto& numbers : numbers_) {
      std::sort(numbers.begin(), numbers.end(),
                [&](std::uint32_t a, std::uint32_t b) { return graph_.address_of(a) < graph_.address_of(b); });
    }
  }

  Function build(std::uint32_t part) {
    const auto& [entry, returns, callers, tail_callers] = partition_.parts()[part];
    Function function;
    function.entry = graph_.address_of(entry);
    function.name = name_of(function.entry);
    function.returns = returns;
    std::vector<std::uint32_t> lasts;  // instructions, of each block
    for (const std::uint32_t number : numbers_[part]) {
      const std::uint32_t address = graph_.address_of(number);
      if (lasts.empty() || leads_[number] || function.blocks.back().end != address || ends_block(lasts.back())) {
        block_of_[number] = static_cast<std::uint32_t>(lasts.size());
        function.blocks.emplace_back().begin = address;
        lasts.emplace_back();
      }
      function.blocks.back().last = address;
      function.blocks.back().end = isa::next_pc(address, graph_.instruction(number));
      lasts.back() = number;
    }
    function.entry_block = block_of_[entry];
    for (std::size_t block = 0; block < lasts.size(); ++block) connect(function.blocks[block], lasts[block], part);
    return function;
  }

 private:
  bool ends_block(std::uint32_t number) const { return transfers_.of(number).end != BlockEnd::FallsThrough; }

  void connect(BasicBlock& block, std::uint32_t last, std::uint32_t part) {
    const Transfer transfer = transfers_.of(last);
    block.ends = transfer.end;
    if (transfer.callee != kNone) {
      const Partition::Part& callee = partition_.parts()[partition_.owner(transfer.callee)];
      block.callees.push_back(graph_.address_of(callee.entry));
      if (!callee.returns) return;
    }
    for (const auto& [kind, target] : transfer.flows) {
      const std::uint32_t owner = partition_.owner(target);
      if (owner != part) {
        block.callees.push_back(graph_.address_of(partition_.parts()[owner].entry));
        continue;
      }
      const BlockEdge edge{block_of_[target], kind};
      if (block.successors.empty() || block.successors.front().block != edge.block) block.successors.push_back(edge);
    }
    const bool leaves = transfer.end == BlockEnd::FallsThrough || transfer.end == BlockEnd::Jumps;
    if (leaves && block.successors.empty()) block.ends = block.callees.empty() ? BlockEnd::Stops : BlockEnd::TailCalls;
  }

  std::string name_of(std::uint32_t address) const {
    const auto& symbols = image_.symbols();
    const auto first = std::lower_bound(symbols.begin(), symbols.end(), address,
                                        [](const support::Symbol& s, std::uint32_t a) { return s.address < a; });
    const std::string* label = nullptr;
    for (auto symbol = first; symbol != symbols.end() && symbol->address == address; ++symbol) {
      if (symbol->is_function) return symbol->name;
      if (!label && symbol->name[0] != '$' && symbol->name[0] != '.') label = &symbol->name;
    }
    return label ? *label : fmt::format("0x{:08x}", address);
  }

  const Transfers& transfers_;
  const ControlFlowGraph& graph_;
  const Partition& partition_;
  const support::FirmwareImage& image_;
  std::vector<bool> leads_;                          // by number: whether a block begins there
  std::vector<std::uint32_t> block_of_;              // by number, of those that begin one
  std::vector<std::vector<std::uint32_t>> numbers_;  // by part, in the order of addresses
};

}  // namespace

std::string_view to_string(BlockEnd end) {
  constexpr std::string_view kTexts[] = {
#define BLOCK_END(name, text) text,
#include "program/block_ends.def"
#undef BLOCK_END
  };
  return kTexts[static_cast<std::size_t>(end)];
}

std::string_view to_string(EdgeKind kind) {
  switch (kind) {
    case EdgeKind::Fallthrough: return "fallthrough";
    case EdgeKind::Taken: return "taken";
    case EdgeKind::Jump: return "jump";
    case EdgeKind::Table: return "table";
    case EdgeKind::AfterCall: return "after call";
  }
  return {};
}

Successors Function::graph() const {
  Successors successors(blocks.size());
  for (std::size_t block = 0; block < blocks.size(); ++block) {
    for (const BlockEdge& edge : blocks[block].successors) successors[block].push_back(edge.block);
  }
  return successors;
}

FunctionStructure::FunctionStructure(const Function& function) {
  const Successors graph = function.graph();
  dominators = immediate_dominators(graph, function.entry_block);
  post_dominators = immediate_post_dominators(graph);
  loops = LoopForest(graph, function.entry_block);
}

std::vector<Function> find_functions(const support::FirmwareImage& image) {
  const Transfers transfers(image);
  if (transfers.graph().size() == 0) return {};
  const Partition partition(transfers, image);
  BlockBuilder builder(transfers, partition, image);
  std::vector<Function> functions;
  for (std::uint32_t part = 0; part < partition.parts().size(); ++part) functions.push_back(builder.build(part));
  std::sort(functions.begin(), functions.end(), [](const Function& a, const Function& b) { return a.entry < b.entry; });
  return functions;
}

}  // namespace janus::program
