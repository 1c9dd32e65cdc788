// Exploration that chooses its techniques against path explosion by what it sees (--auto).
//
// Nobody can tell from a program which technique its paths need, so several explorations take turns, each with its own,
// until one of them knows the verdict. The first is the plain one: what it can do within a quarter of a second costs
// nothing more. Then one that sums up loops has turns: many if the plain one goes round and round in a loop without a
// limit, else few. If the plain one has forked a lot within a second, those that merge, subsume and learn get turns,
// too; if it has not, its questions are what is hard. So the whole costs little more than the plain exploration, or
// than a few times the best of others. docs/decisions/0013 has the rules.
//
// Each finding is reported once for each place and reason, whoever makes it. The result's counts are those of the run
// that came to the verdict.
#pragma once

#include "engine/explore/exploration.h"
#include "support/firmware_image.h"

namespace janus::engine {

ExplorationResult explore_automatically(const support::FirmwareImage& image, const ExplorationConfig& config,
                                        const ExplorationEvents& events);

}  // namespace janus::engine
