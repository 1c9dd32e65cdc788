// The explorer: every path of a firmware, and the verdict.
#pragma once

#include "engine/explore/exploration.h"
#include "support/firmware_image.h"

namespace janus::engine {

// Explores `image` with the techniques in `config`, or with several (automatic.h) if config.automatic is set. Throws
// the same errors as start_exploration() (exploration_run.h).
ExplorationResult explore(const support::FirmwareImage& image, const ExplorationConfig& config,
                          const ExplorationEvents& events = {});

}  // namespace janus::engine
