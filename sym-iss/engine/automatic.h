// Exploration that chooses its techniques against path explosion by what it sees (--auto).
//
// Nobody can tell from a program which technique its paths need, so several explorations take turns, each with its own,
// until one of them knows the verdict. The first is the plain one (with loops summed up): what it can do within a
// second costs nothing more. If it has forked a lot by then, alternatives get a turn each, and from then on a small
// share of the time; if it has not, its questions are what is hard, and it goes on alone. So the whole costs little
// more than the plain exploration, or little more than a few times the best of the others.
//
// Each finding is reported once for each place and reason, whoever makes it. The result's counts are those of the run
// that came to the verdict.
#pragma once

#include "engine/explorer.h"

namespace janus::engine {

ExplorationResult explore_automatically(const support::FirmwareImage& image, const ExplorationConfig& config,
                                        const ExplorationEvents& events);

}  // namespace janus::engine
