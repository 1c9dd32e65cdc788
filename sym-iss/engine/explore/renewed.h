// Explorations in bounded memory. Terms are freed with their pool alone, so an exploration that goes on for long would
// grow without end. When there are many terms, the waiting states are written down (engine/state/frontier.h), and the
// exploration begins again with them, and with nothing else. What is written down may be several frontiers, which are
// explored one after the other: those of an exploration by several processes, and those that did not fit into memory.
#pragma once

#include <memory>

#include "engine/explore/exploration.h"
#include "engine/explore/exploration_run.h"
#include "support/firmware_image.h"

namespace janus::engine {

// Prepares an exploration, as start_exploration() does, that begins again whenever there are many terms, and that calls
// on_checkpoint. config.resumed may have any number of frontiers; config.hart.log must be set.
std::unique_ptr<ExplorationRun> start_renewed_exploration(const support::FirmwareImage& image, ExplorationConfig config,
                                                          const ExplorationEvents& events);

// Explores, as start_exploration() does.
ExplorationResult explore_renewed(const support::FirmwareImage& image, const ExplorationConfig& config,
                                  const ExplorationEvents& events);

}  // namespace janus::engine
