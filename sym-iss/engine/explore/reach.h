// What every path of an exploration has behind it, of an exploration that came to no end.
#pragma once

#include <optional>

#include "engine/explore/case_maker.h"
#include "engine/explore/exploration.h"
#include "engine/explore/waiting_parts.h"

namespace janus::engine {

// How many paths came to their end, rather than that they failed or were given up.
std::uint64_t ended_well(const ExplorationResult& result);

// `ended` and `unconfirmed` of `so_far` are read. `cut_decisions`: how many decisions have lost a side. `states`: all
// that wait or run.
std::optional<Reach::Least> behind_every_path(const ExplorationConfig& config, const ExplorationResult& so_far,
                                              std::uint64_t cut_decisions, const CaseMaker& cases,
                                              const WaitingPart& states);

}  // namespace janus::engine
