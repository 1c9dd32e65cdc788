// The machine's simulated time. SystemC's clock never goes back, but the machine's time does when an earlier checkpoint
// is restored. Only this class knows the difference: modules read the time from this clock, and wait and notify for
// durations only.
#pragma once

#include <algorithm>
#include <systemc>

#include "devices/device.h"

namespace janus::prototype {

using devices::Picoseconds;

// A duration for SystemC, whose time has 64 bits: at most 53 days. What is scheduled for later must look again then.
inline sc_core::sc_time duration(Picoseconds time) {
  return sc_core::sc_time::from_value(static_cast<std::uint64_t>(std::min(time, Picoseconds{1} << 62)));
}

class Clock {
 public:
  Picoseconds now() const { return sc_core::sc_time_stamp().value() - offset_; }
  // Sets the time to `now`. `local` is the time of the hart, which may be ahead.
  void set(Picoseconds now, Picoseconds local) {
    offset_ = sc_core::sc_time_stamp().value() - now;
    local_ = local;
  }

  // Moves the machine's time forward to `now`, while SystemC's stands still. All that is scheduled must be scheduled
  // anew.
  void jump(Picoseconds now) { offset_ = sc_core::sc_time_stamp().value() - now; }

  // Sets the time of the hart when the simulation pauses. The hart may be ahead of now(), so a debugger's present is
  // the later of both.
  void reached(Picoseconds local) { local_ = local; }
  Picoseconds present() const { return std::max(now(), local_); }

 private:
  Picoseconds offset_ = 0;  // SystemC's time minus the machine's, modulo 2^128
  Picoseconds local_ = 0;   // of the hart
};

}  // namespace janus::prototype
