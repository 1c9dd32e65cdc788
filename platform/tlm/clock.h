// The machine's simulated time. SystemC's own clock never goes back; the machine's does when an earlier checkpoint is
// restored. The difference is kept here, and nowhere else: whoever wants to know what time it is asks this clock, and
// whoever waits or notifies does so for a duration.
#pragma once

#include <algorithm>
#include <systemc>

#include "devices/device.h"

namespace janus::prototype {

using devices::Picoseconds;

class Clock {
 public:
  Picoseconds now() const { return sc_core::sc_time_stamp().value() - offset_; }
  // From here on it is `now`, at which the hart, which may be ahead, was at `local`.
  void set(Picoseconds now, Picoseconds local) {
    offset_ = sc_core::sc_time_stamp().value() - now;
    local_ = local;
  }

  // How far the hart has got while the simulation pauses: what a debugger calls the present.
  void reached(Picoseconds local) { local_ = local; }
  Picoseconds present() const { return std::max(now(), local_); }

 private:
  Picoseconds offset_ = 0;  // of SystemC's time
  Picoseconds local_ = 0;
};

}  // namespace janus::prototype
