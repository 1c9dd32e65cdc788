// How waiting states are divided into parts, which are explored apart.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "engine/state/execution_state.h"
#include "engine/state/frontier.h"

namespace janus::engine {

using WaitingPart = std::vector<const ExecutionState*>;

// At most `most` parts, at least one, of about the same number of states, in the order of the states.
std::vector<WaitingPart> even_parts(const WaitingPart& states, std::size_t most);

// The `apart` states with the largest parts of the tree, as it seems (ExecutionState::tree_fraction), in a part each,
// and all other states in the last part. No part without states.
std::vector<WaitingPart> largest_parts(WaitingPart states, std::size_t apart);

// The frontier of each part (write_frontier()).
std::vector<std::shared_ptr<const Frontier>> frontiers_of(const std::vector<WaitingPart>& parts, term::TermPool& pool,
                                                          const std::vector<const term::ByteChunk*>& chunks,
                                                          const Frontier* earlier);

}  // namespace janus::engine
