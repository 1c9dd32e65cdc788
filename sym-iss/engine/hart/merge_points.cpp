#include "engine/hart/merge_points.h"

#include <algorithm>

#include "program/indirect_jumps.h"
#include "program/live_registers.h"
#include "program/weak_topological_order.h"

namespace janus::engine {

MergePoints::MergePoints(const support::FirmwareImage& image)
    : graph_(program::resolved_graph(image)),
      joins_(graph_.size()),
      places_(program::weak_topological_order(graph_)),
      live_(program::live_registers(graph_)),
      ends_(graph_.size()) {
  const auto successors = graph_.successors();
  for (std::uint32_t number = 0; number < graph_.size(); ++number) {
    joins_[number] = graph_.joins(number);
    for (const std::uint32_t next : successors[number]) {
      if (places_[next] <= places_[number]) ends_[next] = std::max(ends_[next], places_[number]);
    }
  }
}

}  // namespace janus::engine
