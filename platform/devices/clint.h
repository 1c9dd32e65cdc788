// CLINT: the core-local interruptor of SiFive's FU540-C000 manual, chapter 9, for one hart.
//
// Word accesses only. The timer line is high while mtime >= mtimecmp. A timer that is 2^62 ticks or more away is not
// armed: no hart gets there.
#pragma once

#include <string>

#include "devices/registers.h"

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
       .meaning = "counts at 10 MHz: 64 bits, the low word first",
       .count = 2}};

  std::optional<std::uint32_t> read(std::uint32_t offset, unsigned size);
  bool write(std::uint32_t offset, unsigned size, std::uint32_t value);
  Picoseconds next_event() const;
  void advance_to(Picoseconds time) { time_.now = time; }

  bool software_interrupt() const { return msip_; }
  bool timer_interrupt() const { return mtime() >= mtimecmp_; }
  // mtime minus the periods since reset, modulo 2^64; changed by writes to mtime.
  std::uint64_t mtime_offset() const { return mtime_offset_; }
  std::uint64_t mtime() const { return hart::mtime_at(time_.now) + mtime_offset_; }

  // All registers but msip: when mtimecmp is reached depends on the time that has passed.
  bool shows_time(std::uint32_t offset) const { return offset >= 4; }
  bool ignores_value(std::uint32_t) const { return false; }
  bool same_but_for_time(const Clint& other) const { return *this == other; }

  // More about its state, for users.
  std::string contents() const;

  friend bool operator==(const Clint&, const Clint&) = default;

 private:
  PassedTime time_;
  bool msip_ = false;
  std::uint64_t mtimecmp_ = ~std::uint64_t{0};
  std::uint64_t mtime_offset_ = 0;
};

static_assert(Device<Clint>);

}  // namespace janus::devices
