#include "program/program_loops.h"

#include "isa/predicates.h"
#include "program/call_convention.h"
#include "program/indirect_jumps.h"

namespace janus::program {
namespace {

// The successors within functions, and a root as the last node. The root leads to the entry point, to every instruction
// that is called, and to every instruction that no other instruction leads to without a call.
std::vector<std::vector<std::uint32_t>> with_root(const ControlFlowGraph& graph) {
  auto successors = graph.successors();
  std::vector<std::uint32_t> roots;
  for (std::uint32_t number = 0; number < graph.size(); ++number) {
    bool inside = false, called = number == 0;
    graph.each_incoming(number, [&](std::uint32_t, bool call) {
      called = called || call;
      inside = inside || !call;
      return true;
    });
    if (called || !inside) roots.push_back(number);
  }
  successors.push_back(std::move(roots));
  return successors;
}

// The registers that must be known in front of an instruction, so that `behind` is known behind it. What called code
// returns depends on all of its arguments.
std::uint32_t needed_before(const isa::Instruction& instruction, std::uint32_t behind) {
  if (is_call(instruction)) {
    const std::uint32_t arguments = (behind & kResultRegisters) != 0 ? kArgumentRegisters : 0;
    return (behind & ~kClobberedRegisters) | arguments;
  }
  const std::uint32_t written = 1U << isa::written_register(instruction) & ~1U;
  return (behind & written) == 0 ? behind : (behind & ~written) | isa::registers_read(instruction);
}

}  // namespace

ProgramLoops::ProgramLoops(const support::FirmwareImage& image)
    : graph_(resolved_graph(image)), forest_(with_root(graph_), graph_.size()), headed_(graph_.size(), kNone) {
  for (LoopNumber loop = 0; loop < forest_.loops().size(); ++loop) {
    const std::uint32_t header = forest_.loops()[loop].header;
    if (header < graph_.size()) headed_[header] = loop;
  }
}

std::vector<std::uint32_t> ProgramLoops::addresses(LoopNumber loop) const {
  std::vector<std::uint32_t> addresses;
  for (const std::uint32_t number : forest_.nodes(loop)) addresses.push_back(graph_.address_of(number));
  return addresses;
}

std::uint32_t ProgramLoops::written_registers(LoopNumber loop) const {
  std::uint32_t registers = 0;
  for (const std::uint32_t number : forest_.nodes(loop))
    registers |= 1U << isa::written_register(graph_.instruction(number));
  return registers & ~1U;
}

std::uint32_t ProgramLoops::steering_registers(LoopNumber loop) const {
  std::uint32_t registers = 0;
  for (LoopNumber each = loop; each != kNone; each = forest_.loops()[each].parent) {
    std::unordered_map<std::uint32_t, std::uint32_t> read;  // for that, by instruction
    for (const GraphEdge& exit : forest_.loops()[each].exits)
      read[exit.from] |= isa::registers_read(graph_.instruction(exit.from));
    for (const std::uint32_t number : forest_.nodes(each)) {
      const isa::Instruction instruction = graph_.instruction(number);
      const bool has_address = isa::is_load(instruction) || isa::is_store(instruction) || isa::is_atomic(instruction);
      if (each == loop && has_address) read[number] |= 1U << instruction.rs1;
    }
    registers |= sources_of(each, read, forest_.loops()[loop].header);
  }
  return registers & ~1U;
}

// The registers in front of `place` from which is computed what the instructions of a loop read, as `read` says.
std::uint32_t ProgramLoops::sources_of(LoopNumber loop, const std::unordered_map<std::uint32_t, std::uint32_t>& read,
                                       std::uint32_t place) const {
  const auto nodes = forest_.nodes(loop);
  std::unordered_map<std::uint32_t, std::uint32_t> needed;  // behind each instruction
  std::vector<std::uint32_t> open(nodes.begin(), nodes.end());
  std::uint32_t result = 0;
  while (!open.empty()) {
    const std::uint32_t number = open.back();
    open.pop_back();
    std::uint32_t before = needed_before(graph_.instruction(number), needed[number]);
    if (const auto found = read.find(number); found != read.end()) before |= found->second;
    if (number == place) result |= before;
    graph_.each_incoming(number, [&](std::uint32_t from, bool call) {
      if (call || !forest_.contains(loop, from)) return true;
      std::uint32_t& behind = needed[from];
      if ((before & ~behind) != 0) open.push_back(from);
      behind |= before;
      return true;
    });
  }
  return result;
}

}  // namespace janus::program
