// Explorations in bounded memory. Terms are freed with their pool alone, so an exploration that goes on for long would
// grow without end. When there are many terms, the waiting states are written down (engine/state/frontier.h), and the
// exploration begins again with them, and with nothing else.
#pragma once

#include "engine/explore/exploration.h"
#include "support/firmware_image.h"

namespace janus::engine {

// Whether states of such an exploration can be written down: none stands for several paths, and nothing records more of
// a path than its decisions.
bool can_be_renewed(const ExplorationConfig& config);

// Explores, and begins again whenever there are more than `most_terms` terms, or more where so few do not suffice to
// get on. can_be_renewed() must be true.
ExplorationResult explore_renewed(const support::FirmwareImage& image, ExplorationConfig config,
                                  const ExplorationEvents& events, std::uint64_t most_terms);

}  // namespace janus::engine
