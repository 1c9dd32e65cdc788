#include "engine/subsume/history.h"

#include <algorithm>

#include "isa/hooks.h"
#include "isa/predicates.h"
#include "isa/registers.h"

namespace janus::engine {
namespace {

using isa::Opcode;

// The value of a register under the state's model. If the path has resolved the register, this is its only value.
std::uint32_t value_of(const ExecutionState& state, std::uint8_t number) {
  const auto& word = state.hart.x[number];
  return word.term ? static_cast<std::uint32_t>(term::evaluate(word.term, *state.model)) : word.bits.raw;
}

bool tells_time(std::uint32_t csr) {
  namespace number = isa::csr;
  const auto within = [csr](std::uint32_t first, std::uint32_t last) { return first <= csr && csr <= last; };
  return within(number::cycle, number::instret) || within(number::cycleh, number::instreth) ||
         within(number::mcycle, number::minstret) || within(number::mcycleh, number::minstreth);
}

void describe_csr(const ExecutionState& state, const isa::Instruction& i, Step& step) {
  const bool writes = isa::writes_csr(i);
  const bool names_register = isa::row(i.opcode).reads_rs1;
  const bool overwritten = names_register && writes && i.rd != 0 && i.rd == i.rs1;
  const bool stops_counters = writes && i.immediate == isa::csr::mcountinhibit;
  if (tells_time(i.immediate) || stops_counters || overwritten) {
    step.kind = StepKind::Cut;
    return;
  }
  step.result = value_of(state, i.rd);
  if (names_register) step.value = value_of(state, i.rs1);
}

// The hart that isa::decode_hook() needs: the registers of a state after the hook. The hooks Assert and Assume do not
// change registers.
struct HookRegisters {
  const ExecutionState& state;
  isa::ConcreteValues domain{};

  isa::ConcreteValues& values() { return domain; }
  isa::Bits<32> get(std::uint8_t number) { return {value_of(state, number)}; }
  std::optional<bool> branch(isa::Bits<1> condition) { return condition.raw != 0; }
  std::optional<std::uint32_t> resolve(isa::Bits<32> word) { return word.raw; }
};

void describe_hook(const ExecutionState& state, bool called_hook, bool trapped, const Input* last_input, Step& step) {
  using isa::HookCode;
  if (state.inputs != last_input && !state.inputs->answer) {
    step.kind = StepKind::MakeSymbolic;
    return;
  }
  step.kind = StepKind::Cut;
  if (!called_hook) return;
  HookRegisters registers{state};
  const auto hook = isa::decode_hook(registers, false);
  if (hook.is != decltype(hook.is)::Hook || !hook.call.names_a_register()) return;
  step.value = hook.call.register_number;
  const bool ends = trapped && step.next == step.pc;  // a condition that fails leaves the state at the hook
  if (hook.call.code == HookCode::Assume && (!trapped || ends)) step.kind = StepKind::Assume;
  if (hook.call.code == HookCode::Assert && !trapped) step.kind = StepKind::Assert;
}

void describe_accesses(const ExecutionState& state, const ExecutedInstruction& executed,
                       std::optional<std::uint32_t> tohost, Step& step) {
  const isa::Instruction& i = executed.instruction;
  step.accesses = static_cast<std::uint8_t>(executed.accesses.size());
  for (const MemoryAccess& access : executed.accesses) {
    if (access.device && state.board.get().shows_time(access.low)) step.kind = StepKind::Cut;
    const bool keeps_symbol = access.device && state.board.get().keeps(access.low) && state.board.get().keeps_symbols();
    if (keeps_symbol) step.kind = StepKind::Cut;  // no step has a term for its value
    if (access.device && !access.store) step.result = value_of(state, i.rd);
    if (access.host) step.kind = StepKind::Cut;  // the answer depends on other memory
    const bool value_matters = access.device || access.low == tohost;
    if (!access.store || !value_matters) continue;
    if (isa::is_atomic(i)) step.kind = StepKind::Cut;  // no register holds the stored value any more
    step.value = value_of(state, i.rs2);
    step.any_value = access.device && state.board.get().ignores_value(access.low);
  }
}

}  // namespace

Segment::~Segment() {
  std::vector<std::shared_ptr<Segment>> released = std::move(parents);
  while (!released.empty()) {
    const std::shared_ptr<Segment> last = std::move(released.back());
    released.pop_back();
    if (!last || last.use_count() > 1) continue;
    std::move(last->parents.begin(), last->parents.end(), std::back_inserter(released));
    last->parents.clear();
  }
}

Step step_of(const ExecutionState& state, const ExecutedInstruction& executed, bool trapped, const Input* last_input,
             std::optional<std::uint32_t> tohost) {
  const isa::Instruction& i = executed.instruction;
  Step step{.pc = executed.pc, .next = state.hart.pc, .word = i.word};
  if (i.opcode == Opcode::ecall) {
    describe_hook(state, executed.called_hook, trapped, last_input, step);
  } else if (trapped || i.opcode == Opcode::Illegal || state.hart.is_guarded()) {
    step.kind = StepKind::Cut;
  } else if (isa::accesses_csr(i)) {
    describe_csr(state, i, step);
  } else {
    describe_accesses(state, executed, tohost, step);
  }
  return step;
}

}  // namespace janus::engine
