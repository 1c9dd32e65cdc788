#include "observe/profiler.h"

#include <algorithm>
#include <utility>

#include "isa/predicates.h"

namespace janus::observe {

void Profiler::before(const isa::Instruction&, const State& state) { reach(state); }

// Accounts for the time since the last instruction: the hart waited, and then may have entered a handler.
void Profiler::reach(const State& state) {
  const std::uint64_t gap = state.cycles - accounted_;
  const std::uint64_t entering = entered_ ? std::min<std::uint64_t>(gap, interrupt_cycles_) : 0;
  if (gap != entering) spend(started_ ? from_ : state.pc, {gap - entering, 0});
  if (std::exchange(entered_, false)) graph_.trap();
  arrive(Transfer::Next, from_, behind_, state.pc);
  if (entering != 0) spend(state.pc, {entering, 0});
  accounted_ = state.cycles;
  started_ = true;
}

void Profiler::after(std::uint32_t pc, const isa::Instruction& instruction, bool retired, const State& state) {
  spend(pc, {state.cycles - accounted_, retired ? 1U : 0U});
  accounted_ = state.cycles;
  from_ = pc;
  behind_ = isa::next_pc(pc, instruction);
  if (!retired || entered_) return;
  if (isa::control(instruction.opcode) == isa::Control::ReturnsFromTrap) graph_.return_from_trap();
  arrive(hart::transfer_of(instruction), from_, behind_, state.pc);
}

void Profiler::trapped(const State&) { entered_ = true; }

void Profiler::begin_translated(const State& state) {
  reach(state);
  retired_ = state.retired;
}

void Profiler::end_translated(const State& state) {
  advance(state.cycles, state.retired);
  if (!entered_) arrive(Transfer::Next, from_, behind_, state.pc);
}

void Profiler::called(hart::TrackedCall& call, std::uint64_t cycles, std::uint64_t retired) {
  advance(cycles, retired);
  graph_.called(call);
}

void Profiler::transferred(Transfer transfer, std::uint32_t from, std::uint32_t behind, std::uint32_t to,
                           std::uint64_t cycles, std::uint64_t retired) {
  advance(cycles, retired);
  arrive(transfer, from, behind, to);
}

void Profiler::executed_amid(std::uint32_t pc, std::uint32_t behind, std::uint64_t cycles, bool retired) {
  costs_[pc] += {cycles, retired ? 1U : 0U};
  from_ = pc;
  behind_ = behind;
}

void Profiler::advance(std::uint64_t cycles, std::uint64_t retired) {
  graph_.spend({cycles - accounted_, retired - retired_});
  accounted_ = cycles;
  retired_ = retired;
}

void Profiler::arrive(Transfer transfer, std::uint32_t from, std::uint32_t behind, std::uint32_t pc) {
  const std::uint32_t function = code_.at(pc).function;
  graph_.arrive(transfer, from, behind, pc, function, code_.functions()[function].entry);
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
