// Searchers that merge the states they are given.
#pragma once

#include <memory>

#include "engine/searcher.h"
#include "engine/state_merger.h"

namespace janus::engine {

// Merges a state that is added into one that waits at the same place with the same call stack; which state is next is
// up to `order`. `merger` must outlive it.
std::unique_ptr<Searcher> make_merging_searcher(std::unique_ptr<Searcher> order, StateMerger& merger);

// The schedule of Selfie (section 3.2), which misses no merge of structured code: the state with the deepest call
// stack, of those the one with the lowest pc, since that one is behind. A heap, where the source has a linear scan.
std::unique_ptr<Searcher> make_eager_order();

}  // namespace janus::engine
