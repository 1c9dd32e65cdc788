// CLINT: the core-local interruptor of SiFive's FU540-C000 manual, chapter 9, for one hart.
//
//   0x0000 msip      bit 0: software interrupt
//   0x4000 mtimecmp  64 bits, accessed as two words
//   0xbff8 mtime     64 bits at 10 MHz, accessed as two words
//
// Word accesses only. The timer line is high while mtime >= mtimecmp. A timer that is 2^62 ticks or more away is not
// armed: no hart gets there.
#pragma once

#include <string>

#include "devices/device.h"

namespace janus::devices {

class Clint {
 public:
  std::optional<std::uint32_t> read(std::uint32_t offset, unsigned size);
  bool write(std::uint32_t offset, unsigned size, std::uint32_t value);
  Picoseconds next_event() const;
  void advance_to(Picoseconds time) { now_ = time; }

  bool software_interrupt() const { return msip_; }
  bool timer_interrupt() const { return mtime() >= mtimecmp_; }
  // mtime minus the periods since reset, modulo 2^64; changed by writes to mtime.
  std::uint64_t mtime_offset() const { return mtime_offset_; }
  std::uint64_t mtime() const { return hart::mtime_at(now_) + mtime_offset_; }

  // All registers but msip: when mtimecmp is reached depends on the time that has passed.
  bool shows_time(std::uint32_t offset) const { return offset >= 4; }
  bool ignores_value(std::uint32_t) const { return false; }
  bool same_but_for_time(const Clint& other) const {
    return msip_ == other.msip_ && mtimecmp_ == other.mtimecmp_ && mtime_offset_ == other.mtime_offset_;
  }

 private:
  Picoseconds now_ = 0;
  bool msip_ = false;
  std::uint64_t mtimecmp_ = ~std::uint64_t{0};
  std::uint64_t mtime_offset_ = 0;
};

// The registers, for users.
std::string describe(Clint clint);

static_assert(Device<Clint>);

}  // namespace janus::devices
