// The slowest and the fastest path, by two explorations that take turns. One explores every path by itself, which is
// best where paths are few; the other merges states, whose times are terms, which is best where a program branches
// often and the solver can say which sides go together. The first one that comes to an end with proved times decides;
// else the one without merging.
#pragma once

#include "engine/explore/exploration.h"
#include "support/firmware_image.h"

namespace janus::engine {

// For config.extreme_times. Where something is recorded or told that only one exploration can have (coverage, profile,
// tree, all paths), or interrupts arrive at any time, there is no merging. `first_turn`: counted seconds; every turn is
// twice as long as the one before.
ExplorationResult explore_times_by_turns(const support::FirmwareImage& image, const ExplorationConfig& config,
                                         const ExplorationEvents& events, double first_turn = 1);

}  // namespace janus::engine
