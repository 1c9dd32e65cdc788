// Asks Z3's linear arithmetic about integers (integer_problem.h) where the core does not answer soon: sums, products by
// constants and comparisons of words, as filters and controllers have them.
//
// The core has the first turn, since bit-blasting answers nearly everything at once: a short one behind a question that
// integers have answered, and longer ones where they were asked in vain. Then the two take turns. A refutation counts.
// A solution counts only if path and question evaluate to true under it.
#pragma once

#include <memory>

#include "solver/layer_context.h"
#include "solver/solver.h"

namespace janus::solver {

std::unique_ptr<Solver> make_integer_solver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context);

}  // namespace janus::solver
