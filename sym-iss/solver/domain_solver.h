// Answers questions about one variable that can have few values, by trying them.
//
// Lengths, indices, states and characters are compared with constants again and again, in every disguise that a
// compiler finds (size - 1 < 3, 4 * size + base == end, ...). As soon as comparisons with constants bound a variable to
// at most 64 values, the set of those that satisfy every conjunct about this variable alone is kept along the path. A
// question about it alone that no value in the set satisfies is Unsat; one that a value satisfies is Sat if the model
// with that value satisfies the whole path condition. A byte is listed from the start, and which of its values satisfy
// a condition is remembered for all paths.
#pragma once

#include <memory>

#include "solver/layer_context.h"
#include "solver/solver.h"

namespace janus::solver {

std::unique_ptr<Solver> make_domain_solver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context);

}  // namespace janus::solver
