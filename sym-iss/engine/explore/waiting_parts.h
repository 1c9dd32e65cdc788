// How waiting states are divided into parts, which are explored apart.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/state/execution_state.h"

namespace janus::engine {

using WaitingPart = std::vector<const ExecutionState*>;

// At most `most` parts, at least one, of about the same number of states, in the order of the states.
std::vector<WaitingPart> even_parts(const WaitingPart& states, std::size_t most);

// The `apart` states with the largest parts of the tree, as it seems (ExecutionState::tree_fraction), in a part each,
// and all other states in the last part. No part without states.
std::vector<WaitingPart> largest_parts(WaitingPart states, std::size_t apart);

}  // namespace janus::engine
