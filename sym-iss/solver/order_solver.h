// Answers questions about the order of words without a core solver: the comparisons of the path condition, kept as
// facts along the path (order_facts.h), refute a question, or suggest a model for it, which counts only if it
// evaluates.
//
// Everything else goes to the next layer. On sorting, searching and set programs most questions end here.
#pragma once

#include <memory>

#include "solver/layer_context.h"
#include "solver/solver.h"

namespace janus::solver {

std::unique_ptr<Solver> make_order_solver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context);

}  // namespace janus::solver
