#include "hart/call_tracker.h"

#include <algorithm>
#include <new>

namespace janus::hart {

CallTracker::CallTracker(CallProfile& profile, CodeCache& code, std::uint32_t ram_base)
    : profile_(profile),
      code_(code),
      ram_base_(ram_base),
      stack_(static_cast<Pushed*>(std::aligned_alloc(kBytes, kBytes))),
      quiet_(support::reserve<std::uint32_t>(code.slot_count())) {
  if (!stack_) throw std::bad_alloc();
  base_ = top_ = end();
  base_[-1] = {&never_, 0};
}

TrackedCall& CallTracker::tracked_call(std::uint32_t from, std::uint32_t behind, std::uint32_t target) {
  TrackedCall& call = profile_.tracked_call(ram_base_ + from, ram_base_ + behind, ram_base_ + target);
  call.returns_to = behind;
  return call;
}

TrackedCall& CallTracker::tracked_tail_call(std::uint32_t from, std::uint32_t target) {
  TrackedCall& call = profile_.tracked_call(ram_base_ + from, std::nullopt, ram_base_ + target);
  call.returns_to = TrackedCall::kAsBelow;
  return call;
}

void CallTracker::begin(const Observer::State& state, std::uint64_t due, std::uint64_t retired) {
  due_ = due;
  retired_ = retired;
  profile_.begin_translated(state);
  restart();
}

void CallTracker::end(const Observer::State& state) {
  hand_over();
  profile_.end_translated(state);
}

void CallTracker::transferred(Transfer transfer, std::uint32_t length, std::uint32_t from, std::uint32_t to,
                              std::int64_t counters) {
  hand_over();
  const std::uint32_t pc = ram_base_ + from, target = ram_base_ + to;
  profile_.transferred(transfer, pc, pc + length, target, cycles_at(counters), retired_at(counters));
  restart();
  const std::uint32_t slot = to / code_.slot_bytes();
  if (transfer == Transfer::Jump && !code_.follows_call(slot)) quiet_[slot] = profile_.function_at(target) + 1;
  if (transfer == Transfer::Next || !profile_.is_entry(target)) return;
  const auto calls = register_calls_.find(from);
  if (calls == register_calls_.end()) return;
  if (transfer == Transfer::Call) {
    calls->second[place_of(slot)] = {&tracked_call(from, from + length, to), to};
  } else if (!code_.follows_call(slot) && profile_.function_at(pc) != profile_.function_at(target)) {
    calls->second[place_of(slot)] = {&tracked_tail_call(from, to), to};
  }
}

// Gives the calls on the stack to the profiler, which counts for itself how often a function is active.
void CallTracker::hand_over() {
  for (const Pushed* pushed = base_; pushed != top_; ++pushed) --*pushed->call->active;
  for (const Pushed* pushed = base_; pushed != top_; ++pushed)
    profile_.called(*pushed->call, cycles_at(pushed->counters), retired_at(pushed->counters));
  top_ = base_;
}

void CallTracker::restart() {
  constexpr std::size_t kMost = kBytes / sizeof(Pushed) - 1;
  base_ = top_ = end() - std::min(profile_.room(), kMost);
  base_[-1] = {&never_, 0};
}

void CallTracker::forget(std::uint32_t first, std::uint32_t last) {
  std::fill(quiet_.get() + first, quiet_.get() + last, 0);
  const auto end = register_calls_.lower_bound(last * code_.slot_bytes());
  for (auto calls = register_calls_.lower_bound(first * code_.slot_bytes()); calls != end; ++calls) calls->second = {};
}

}  // namespace janus::hart
