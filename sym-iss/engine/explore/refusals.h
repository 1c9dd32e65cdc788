// Configurations that no exploration can have.
#pragma once

#include "engine/explore/exploration.h"

namespace janus::engine {

// Throws support::InputError (kUsage) with one line if parts of a configuration exclude each other.
void refuse_impossible(const ExplorationConfig& config);

}  // namespace janus::engine
