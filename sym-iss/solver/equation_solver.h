// Eliminates variables by the equations on a path, for questions about products.
//
// Equations are conjuncts x = t, and pairs of conjuncts that amount to an equation: a < b and not a + 1 < b mean
// b = a + 1. The layer replaces each variable that an equation determines by its definition, in all other conjuncts and
// in the question. The core solvers can then compare polynomials instead of multiplying bit by bit.
#pragma once

#include <memory>

#include "solver/layer_context.h"
#include "solver/solver.h"

namespace janus::solver {

std::unique_ptr<Solver> make_equation_solver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context);

}  // namespace janus::solver
