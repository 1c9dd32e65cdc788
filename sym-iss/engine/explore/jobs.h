// Explorations by several processes on this machine.
//
// The waiting states are divided into pieces (engine/state/frontier.h). Each worker process takes a piece, explores it
// for a while, and returns what it has done together with what is left, in pieces. The launcher adds up, and explores
// nothing itself. What a worker has done counts when it returns; so a worker that dies loses nothing: its piece is
// given to another one.
#pragma once

#include "engine/explore/exploration.h"
#include "support/firmware_image.h"

namespace janus::engine {

// Explores `image` with `jobs` workers, forks of this process, which must have no other threads. can_be_renewed()
// (renewed.h) must be true. The paths, and so verdict and counts of an exploration that ends, do not depend on `jobs`.
// Limits are for all workers together, but for --max-memory, which is for each; paths and forks may exceed them by what
// the workers have under way. Events come from this process: findings when the worker returns.
// Throws the same errors as start_exploration() (exploration_run.h).
ExplorationResult explore_with_jobs(const support::FirmwareImage& image, ExplorationConfig config,
                                    const ExplorationEvents& events, unsigned jobs);

}  // namespace janus::engine
