// Searchers that merge the states they are given.
#pragma once

#include <memory>

#include "engine/hart/merge_points.h"
#include "engine/merge/state_merger.h"
#include "engine/search/searcher.h"

namespace janus::engine {

// Merges a state that is added into one that waits at the same place with the same call stack; which state is next is
// up to `order`. `merger` must outlive it.
std::unique_ptr<Searcher> make_merging_searcher(std::unique_ptr<Searcher> order, StateMerger& merger);

// Dynamic merging (Kuznetsov et al., section 4): `order` decides, but a state that is where another one, which waits
// now, has been a few merge points ago goes first, the one furthest behind of all: it may catch up, and merge. So
// merging works with every searcher. `points` and `merger` must outlive it.
std::unique_ptr<Searcher> make_dynamic_merging_searcher(std::unique_ptr<Searcher> order, const MergePoints& points,
                                                        StateMerger& merger);

// The schedule of Selfie (section 3.2), which misses no merge of structured code: the state with the deepest call
// stack, of those the one that is behind. The source takes the lowest pc for that, and scans all states; compilers move
// blocks out of line, so this goes by the control-flow graph, and keeps a heap. `points` must outlive it.
std::unique_ptr<Searcher> make_eager_order(const MergePoints& points);

}  // namespace janus::engine
