#include "engine/explore/path_calls.h"

#include <algorithm>
#include <utility>

#include "isa/predicates.h"
#include "program/call_convention.h"

namespace janus::engine {
namespace {

constexpr std::size_t kMostStacks = 256;  // that are remembered

std::uint32_t sp_of(const ExecutionState& state) {
  const auto& sp = state.hart.x[isa::kSp];
  return sp.is_concrete() ? sp.bits.raw : 0;
}

// Whether the stack pointer comes from elsewhere, as where stacks are switched, in longjmp(), and at the end of a
// frame.
bool brings_stack(const isa::Instruction& i) { return i.rd == isa::kSp && (i.rs1 != isa::kSp || isa::is_load(i)); }

// Whether it comes from memory or from a CSR. Else it may have been computed from what it was, for an array.
bool is_from_elsewhere(const isa::Instruction& i) {
  return isa::is_load(i) || isa::timing_class(i) == isa::TimingClass::System;
}

}  // namespace

void PathCalls::executed(const ExecutionState& state, std::uint32_t pc, const isa::Instruction& instruction,
                         bool trapped) {
  const std::uint32_t next = state.hart.pc, behind = isa::next_pc(pc, instruction), sp = sp_of(state);
  if (trapped) {
    if (next != pc) enter_handler(pc);
  } else if (isa::control(instruction.opcode) == isa::Control::ReturnsFromTrap) {
    leave_handler();
  } else if (brings_stack(instruction)) {
    change_stack(last_sp_, sp, !is_from_elsewhere(instruction));
  } else if (next != behind) {
    if (program::is_call(instruction)) {
      now_.calls = stacks_.call(now_.calls, pc, behind, sp);
      sp_at_[now_.calls] = sp;
    } else if (program::is_return(instruction)) {
      return_to(next, sp);
    }
  }
  last_sp_ = sp;
}

// Where no call returns to, as behind longjmp(), the calls are gone that were made at or below the stack pointer.
void PathCalls::return_to(std::uint32_t target, std::uint32_t sp) {
  const Frame* const left = std::exchange(now_.calls, CallStacks::return_to(now_.calls, target));
  if (now_.calls != left) return;
  while (now_.calls && sp_at_[now_.calls] <= sp) now_.calls = now_.calls->caller;
}

void PathCalls::enter_handler(std::uint32_t pc) {
  now_.outside_handlers.push_back(now_.calls);
  now_.calls = stacks_.call(now_.calls, pc, pc, 0);
  sp_at_[now_.calls] = ~std::uint32_t{0};  // only its own return leaves it
}

void PathCalls::leave_handler() {
  if (now_.is_foreign) {
    now_ = {};
  } else if (!now_.outside_handlers.empty()) {
    now_.calls = now_.outside_handlers.back();
    now_.outside_handlers.pop_back();
  }
}

std::uint32_t PathCalls::top_of(const Stack& stack) const {
  std::uint32_t top = stack.sp;
  for (const Frame* frame = stack.calls; frame; frame = frame->caller) {
    if (!is_of_handler(*frame)) top = std::max(top, sp_at_.at(frame));
  }
  return top;
}

// The stack pointer has become another one. It may lead into the same stack, or into one that was left.
void PathCalls::change_stack(std::uint32_t from, std::uint32_t to, bool may_be_array) {
  constexpr std::uint32_t kLargeArray = 4096;  // bytes
  if (from == 0 || to == 0 || (to >= from && to <= top_of(now_))) return;
  const bool in_handler = !now_.outside_handlers.empty();
  Stack next = {in_handler ? now_.calls : nullptr, now_.outside_handlers, 0, in_handler};
  const auto back = std::find_if(left_.rbegin(), left_.rend(),
                                 [&](const Stack& each) { return each.sp <= to && to <= top_of(each); });
  if (back == left_.rend() && may_be_array && from - to < kLargeArray) return;
  now_.sp = from;
  if (back != left_.rend()) {
    next = std::move(*back);
    left_.erase(std::next(back).base());
  }
  if (!now_.is_foreign) left_.push_back(std::move(now_));
  if (left_.size() > kMostStacks) left_.erase(left_.begin());
  now_ = std::move(next);
}

}  // namespace janus::engine
