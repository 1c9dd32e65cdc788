#include "program/live_registers.h"

#include "isa/hooks.h"
#include "program/call_convention.h"
#include "program/register_trace.h"

namespace janus::program {
namespace {

constexpr std::uint32_t kAll = ~0U;
constexpr std::uint32_t kTemporaries = register_range(isa::kT0, isa::kT2) | kAll << isa::kT3;
constexpr std::uint32_t kMaxSteps = 1U << 20;  // back through the code, for the arguments of all hooks

// What an `ecall` reads of the registers: all, if it is no hook, or nobody knows which.
std::uint32_t read_by_environment_call(RegisterTrace& trace, const ControlFlowGraph& graph, std::uint32_t number) {
  if (graph.code().word(graph.address_of(number) - 4) != isa::kHookMarker) return kAll;
  const auto code = trace.constant(number, isa::kT0);
  if (!code || !isa::is_hook_code(*code)) return kAll;
  const auto hook = static_cast<isa::HookCode>(*code);
  const std::uint32_t read = isa::registers_read_by(hook);
  if (isa::arguments_of(hook) != isa::HookArguments::Register) return read;
  const auto named = trace.constant(number, isa::kT1);
  return named && *named < 32 ? read | 1U << *named : kAll;
}

class Liveness {
 public:
  explicit Liveness(const ControlFlowGraph& graph)
      : graph_(graph), successors_(graph.successors()), callees_(graph.size()), live_(graph.size()) {
    RegisterTrace trace(graph, kMaxSteps, /*marked_hooks=*/true);
    environment_calls_.resize(graph.size());
    for (std::uint32_t number = 0; number < graph.size(); ++number) {
      bool is_entry = number != 0;
      graph.each_incoming(number, [&](std::uint32_t source, bool call) {
        if (call) callees_[source].push_back(number);
        is_entry = is_entry && call;
        return true;
      });
      if (is_entry) entries_.push_back(number);
      if (graph.instruction(number).opcode == isa::Opcode::ecall)
        environment_calls_[number] = read_by_environment_call(trace, graph, number);
    }
  }

  std::vector<std::uint32_t> run() {
    for (bool changed = true; changed;) {
      changed = false;
      note_what_functions_read();
      for (std::uint32_t number = graph_.size(); number-- > 0;) {
        const std::uint32_t before = before_instruction(number);
        changed = changed || before != live_[number];
        live_[number] = before;
      }
    }
    for (std::uint32_t& registers : live_) registers &= ~1U;  // x0 is never
    return std::move(live_);
  }

 private:
  // Whatever begins without reading temporaries counts: no handler, which saves them all.
  void note_what_functions_read() {
    for (const std::uint32_t entry : entries_) {
      if ((live_[entry] & kTemporaries) == 0) read_by_any_ |= live_[entry] & kArgumentRegisters;
    }
  }

  std::uint32_t before_instruction(std::uint32_t number) const {
    const isa::Instruction i = graph_.instruction(number);
    const std::uint32_t reads = isa::registers_read(i);
    if (is_return(i)) return kResultRegisters | kPreservedRegisters | reads;
    std::uint32_t after = 0;
    for (const std::uint32_t successor : successors_[number]) after |= live_[successor];
    if (is_call(i)) {
      const std::uint32_t kept = keeps_convention(i) ? kSavedRegisters : ~(1U << i.rd);
      return (after & kept) | kPointerRegisters | arguments(number) | reads;
    }
    if (successors_[number].empty() || i.opcode == isa::Opcode::ebreak) return kAll;  // `ebreak`: a call of the host
    if (i.opcode == isa::Opcode::ecall) return environment_calls_[number] | after;
    return (after & ~(1U << isa::written_register(i))) | reads;
  }

  // The registers that a call passes arguments in: those that the called function reads; if it is not known, those that
  // any function does.
  std::uint32_t arguments(std::uint32_t number) const {
    if (callees_[number].empty()) return entries_.empty() ? kArgumentRegisters : read_by_any_;
    std::uint32_t read = 0;
    for (const std::uint32_t callee : callees_[number]) read |= live_[callee];
    return read & kArgumentRegisters;
  }

  const ControlFlowGraph& graph_;
  const std::vector<std::vector<std::uint32_t>> successors_;  // without called functions
  std::vector<std::vector<std::uint32_t>> callees_;
  std::vector<std::uint32_t> entries_;            // of functions
  std::uint32_t read_by_any_ = 0;                 // of arguments, by any function
  std::vector<std::uint32_t> environment_calls_;  // what an `ecall` reads
  std::vector<std::uint32_t> live_;               // grows
};

}  // namespace

std::vector<std::uint32_t> live_registers(const ControlFlowGraph& graph) { return Liveness(graph).run(); }

}  // namespace janus::program
