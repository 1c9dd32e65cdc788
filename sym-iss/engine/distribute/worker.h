// A worker process: carries orders out until there are no more.
#pragma once

#include "engine/distribute/crew.h"
#include "engine/explore/exploration.h"
#include "support/firmware_image.h"

namespace janus::engine {

// `config`: of the whole exploration. Throws what an exploration throws; the launcher sees that the worker has died.
void work(Link& link, const support::FirmwareImage& image, const ExplorationConfig& config);

}  // namespace janus::engine
