#include "devices/board_plan.h"

#include <algorithm>

#include "devices/any_device.h"
#include "devices_of_the_board.h"
#include "support/contract.h"

namespace janus::devices {

const std::shared_ptr<const BoardPlan>& default_plan() {
  static const auto plan = std::make_shared<const BoardPlan>();
  return plan;
}

BoardPlan empty_plan() {
  BoardPlan plan;
  BoardPlan::for_each(plan, [](std::string_view, Placement& placement) { placement = {}; });
  return plan;
}

std::vector<hart::NamedRegion> named_regions(const BoardPlan& plan) {
  std::vector<hart::NamedRegion> regions;
  plan.for_each_present([&](std::string_view name, const Placement& placement) {
    regions.push_back({name, placement.region.base, placement.region.size});
  });
  return regions;
}

void BoardPlan::add(std::string name, std::string_view kind, Placement placement) {
  JANUS_REQUIRE(may_be_several(kind));
  auto device = std::make_shared<FurtherDevice>(FurtherDevice{std::move(name), data_sheet(kind)->name, placement});
  const auto rows = arrival_rows();
  const auto row = std::ranges::find(rows, kind, &ArrivalRow::device);
  if (row != rows.end() && placement.interrupt != 0)
    device->arrival = ArrivalRow{device->name, device->name, row->line, row->interrupt, row->brings_words};
  further.push_back(std::move(device));
}

bool may_be_several(std::string_view kind) {
#define DEVICE(name, Type, header, base, size, source) \
  if (kind == #name) return MayBeSeveral<Type>;
#include "devices/devices.def"
#undef DEVICE
  return false;
}

const ArrivalRow* arrival_row(const BoardPlan& plan, std::string_view name) {
  for (const auto& device : plan.further) {
    if (device->arrival && device->name == name) return &*device->arrival;
  }
  return arrival_row(name);
}

}  // namespace janus::devices
