// What a device model is: a copyable value that knows neither SystemC nor Z3.
//
// In the concrete machine a thin sc_module owns one and gives it a socket, interrupts and simulated time; in the
// symbolic machine every path owns its copy, so that a fork forks the hardware too.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>

#include "hart/timing.h"

namespace janus::devices {

using hart::Picoseconds;

// next_event() of a device that will do nothing by itself.
inline constexpr Picoseconds kNever = std::numeric_limits<Picoseconds>::max();

// `offset` is from the device's base address, `size` 1, 2 or 4 bytes. A device has been advanced to the present before
// it is accessed. Nothing or false refuses the access, which the hart sees as an access fault.
template <class D>
concept Device = std::copyable<D> &&
    requires(D device, const D constant, std::uint32_t offset, unsigned size, std::uint32_t value, Picoseconds time) {
  { device.read(offset, size) } -> std::same_as<std::optional<std::uint32_t>>;
  { device.write(offset, size, value) } -> std::same_as<bool>;
  // When the device will next change by itself (an interrupt line, say); later than the time it was advanced to.
  { constant.next_event() } -> std::same_as<Picoseconds>;
  // Time only moves forward.
  {device.advance_to(time)};
};

}  // namespace janus::devices
