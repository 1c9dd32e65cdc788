// The events that a core must know in advance, so that it can run ahead of SystemC's time without missing one.
#pragma once

#include "devices/device.h"

namespace janus::prototype {

using devices::Picoseconds;

class EventSource {
 public:
  virtual ~EventSource() = default;
  // The absolute simulated time at which the source will next change by itself; devices::kNever if it will not. An
  // access to the source may change this time.
  Picoseconds next_event() const { return next_event_; }
  // Sets `*moved` whenever that time changes, from now on. `moved` must outlive the source.
  void tell(bool* moved) { moved_ = moved; }
  // The clock has jumped: schedules the next event anew.
  virtual void reschedule() = 0;

 protected:
  void set_next_event(Picoseconds time) {
    if (time == next_event_) return;
    next_event_ = time;
    if (moved_) *moved_ = true;
  }

 private:
  Picoseconds next_event_ = devices::kNever;
  bool* moved_ = nullptr;
};

// A source of events from outside the simulation, such as a keyboard.
class ExternalSource : public EventSource {
 public:
  enum class Activity { Ready, Nothing, Closed };
  // Blocks until input arrives (Ready), for at most `milliseconds` (Nothing). The next event delivers the input. Closed
  // means that no input can arrive any more.
  virtual Activity await(int milliseconds) = 0;
};

}  // namespace janus::prototype
