// Keeps of a path condition only what a question can depend on: the conjuncts that share variables with it, directly or
// through others. (As KLEE's independent solver: Cadar, Dunbar, Engler, OSDI 2008, section 3.3.)
//
// What is left out is satisfied by the model that came with the question, whose values the other variables keep. The
// same selection gives the same path condition, so that solvers below find again what they have asserted.
#pragma once

#include <memory>

#include "solver/layer_context.h"
#include "solver/solver.h"

namespace janus::solver {

std::unique_ptr<Solver> make_independence_solver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context);

}  // namespace janus::solver
