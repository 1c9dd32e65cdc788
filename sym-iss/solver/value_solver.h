// The layer of multi-intervals: PARTI (Dustmann, Wehrle, Cadar, ASE 2018) and beyond; value_facts.h says how.
//
// It refutes a question whose values contradict those known along the path, and suggests models from the sets of the
// variables the question reads; a model counts only if the path condition and the question evaluate to true under it.
#pragma once

#include <memory>

#include "solver/layer_context.h"
#include "solver/solver.h"

namespace janus::solver {

std::unique_ptr<Solver> make_value_solver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context);

}  // namespace janus::solver
