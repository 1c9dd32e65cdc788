// The slowest and the fastest path, by two explorations that take turns. One explores every path by itself, which is
// best where paths are few; the other merges states, whose times are terms, which is best where a program branches
// often and the solver can say which sides go together. The first one that comes to an end with proved times decides;
// else the one without merging.
#pragma once

#include "engine/explore/exploration.h"
#include "support/firmware_image.h"

namespace janus::engine {

// For config.extreme_times. What only one exploration can record or tell (coverage, profile, tree, all paths), leaves
// it to the exploration without merging alone.
ExplorationResult explore_times_by_turns(const support::FirmwareImage& image, const ExplorationConfig& config,
                                         const ExplorationEvents& events);

}  // namespace janus::engine
