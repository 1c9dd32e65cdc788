// CLINT: the core-local interruptor of SiFive's FU540-C000 manual, chapter 9, for one hart.
//
// Word accesses only. The timer line is high while mtime >= mtimecmp. A timer that is 2^62 ticks or more away is not
// armed: no hart gets there.
#pragma once

#include <string>

#include "devices/registers.h"
#include "hart/architectural_state.h"

namespace janus::devices {

class Clint {
 public:
  static constexpr std::string_view kTitle = "CLINT: the core-local interruptor of SiFive's FU540-C000, for one hart";
  static constexpr Register kRegisters[] = {
      {"MSIP", 0x0000, 4, Access::ReadWrite, 0, "software interrupt", {{"PENDING", 0, 0, "raises the interrupt"}}},
      {.name = "MTIMECMP",
       .offset = 0x4000,
       .bytes = 4,
       .access = Access::ReadWrite,
       .reset = 0xffff'ffff,
       .meaning = "the timer interrupts while mtime >= mtimecmp: 64 bits, the low word first",
       .count = 2},
      {.name = "MTIME",
       .offset = 0xbff8,
       .bytes = 4,
       .access = Access::ReadWrite,
       .reset = 0,
       .meaning = "counts at 10 MHz, or as the platform says: 64 bits, the low word first",
       .count = 2}};

  std::optional<std::uint32_t> read(std::uint32_t offset, unsigned size);
  bool write(std::uint32_t offset, unsigned size, std::uint32_t value);
  Picoseconds next_event() const;
  void advance_to(Picoseconds time) { time_.now = time; }
  // mtime counts with this period in picoseconds. Call it before anything else.
  void set_mtime_period(std::uint64_t period) { mtime_period_ = period; }

  bool software_interrupt() const { return msip_; }
  bool timer_interrupt() const { return timer_held_ ? timer_arrived_ : mtime() >= mtimecmp_; }

  // Lines that can be told when to rise. The software interrupt arrives as if somebody had written MSIP. A timer that
  // is held does not look at the clock: if it is armed, it arrives as if mtime had reached mtimecmp, and stays until
  // mtimecmp is written. mtime itself goes on by the clock. A timer whose comparator has all ones in its low word is
  // not armed: so it is while firmware writes the two words, by the way that the privileged specification shows.
  struct Line {
    std::string_view name;
    std::uint32_t interrupt;  // bit number in mip
  };
  static constexpr Line kArrivals[] = {{"software", hart::interrupt::kSoftware}, {"timer", hart::interrupt::kTimer}};
  void hold(unsigned line) { timer_held_ = timer_held_ || line == kTimerLine; }
  bool can_arrive(unsigned line) const {
    if (line != kTimerLine) return !msip_;
    return timer_held_ && !timer_arrived_ && mtimecmp_ >> 62 == 0 && static_cast<std::uint32_t>(mtimecmp_) != ~0U;
  }
  void arrive(unsigned line) { (line == kTimerLine ? timer_arrived_ : msip_) = true; }
  // mtime minus the periods since reset, modulo 2^64; changed by writes to mtime.
  std::uint64_t mtime_offset() const { return mtime_offset_; }
  std::uint64_t mtime() const { return hart::mtime_at(time_.now, mtime_period_) + mtime_offset_; }

  // All registers but msip: when mtimecmp is reached depends on the time that has passed, unless the timer is held.
  bool shows_time(std::uint32_t offset) const { return offset >= (timer_held_ ? 0xbff8 : 4); }
  bool ignores_value(std::uint32_t) const { return false; }
  bool same_but_for_time(const Clint& other) const { return *this == other; }

  // More about its state, for users.
  std::string contents() const;

  friend bool operator==(const Clint&, const Clint&) = default;

 private:
  static constexpr unsigned kTimerLine = 1;  // of kArrivals

  PassedTime time_;
  bool msip_ = false;
  std::uint64_t mtimecmp_ = ~std::uint64_t{0};
  std::uint64_t mtime_offset_ = 0;
  std::uint64_t mtime_period_ = hart::kMtimePeriod;
  bool timer_held_ = false, timer_arrived_ = false;
};

static_assert(Device<Clint>);

}  // namespace janus::devices
