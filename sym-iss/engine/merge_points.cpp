#include "engine/merge_points.h"

#include "engine/live_registers.h"
#include "engine/weak_topological_order.h"

namespace janus::engine {

MergePoints::MergePoints(const support::FirmwareImage& image)
    : graph_(image), joins_(graph_.size()), places_(weak_topological_order(graph_)), live_(live_registers(graph_)) {
  for (std::uint32_t number = 0; number < graph_.size(); ++number) joins_[number] = graph_.joins(number);
}

}  // namespace janus::engine
