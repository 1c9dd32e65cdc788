// Which devices of devices.def a board has, where, and at which interrupt lines; and the clock of its mtime. A board
// has a device of each row by the name of the row, or none, and further devices of the same kinds by names of their
// own. Immutable once shared; share freely.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "devices/arrivals.h"
#include "devices/memory_map.h"

namespace janus::devices {

struct Placement {
  Region region;            // of size 0: the board has no such device
  std::uint32_t interrupt;  // the number of the line at the PLIC; 0: not connected

  constexpr bool is_present() const { return region.size != 0; }
};

// A device with a name that is not the name of its row.
struct FurtherDevice {
  std::string name;       // no row's, and no other device's
  std::string_view kind;  // the name of its row
  Placement placement;
  std::optional<ArrivalRow> arrival = {};  // if its interrupt can be told when to come
};

// By default, the board of devices.def.
struct BoardPlan {
#define DEVICE(name, Type, header, base, size, source) Placement name{{base, size}, source};
#include "devices/devices.def"
#undef DEVICE
  std::vector<std::shared_ptr<const FurtherDevice>> further = {};
  std::uint64_t mtime_period = hart::kMtimePeriod;  // picoseconds

  // Calls visit(name, placement) for each row, in the order of the rows.
  template <class Plan, class F>
  static void for_each(Plan& plan, F&& visit) {
#define DEVICE(name, Type, header, base, size, source) visit(std::string_view(#name), plan.name);
#include "devices/devices.def"
#undef DEVICE
  }
  // Calls visit(name, placement) for each device that is present, the further ones last.
  template <class F>
  void for_each_present(F&& visit) const {
    for_each(*this, [&](std::string_view name, const Placement& placement) {
      if (placement.is_present()) visit(name, placement);
    });
    for (const auto& device : further) visit(std::string_view(device->name), device->placement);
  }
  // Adds a device of a kind of which there may be several.
  void add(std::string name, std::string_view kind, Placement placement);
};

// Whether a board can have several devices of a kind: not of those that the core, the run or all interrupts depend on.
bool may_be_several(std::string_view kind);

// The default; the same object in each call.
const std::shared_ptr<const BoardPlan>& default_plan();
// A board without any device.
BoardPlan empty_plan();

// The devices that are present, as timing profiles name them.
std::vector<hart::NamedRegion> named_regions(const BoardPlan& plan);

// The row of the interrupt of that name on a board (arrivals.h); null if there is none. It lives as long as the plan.
const ArrivalRow* arrival_row(const BoardPlan& plan, std::string_view name);

}  // namespace janus::devices
