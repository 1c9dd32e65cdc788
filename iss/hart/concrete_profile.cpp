// The hart's side of counting what is executed, and of profiling (hart/call_profile.h).
#include "hart/concrete_hart.h"

namespace janus::hart {

void ConcreteHart::count(ExecutionCounter& counter) {
  counter_ = &counter;
  if (code_) count_in_code();
}

void ConcreteHart::count_in_code() {
  code_->count([this](std::uint32_t offset, std::uint64_t times, std::uint64_t taken, std::uint64_t cycles) {
    if (counter_) counter_->executed_often(config_.ram_base + offset, times, taken);
    if (profile_) profile_->executed_often(config_.ram_base + offset, times, cycles);
  });
}

void ConcreteHart::profile(CallProfile& profile) {
  profile_ = &profile;
  observation_.observe_some(profile);
  if (!code_) return;
  count_in_code();
  code_->clear();  // what was translated follows no calls
  translator_.reset();
  prepare_translator();
}

// An interrupt's handler has been entered.
void ConcreteHart::tell_trap() {
  for (Observer* observer : observation_.observers()) observer->trapped(state_);
}

// Executes one instruction amid translated code, and tells the profiler what it cost.
void ConcreteHart::execute_one_amid(const isa::Instruction* instruction) {
  const std::uint64_t cycles = state_.cycles, retired = state_.retired, traps = state_.traps;
  const std::uint32_t pc = state_.pc;
  const isa::Instruction copy = instruction ? *instruction : isa::Instruction{};  // stores forget the code
  execute_by_itself(instruction);
  const bool completed = state_.retired != retired;
  profile_->executed_amid(pc, isa::next_pc(pc, copy), state_.cycles - cycles, completed);
  if (state_.traps != traps) profile_->trapped(state_);
  if (counter_ && completed) counter_->executed(pc, copy, state_.pc);
}

}  // namespace janus::hart
