// What a core must know of everything else on the platform, to run ahead of SystemC's time without missing anything.
#pragma once

#include "devices/device.h"

namespace janus::prototype {

using devices::Picoseconds;

class EventSource {
 public:
  virtual ~EventSource() = default;
  // When this will next change by itself, in absolute simulated time; devices::kNever if it will not. Accesses may move
  // it.
  virtual Picoseconds next_event() const = 0;
};

// A source of events from outside of the simulation: somebody at a keyboard.
class ExternalSource : public EventSource {
 public:
  enum class Activity { Ready, Nothing, Closed };
  // Blocks until something has arrived, which the next event will deliver, or for at most `milliseconds`. Closed:
  // nothing will ever come.
  virtual Activity await(int milliseconds) = 0;
};

}  // namespace janus::prototype
