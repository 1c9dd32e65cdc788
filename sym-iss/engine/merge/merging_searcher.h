// Searchers that merge states.
#pragma once

#include <memory>

#include "engine/hart/merge_points.h"
#include "engine/merge/state_merger.h"
#include "engine/search/searcher.h"

namespace janus::engine {

// add() merges the state into a state that waits at the same place with the same call stack, if `merger` allows.
// `order` chooses which state runs next. `merger` must outlive the searcher.
std::unique_ptr<Searcher> make_merging_searcher(std::unique_ptr<Searcher> order, StateMerger& merger);

// Dynamic merging (Kuznetsov et al., section 4). `order` chooses which state runs next, with one exception: states that
// stand where another waiting state has been a few merge points ago run first, because they may catch up with that
// state and merge. Of several such states the one furthest behind runs first. So merging works with every searcher.
// `points` and `merger` must outlive the searcher.
std::unique_ptr<Searcher> make_dynamic_merging_searcher(std::unique_ptr<Searcher> order, const MergePoints& points,
                                                        StateMerger& merger);

// The schedule of Selfie (section 3.2): the states with the deepest call stack run first, and among these the state
// that is furthest behind. In structured code this order misses no merge. Selfie takes the state with the lowest pc as
// the one furthest behind, and scans all states. Since compilers move blocks out of line, this searcher goes by
// MergePoints::progress_of() instead, and keeps a heap. `points` must outlive the searcher.
std::unique_ptr<Searcher> make_eager_order(const MergePoints& points);

}  // namespace janus::engine
