// Which devices of devices.def a board has, where, and at which interrupt lines; and the clock of its mtime. A board
// has at most one device of each row. Immutable; share freely.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "devices/memory_map.h"

namespace janus::devices {

struct Placement {
  Region region;            // of size 0: the board has no such device
  std::uint32_t interrupt;  // the number of the line at the PLIC; 0: not connected

  constexpr bool is_present() const { return region.size != 0; }
};

// By default, the board of devices.def.
struct BoardPlan {
#define DEVICE(name, Type, header, base, size, source) Placement name{{base, size}, source};
#include "devices/devices.def"
#undef DEVICE
  std::uint64_t mtime_period = hart::kMtimePeriod;  // picoseconds

  // Calls visit(name, placement) for each row, in the order of the rows.
  template <class Plan, class F>
  static void for_each(Plan& plan, F&& visit) {
#define DEVICE(name, Type, header, base, size, source) visit(std::string_view(#name), plan.name);
#include "devices/devices.def"
#undef DEVICE
  }
};

// The default; the same object in each call.
const std::shared_ptr<const BoardPlan>& default_plan();
// A board without any device.
BoardPlan empty_plan();

// The devices that are present, as timing profiles name them.
std::vector<hart::NamedRegion> named_regions(const BoardPlan& plan);

}  // namespace janus::devices
