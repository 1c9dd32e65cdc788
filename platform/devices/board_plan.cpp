#include "devices/board_plan.h"

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

const ArrivalRow* arrival_row(const BoardPlan& plan, std::string_view name) {
  for (const auto& device : plan.further) {
    if (device->arrival && device->name == name) return &*device->arrival;
  }
  return arrival_row(name);
}

}  // namespace janus::devices
