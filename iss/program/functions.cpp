#include "program/functions.h"

#include <fmt/format.h>

#include <algorithm>

#include "program/control_flow_graph.h"
#include "program/indirect_jumps.h"

namespace janus::program {
namespace {

constexpr std::uint32_t kNone = ControlFlowGraph::kNone;

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
  ControlFlowGraph graph(image);
  const IndirectJumps indirect = resolve_indirect_jumps(graph, image);
  if (graph.size() == 0) return {};
  const Transfers transfers(graph, indirect);
  const Partition partition(transfers, image);
  BlockBuilder builder(transfers, partition, image);
  std::vector<Function> functions;
  for (std::uint32_t part = 0; part < partition.parts().size(); ++part) functions.push_back(builder.build(part));
  std::sort(functions.begin(), functions.end(), [](const Function& a, const Function& b) { return a.entry < b.entry; });
  return functions;
}

}  // namespace janus::program
