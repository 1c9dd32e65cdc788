// What a region does for a profiler of calls (hart/call_tracker.h). r12 is the top of the tracker's stack. Calls of
// functions that are known, or that an instruction has called before by register, and returns to the place behind the
// last call take a dozen or two instructions of the host. So do tail calls of functions that are not active. All other
// transfers that may matter call the tracker.
// Transfers within a function cost nothing.
#include <bit>

#include "hart/region_emitter_x86_64.h"

namespace janus::hart {

using Xbyak::Label;
using namespace Xbyak::util;

namespace {

constexpr int kPushed = sizeof(CallTracker::Pushed);

}  // namespace

bool RegionEmitter::stays_in_function(std::uint32_t from, std::uint32_t to) {
  return calls_->profile().function_at(pc(from)) == calls_->profile().function_at(pc(to));
}

// Control goes from the instruction at `index`, which has been accounted for, to `target`, which has not.
void RegionEmitter::follow(std::uint32_t index, std::uint32_t target) {
  if (!calls_) return;
  const bool stays = stays_in_function(index, target);
  switch (transfer_of(instruction_of(code_.slots()[index]))) {
    case Transfer::Next:
      if (!stays) tell_transfer(index, target);
      return;
    case Transfer::Jump:
      if (stays && !code_.follows_call(target)) return;
      if (stays || code_.follows_call(target) || !calls_->profile().is_entry(pc(target)))
        return tell_transfer(index, target);
      return push_tail_call(index, target);
    case Transfer::Call:
      if (stays && !calls_->profile().is_entry(pc(target))) return;
      if (next(index) >= code_.slot_count() || !stays_in_function(index, next(index)))
        return tell_transfer(index, target);
      return push_call(index, target);
  }
}

// The same for an instruction amid a block, of which everything behind has been accounted for, too.
void RegionEmitter::follow_amid_block(std::uint32_t index) {
  const std::uint32_t behind = next(index);
  if (!calls_ || behind >= code_.slot_count() || stays_in_function(index, behind)) return;
  const Slot& rest = code_.slots()[behind];
  const bool has_rest = code_.slots()[index].count > 1;
  const std::int64_t cost = -static_cast<std::int64_t>(std::uint64_t{rest.cycles} << 32) + rest.count;
  if (has_rest) e_.sub(r13, e_.qword[rip + constants_[cost]]);
  tell_transfer(index, behind);
  if (has_rest) e_.add(r13, e_.qword[rip + constants_[cost]]);
}

// Changes rax, rcx, rdx and the flags.
void RegionEmitter::tell_transfer(std::uint32_t index, std::uint32_t target) {
  e_.mov(eax, offset_of(target));
  tell_transfer(index);
}

// The target is the offset in eax, which is kept.
void RegionEmitter::tell_transfer(std::uint32_t index) {
  const Slot& slot = code_.slots()[index];
  e_.mov(ecx, offset_of(index));
  e_.mov(edx, static_cast<std::uint32_t>(transfer_of(instruction_of(slot))) << 8 | slot.length());
  e_.call(shared_.transferred);
}

void RegionEmitter::push_call(std::uint32_t index, std::uint32_t target) {
  TrackedCall& call = calls_->tracked_call(offset_of(index), offset_of(next(index)), offset_of(target));
  Label full, done;
  e_.test(r12w, r12w);
  e_.jz(full, Emitter::T_NEAR);
  e_.mov(rcx, reinterpret_cast<std::uint64_t>(&call));
  e_.mov(rdx, reinterpret_cast<std::uint64_t>(call.active));
  push_tracked();
  e_.L(done);
  out_of_line_.push_back([this, full, done, index, target]() mutable {
    e_.L(full);
    tell_transfer(index, target);
    e_.jmp(done, Emitter::T_NEAR);
  });
}

// As the profiler, unless the function is active: then frames end.
void RegionEmitter::push_tail_call(std::uint32_t index, std::uint32_t target) {
  TrackedCall& call = calls_->tracked_tail_call(offset_of(index), offset_of(target));
  Label other, done;
  e_.test(r12w, r12w);
  e_.jz(other, Emitter::T_NEAR);
  e_.mov(rdx, reinterpret_cast<std::uint64_t>(call.active));
  e_.cmp(e_.dword[rdx], 0);
  e_.jne(other, Emitter::T_NEAR);
  e_.mov(rcx, reinterpret_cast<std::uint64_t>(&call));
  push_tracked();
  e_.L(done);
  out_of_line_.push_back([this, other, done, index, target]() mutable {
    e_.L(other);
    tell_transfer(index, target);
    e_.jmp(done, Emitter::T_NEAR);
  });
}

// The TrackedCall in rcx, with its counter of active calls in rdx.
void RegionEmitter::push_tracked() {
  e_.mov(e_.qword[r12 + offsetof(CallTracker::Pushed, call)], rcx);
  e_.mov(e_.qword[r12 + offsetof(CallTracker::Pushed, counters)], r13);
  e_.add(r12, kPushed);
  e_.add(e_.qword[rcx + offsetof(TrackedCall, count)], 1);
  e_.add(e_.dword[rdx], 1);
}

// A call to the offset in eax, which is kept: like push_call(), if the tracker has heard of the target lately.
void RegionEmitter::push_call_by_register(std::uint32_t index) {
  if (next(index) >= code_.slot_count() || !stays_in_function(index, next(index))) return tell_transfer(index);
  Label other, done;
  find_called(index, other);
  push_tracked();
  e_.L(done);
  out_of_line_.push_back([this, other, done, index]() mutable {
    e_.L(other);
    tell_transfer(index);
    e_.jmp(done, Emitter::T_NEAR);
  });
}

// A jump to the offset in eax, which is kept: within the function, or a tail call of which the tracker has heard
// lately.
void RegionEmitter::jump_by_register(std::uint32_t index) {
  Label leaves, done;
  e_.mov(rcx, reinterpret_cast<std::uint64_t>(calls_->quiet()));
  e_.cmp(e_.dword[code_.slot_bytes() == 2 ? rcx + rax * 2 : rcx + rax], calls_->profile().function_at(pc(index)) + 1);
  e_.jne(leaves, Emitter::T_NEAR);
  e_.L(done);
  out_of_line_.push_back([this, leaves, done, index]() mutable {
    Label other;
    e_.L(leaves);
    find_called(index, other);
    e_.cmp(e_.dword[rdx], 0);
    e_.jne(other, Emitter::T_NEAR);
    push_tracked();
    e_.jmp(done, Emitter::T_NEAR);
    e_.L(other);
    tell_transfer(index);
    e_.jmp(done, Emitter::T_NEAR);
  });
}

// The TrackedCall of the offset in eax, and its counter of active calls, as push_tracked() wants them.
void RegionEmitter::find_called(std::uint32_t index, Label& other) {
  using Calls = CallTracker::RegisterCalls;
  constexpr unsigned kSize = sizeof(Calls::value_type);
  e_.test(r12w, r12w);
  e_.jz(other, Emitter::T_NEAR);
  e_.mov(ecx, eax);  // CallTracker::place_of()
  e_.shr(ecx, std::countr_zero(code_.slot_bytes()));
  e_.mov(edx, ecx);
  e_.shr(edx, CallTracker::kTargetBits);
  e_.xor_(ecx, edx);
  e_.and_(ecx, (1U << CallTracker::kTargetBits) - 1);
  e_.shl(ecx, std::countr_zero(kSize));
  e_.mov(rdx, reinterpret_cast<std::uint64_t>(calls_->register_calls(offset_of(index)).data()));
  e_.add(rcx, rdx);
  e_.cmp(eax, e_.dword[rcx + offsetof(Calls::value_type, target)]);
  e_.jne(other, Emitter::T_NEAR);
  e_.mov(rcx, e_.qword[rcx + offsetof(Calls::value_type, call)]);
  e_.mov(rdx, e_.qword[rcx + offsetof(TrackedCall, active)]);
}

// Control goes from a jalr to the offset in eax, which is in RAM and is kept.
void RegionEmitter::follow_register(std::uint32_t index) {
  if (!calls_) return;
  const Slot& slot = code_.slots()[index];
  if (transfer_of(instruction_of(slot)) == Transfer::Call) return push_call_by_register(index);
  if (!isa::is_link(slot.rs1)) return jump_by_register(index);
  Label other, done;
  return_from_call(other);
  e_.L(done);
  out_of_line_.push_back([this, other, done, index]() mutable {
    e_.L(other);
    e_.call(shared_.returns_behind_tails);
    e_.jz(done, Emitter::T_NEAR);
    tell_transfer(index);
    e_.jmp(done, Emitter::T_NEAR);
  });
}

// Only the outermost of a function's calls is charged.
void RegionEmitter::return_from_call(Label& other) {
  Label inner;
  e_.mov(rcx, e_.qword[r12 - kPushed + offsetof(CallTracker::Pushed, call)]);
  e_.cmp(eax, e_.dword[rcx + offsetof(TrackedCall, returns_to)]);
  e_.jne(other, Emitter::T_NEAR);
  e_.mov(rdx, e_.qword[rcx + offsetof(TrackedCall, active)]);
  e_.sub(r12, kPushed);
  e_.sub(e_.dword[rdx], 1);
  e_.jnz(inner);
  e_.mov(e_.dword[r12 + offsetof(CallTracker::Pushed, call)], eax);
  e_.mov(rax, r13);
  e_.sub(rax, e_.qword[r12 + offsetof(CallTracker::Pushed, counters)]);
  e_.mov(edx, eax);
  e_.add(e_.qword[rcx + offsetof(TrackedCall, instructions)], rdx);
  e_.sar(rax, 32);
  e_.sub(e_.qword[rcx + offsetof(TrackedCall, cycles)], rax);
  e_.mov(eax, e_.dword[r12 + offsetof(CallTracker::Pushed, call)]);
  e_.L(inner);
}

}  // namespace janus::hart
