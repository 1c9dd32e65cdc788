// Which waiting state is next when paths are learned from: one on a path that what was learned leaves possible, as the
// SAT solver imagines it. A path runs until it ends; states keep waiting where they are, so that going back to one
// repeats nothing.
#pragma once

#include <memory>

#include "engine/learn/learner.h"
#include "engine/search/searcher.h"

namespace janus::engine {

// `learner` must outlive it. take() costs a call of the SAT solver, and time linear in the states that wait.
std::unique_ptr<Searcher> make_learning_searcher(Learner& learner, const LearnOptions& options);

}  // namespace janus::engine
