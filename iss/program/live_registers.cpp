#include "program/live_registers.h"

#include "program/call_convention.h"

namespace janus::program {
namespace {

constexpr std::uint32_t kAll = ~0U;

// What is live before an instruction, given what is live after it.
std::uint32_t live_before(const isa::Instruction& i, bool leads_on, std::uint32_t after) {
  const std::uint32_t reads = isa::registers_read(i);
  if (is_return(i)) return kResultRegisters | kPreservedRegisters | reads;
  if (is_call(i)) return (after & kSavedRegisters) | kArgumentRegisters | kPointerRegisters | reads;
  if (!leads_on || i.opcode == isa::Opcode::ecall) return kAll;  // a hook may name any register
  if (i.opcode == isa::Opcode::ebreak) return kAll;              // a call of the host
  return (after & ~(1U << isa::written_register(i))) | reads;
}

}  // namespace

std::vector<std::uint32_t> live_registers(const ControlFlowGraph& graph) {
  const auto successors = graph.successors();
  std::vector<std::uint32_t> live(graph.size(), 0);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t number = graph.size(); number-- > 0;) {
      std::uint32_t after = 0;
      for (const std::uint32_t successor : successors[number]) after |= live[successor];
      const std::uint32_t before = live_before(graph.instruction(number), !successors[number].empty(), after);
      changed = changed || before != live[number];
      live[number] = before;
    }
  }
  for (std::uint32_t& registers : live) registers &= ~1U;  // x0 is never
  return live;
}

}  // namespace janus::program
