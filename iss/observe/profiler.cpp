#include "observe/profiler.h"

#include <algorithm>
#include <utility>

#include "isa/predicates.h"

namespace janus::observe {

void Profiler::before(const isa::Instruction&, const State& state) {
  const CodeMap::Place& place = code_.at(state.pc);
  const std::uint32_t entry = code_.functions()[place.function].entry;
  // Time since the last instruction: the hart waited, and then may have entered a handler.
  const std::uint64_t gap = state.cycles - accounted_;
  const std::uint64_t entering = entered_ ? std::min<std::uint64_t>(gap, interrupt_cycles_) : 0;
  if (gap != entering) spend(started_ ? from_ : state.pc, {gap - entering, 0});
  if (std::exchange(entered_, false)) graph_.trap();
  graph_.arrive(std::exchange(transfer_, Transfer::Next), from_, behind_, state.pc, place.function, entry);
  if (entering != 0) spend(state.pc, {entering, 0});
  accounted_ = state.cycles;
  started_ = true;
}

void Profiler::after(std::uint32_t pc, const isa::Instruction& instruction, bool retired, const State& state) {
  spend(pc, {state.cycles - accounted_, retired ? 1U : 0U});
  accounted_ = state.cycles;
  from_ = pc;
  behind_ = isa::next_pc(pc, instruction);
  if (!retired) return;
  transfer_ = transfer_of(instruction);
  if (isa::control(instruction.opcode) == isa::Control::ReturnsFromTrap) graph_.return_from_trap();
}

// The handler's context begins with its first instruction, not here, since the instruction that raised an exception is
// still to be charged.
void Profiler::trapped(const State&) {
  transfer_ = Transfer::Next;
  entered_ = true;
}

void Profiler::finish(std::uint64_t cycles) {
  if (cycles > accounted_ && started_) spend(from_, {cycles - accounted_, 0});
  accounted_ = cycles;
  graph_.finish();
}

Cost Profiler::total() const {
  Cost sum;
  for (const auto& [pc, cost] : costs_) sum += cost;
  return sum;
}

void Profiler::spend(std::uint32_t pc, const Cost& cost) {
  costs_[pc] += cost;
  graph_.spend(cost);
}

}  // namespace janus::observe
