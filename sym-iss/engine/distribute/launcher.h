// Explorations by several processes.
//
// The waiting states are divided into pieces (engine/state/frontier.h). Each worker takes a piece, explores it for a
// while, and returns what it has done together with what is left, in pieces. The launcher adds up, and explores nothing
// itself. What a worker has done counts when it returns; so a worker that dies loses nothing: its piece is given to
// another one. With config.automatic, one of the workers tries techniques on the whole firmware (explore/automatic.h),
// as long as they promise something, while the others share the plain exploration.
#pragma once

#include "engine/distribute/crew.h"
#include "engine/explore/exploration.h"
#include "support/firmware_image.h"

namespace janus::engine {

// What a launcher and its workers must know, from the configuration that the user asks for: log, memory of each, clock.
// Throws the same errors as start_exploration() (exploration_run.h).
ExplorationConfig shared_config(const support::FirmwareImage& image, ExplorationConfig config, std::size_t workers);

// `config`: shared_config(); states must be such that can be written down (explore/refusals.h). The paths, and so
// verdict and counts of an exploration that ends and has no techniques, do not depend on the crew. Limits are for all
// workers together; paths and forks may exceed them by what the workers have under way. Events come from this process:
// findings when the worker returns, and each place once if config.automatic is set.
ExplorationResult explore_with_crew(const support::FirmwareImage& image, const ExplorationConfig& config,
                                    const ExplorationEvents& events, Crew& crew);

}  // namespace janus::engine
