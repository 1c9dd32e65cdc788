// The stack on which translated code follows calls for a profiler (hart/call_profile.h). It holds the calls that
// translated code has made since the hart entered it or since the profiler was last told of a transfer; the calls below
// them are the profiler's. Not thread-safe.
//
//    | never matches | call, counters | call, counters |      end
//                    base                              top
//
// The end is at a multiple of kBytes, so translated code finds out by the low bits of the top that it must not push.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>

#include "hart/call_profile.h"
#include "hart/code_cache.h"
#include "support/reserved_bytes.h"

namespace janus::hart {

class CallTracker {
 public:
  static constexpr std::size_t kBytes = 1U << 16;
  struct Pushed {
    TrackedCall* call;
    std::int64_t counters;  // Translator::Counters when it was called
  };
  static_assert(sizeof(Pushed) == 16);

  // `profile` and `code` must outlive the tracker. RAM begins at `ram_base`. Throws std::bad_alloc.
  CallTracker(CallProfile& profile, CodeCache& code, std::uint32_t ram_base);

  // Translated code begins at the state's pc, with the counters at `left` cycles << 32. The clock of the counters: the
  // run is at cycle `due` when no cycles are left, and had retired `retired` instructions at the beginning.
  void begin(const Observer::State& state, std::uint64_t due, std::uint64_t retired);
  // It has ended, and everything is in the state.
  void end(const Observer::State& state);
  // A transfer of control from the instruction of `length` bytes at one offset into RAM to another.
  void transferred(Transfer transfer, std::uint32_t length, std::uint32_t from, std::uint32_t to,
                   std::int64_t counters);
  // The slots from `first` to before `last` are forgotten.
  void forget(std::uint32_t first, std::uint32_t last);

  // What translated code works on.
  Pushed** top() { return &top_; }
  // By slot: 1 + the function of the instruction there, if a jump to it from the same function changes nothing; 0: the
  // profiler must be told.
  const std::uint32_t* quiet() const { return quiet_.get(); }
  CallProfile& profile() { return profile_; }
  // The calls from an instruction to another, for code that follows them by itself. Offsets into RAM.
  TrackedCall& tracked_call(std::uint32_t from, std::uint32_t behind, std::uint32_t target);
  // The same for a jump to the beginning of another function, which is a tail call unless the function is active.
  TrackedCall& tracked_tail_call(std::uint32_t from, std::uint32_t target);
  // The same from an instruction that calls or jumps by register: calls that the profiler was told of, by their
  // targets' slots (place_of). The reference stays valid.
  struct RegisterCall {
    TrackedCall* call = nullptr;
    std::uint32_t target = TrackedCall::kNowhere;  // offset into RAM
  };
  static_assert(sizeof(RegisterCall) == 16);
  static constexpr unsigned kTargetBits = 5;
  using RegisterCalls = std::array<RegisterCall, 1U << kTargetBits>;
  static std::uint32_t place_of(std::uint32_t slot) { return (slot ^ slot >> kTargetBits) % (1U << kTargetBits); }
  RegisterCalls& register_calls(std::uint32_t from) { return register_calls_[from]; }

 private:
  struct Free {
    void operator()(void* bytes) const { std::free(bytes); }
  };
  Pushed* end() const { return stack_.get() + kBytes / sizeof(Pushed); }
  std::uint64_t cycles_at(std::int64_t counters) const { return due_ - static_cast<std::uint64_t>(counters >> 32); }
  std::uint64_t retired_at(std::int64_t counters) const { return retired_ + static_cast<std::uint32_t>(counters); }
  void hand_over();
  void restart();

  CallProfile& profile_;
  CodeCache& code_;
  const std::uint32_t ram_base_;
  TrackedCall never_;  // below the base
  std::unique_ptr<Pushed[], Free> stack_;
  Pushed *base_ = nullptr, *top_ = nullptr;
  support::ReservedArray<std::uint32_t> quiet_;
  std::map<std::uint32_t, RegisterCalls> register_calls_;  // by the offset of the calling instruction
  std::uint64_t due_ = 0, retired_ = 0;
};

}  // namespace janus::hart
