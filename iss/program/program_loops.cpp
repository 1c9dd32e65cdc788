#include "program/program_loops.h"

#include "isa/predicates.h"
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

}  // namespace janus::program
