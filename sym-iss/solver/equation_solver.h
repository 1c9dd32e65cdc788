// A layer that eliminates variables by the equations on a path, for questions about products.
//
// Equations are conjuncts x = t, and pairs of conjuncts that amount to one: a < b and not a + 1 < b make b = a + 1. A
// variable that one determines is replaced in all other conjuncts and in the question, which the core solvers then
// answer by comparing polynomials, where they would otherwise multiply bit by bit.
#pragma once

#include <memory>

#include "solver/layer_context.h"
#include "solver/solver.h"

namespace janus::solver {

std::unique_ptr<Solver> make_equation_solver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context);

}  // namespace janus::solver
