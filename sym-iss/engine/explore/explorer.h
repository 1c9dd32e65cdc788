// The explorer: every path of a firmware, and the verdict.
#pragma once

#include "engine/explore/exploration.h"
#include "support/firmware_image.h"

namespace janus::engine {

// Explores `image`, by the techniques that `config` names, or as automatic.h chooses. Throws as start_exploration()
// does (exploration_run.h).
ExplorationResult explore(const support::FirmwareImage& image, const ExplorationConfig& config,
                          const ExplorationEvents& events = {});

}  // namespace janus::engine
