#include "engine/merge_points.h"

namespace janus::engine {

MergePoints::MergePoints(const support::FirmwareImage& image) : graph_(image), joins_(graph_.size()) {
  for (std::uint32_t number = 0; number < graph_.size(); ++number) joins_[number] = graph_.joins(number);
}

}  // namespace janus::engine
