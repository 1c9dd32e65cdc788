// Configurations that no exploration can have.
#pragma once

#include <string>

#include "engine/explore/exploration.h"

namespace janus::engine {

// Throws support::InputError (kUsage) with one line if parts of a configuration exclude each other.
void refuse_impossible(const ExplorationConfig& config);

// The option for which states of such an exploration cannot be written down; empty if they can. A state can if it
// stands for one path, and nothing records more of a path than its decisions.
std::string why_not_written_down(const ExplorationConfig& config);

// Whether there is something that subsumption ignores, or that learning does.
bool excludes_subsumption(const SymbolicHartConfig& hart);
bool excludes_learning(const SymbolicHartConfig& hart);

}  // namespace janus::engine
