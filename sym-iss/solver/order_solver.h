// Answers questions about the order of words without a core solver. The comparisons of the path condition are kept as
// facts along the path (order_facts.h). They refute the question or suggest a model; the model counts only if path
// condition and question evaluate to true under it.
//
// All other questions go to the next layer. On sorting, searching and set programs this layer answers most questions.
#pragma once

#include <memory>

#include "solver/layer_context.h"
#include "solver/solver.h"

namespace janus::solver {

std::unique_ptr<Solver> make_order_solver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context);

}  // namespace janus::solver
