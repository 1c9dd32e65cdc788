// Interrupts that come when somebody says so, and not when the clock does: for explorations in which an interrupt may
// come at any moment (--symbolic 'interrupt(timer)=3'), and for replays of their paths. The rows come from the devices
// of devices.def that can do it (Arrives and ArrivesByLine, device.h).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "devices/device.h"

namespace janus::devices {

struct ArrivalRow {
  std::string_view name;    // for users: of the line, or of the device
  std::string_view device;  // of the row of devices.def
  unsigned line;            // of the device, if it has several
  std::uint32_t interrupt;  // of the hart: the bit number in mip
  bool brings_words;        // each arrival is a word that the device receives
};

// In the order of devices.def.
std::span<const ArrivalRow> arrival_rows();
// Null if no interrupt of that name can be told when to come.
const ArrivalRow* arrival_row(std::string_view name);

// An arrival at the first instruction boundary at or after a cycle.
struct PlannedArrival {
  const ArrivalRow* row;
  std::uint64_t cycle;
};

// What the rows do with their devices. Devices without arrivals have no row.
template <class D>
void hold(D& device, unsigned line) {
  if constexpr (ArrivesByLine<D>) {
    device.hold(line);
  } else if constexpr (Arrives<D>) {
    device.hold();
  }
}
template <class D>
bool can_arrive(const D& device, unsigned line) {
  if constexpr (ArrivesByLine<D>) return device.can_arrive(line);
  if constexpr (Arrives<D>) return device.can_arrive();
  return false;
}
// Does nothing if it cannot arrive: a test case may say anything.
template <class D>
void arrive(D& device, unsigned line) {
  if (!can_arrive(device, line)) return;
  if constexpr (ArrivesByLine<D>) {
    device.arrive(line);
  } else if constexpr (Arrives<D>) {
    device.arrive();
  }
}

}  // namespace janus::devices
