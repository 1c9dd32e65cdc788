// Answers questions that read a single variable with few possible values, by trying each value.
//
// Programs compare lengths, indices, states and characters with constants again and again, in every form that a
// compiler produces (size - 1 < 3, 4 * size + base == end, ...). Once comparisons with constants bound a variable to at
// most 64 values, the layer keeps the set of values that satisfy every conjunct that reads only this variable. A
// question that reads only this variable is Unsat if no value of the set satisfies it. It is Sat if the model, changed
// to a value of the set that satisfies the question, satisfies the whole path condition. The 256 values of a byte are
// listed from the start; which of them satisfy a condition is remembered for all paths.
#pragma once

#include <memory>

#include "solver/layer_context.h"
#include "solver/solver.h"

namespace janus::solver {

std::unique_ptr<Solver> make_domain_solver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context);

}  // namespace janus::solver
