// The goal of --cover: every conditional branch in the control-flow graph has gone both ways.
#pragma once

#include <cstdint>
#include <vector>

#include "program/execution_counts.h"
#include "support/firmware_image.h"

namespace janus::engine {

class BranchGoal {
 public:
  // The constructor alone reads `image`. `counts` must outlive the object.
  BranchGoal(const support::FirmwareImage& image, const program::ExecutionCounts& counts);

  // Looks only when a branch has gone a new way, and so many have that it can be.
  bool is_reached() {
    if (counts_.directions() == looked_at_) return false;
    looked_at_ = counts_.directions();
    return looked_at_ >= all() && covered() == all();
  }
  // Directions.
  std::uint32_t covered() const;
  std::uint32_t all() const { return static_cast<std::uint32_t>(2 * branches_.size()); }

 private:
  const program::ExecutionCounts& counts_;
  std::vector<std::uint32_t> branches_;  // addresses
  std::uint64_t looked_at_ = 0;          // counts_.directions() then
};

}  // namespace janus::engine
