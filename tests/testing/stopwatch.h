// A device for tests: one register that shows the nanoseconds since reset.
#pragma once

#include "devices/device.h"
#include "devices/memory_map.h"

namespace janus::testing {

class Stopwatch {
 public:
  static constexpr devices::Region kRegion{0x1000'4010, 4};

  std::optional<std::uint32_t> read(std::uint32_t, unsigned) { return static_cast<std::uint32_t>(now_ / 1000); }
  bool write(std::uint32_t, unsigned, std::uint32_t) { return true; }
  devices::Picoseconds next_event() const { return devices::kNever; }
  void advance_to(devices::Picoseconds time) { now_ = time; }
  bool shows_time(std::uint32_t) const { return true; }
  bool same_but_for_time(const Stopwatch&) const { return true; }
  bool ignores_value(std::uint32_t) const { return true; }

 private:
  devices::Picoseconds now_ = 0;
};

static_assert(devices::Device<Stopwatch>);

}  // namespace janus::testing
