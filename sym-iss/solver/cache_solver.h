// Remembers answers by the set of terms they are about (the counterexample cache of Cadar, Dunbar, Engler, OSDI 2008,
// section 3.4).
//
// A question is Unsat if it contains an unsatisfiable core that was seen before, and Sat if a model seen before for a
// question like it satisfies it: above all the model of a superset. Models count only if they evaluate. What is kept is
// bounded; the oldest goes first.
#pragma once

#include <memory>

#include "solver/layer_context.h"
#include "solver/solver.h"

namespace janus::solver {

std::unique_ptr<Solver> make_cache_solver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context);

}  // namespace janus::solver
