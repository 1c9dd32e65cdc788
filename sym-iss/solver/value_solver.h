// The layer of multi-intervals: PARTI (Dustmann, Wehrle, Cadar, ASE 2018) and beyond (value_facts.h).
//
// The layer answers Unsat to a question that contradicts the sets of values known along the path. It suggests models
// from the sets of the question's variables; a model counts only if path condition and question evaluate to true.
#pragma once

#include <memory>

#include "solver/layer_context.h"
#include "solver/solver.h"

namespace janus::solver {

std::unique_ptr<Solver> make_value_solver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context);

}  // namespace janus::solver
