// The machine's simulated time. SystemC's clock never goes back, but the machine's time does when an earlier checkpoint
// is restored. Only this class knows the difference: modules read the time from this clock, and wait and notify for
// durations only.
#pragma once

#include <algorithm>
#include <systemc>

#include "devices/device.h"

namespace janus::prototype {

using devices::Picoseconds;

class Clock {
 public:
  Picoseconds now() const { return sc_core::sc_time_stamp().value() - offset_; }
  // Sets the time to `now`. `local` is the time of the hart, which may be ahead.
  void set(Picoseconds now, Picoseconds local) {
    offset_ = sc_core::sc_time_stamp().value() - now;
    local_ = local;
  }

  // Sets the time of the hart when the simulation pauses. The hart may be ahead of now(), so a debugger's present is
  // the later of both.
  void reached(Picoseconds local) { local_ = local; }
  Picoseconds present() const { return std::max(now(), local_); }

 private:
  Picoseconds offset_ = 0;  // SystemC's time minus the machine's
  Picoseconds local_ = 0;   // of the hart
};

}  // namespace janus::prototype
