// Drops the conjuncts that a question cannot depend on. Conjuncts that share variables with the question, directly or
// through other conjuncts, stay. (As KLEE's independent solver: Cadar, Dunbar, Engler, OSDI 2008, section 3.3.)
//
// The model that came with the question satisfies the dropped conjuncts, and their variables keep its values. The same
// selection always gives the same path condition object, so that the solvers below recognise what they have asserted.
#pragma once

#include <memory>

#include "solver/layer_context.h"
#include "solver/solver.h"

namespace janus::solver {

std::unique_ptr<Solver> make_independence_solver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context);

}  // namespace janus::solver
