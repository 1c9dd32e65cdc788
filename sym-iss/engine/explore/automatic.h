// Automatic exploration (--auto): a portfolio of explorations with different techniques against path explosion.
//
// The program does not tell in advance which technique it needs. So several explorations, the contenders, take turns
// until one of them has a verdict. The plain exploration begins, so a program that it can explore within a quarter of a
// second costs nothing more, or a hundredth of a second: an exploration that starves no state (the searcher `mixed`)
// looks for what is close, and later has a tenth of the time. If conditions grow although they read few values, an
// exploration that forks by these values has a turn. Then explorations that sum up loops or merge eagerly get turns:
// many if the plain exploration is in a loop without a bound, else few. In such a loop revisiting and subsumption get
// turns, too: the one ends it if its states are few, the other proves loops that summaries cannot sum up. If the plain
// exploration has forked a lot within a second, or will not end, explorations that merge carefully, subsume and learn
// get turns too. If neither, hard questions are the problem, and these techniques would not help. So the whole costs
// little more than the plain exploration, or a few times the best alternative. docs/decisions/0013-automatic.md has the
// rules.
//
// Each finding is reported once for each place and reason, whichever contender finds it. The counts in the result are
// those of the contender with the verdict.
#pragma once

#include "engine/explore/exploration.h"
#include "support/firmware_image.h"

namespace janus::engine {

ExplorationResult explore_automatically(const support::FirmwareImage& image, const ExplorationConfig& config,
                                        const ExplorationEvents& events);

}  // namespace janus::engine
