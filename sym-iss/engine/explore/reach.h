// What every path of an exploration has behind it, of an exploration that came to no end.
#pragma once

#include <optional>

#include "engine/explore/case_maker.h"
#include "engine/explore/exploration.h"
#include "engine/explore/waiting_parts.h"
#include "isa/image_code.h"

namespace janus::engine {

// How many paths came to their end, rather than that they failed or were given up.
std::uint64_t ended_well(const ExplorationResult& result);

// `ended` and `unconfirmed` of `so_far` are read. `cut_decisions`: how many decisions have lost a side. `states`: all
// that wait or run.
std::optional<Reach::Least> behind_every_path(const ExplorationConfig& config, const ExplorationResult& so_far,
                                              std::uint64_t cut_decisions, const CaseMaker& cases,
                                              const WaitingPart& states);

// Whether a state in front of a branch jumps; nothing if it is in front of something else, or has no model.
std::optional<bool> jumps(const ExecutionState& state, const isa::ImageCode& code);

// Notes where a state waits that stands for so many paths; of the first ones, to which side of a branch it goes, too.
void note_waiting(const ExecutionState& state, const isa::ImageCode& code, std::uint64_t paths, Reach& reach);

}  // namespace janus::engine
