// The searcher for learning. The next state is one on an open path: a path that the learned clauses do not exclude, and
// that the SAT solver finds. A path runs until it ends. Other states wait where they forked, so that no instruction is
// executed twice.
#pragma once

#include <memory>

#include "engine/learn/learner.h"
#include "engine/search/searcher.h"

namespace janus::engine {

// `learner` must outlive the searcher. take() costs a call of the SAT solver, and time linear in the number of waiting
// states.
std::unique_ptr<Searcher> make_learning_searcher(Learner& learner, const LearnOptions& options);

}  // namespace janus::engine
