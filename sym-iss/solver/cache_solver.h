// Reuses earlier answers: the counterexample cache of Cadar, Dunbar, Engler (OSDI 2008, section 3.4).
//
// A question is Unsat if path condition and question contain an unsatisfiable core seen before. It is Sat if an earlier
// model satisfies it; the layer tries the models of the same question first, then recent ones. A model counts only if
// path condition and question evaluate to true under it. The number of cores and models is bounded.
#pragma once

#include <memory>

#include "solver/layer_context.h"
#include "solver/solver.h"

namespace janus::solver {

std::unique_ptr<Solver> make_cache_solver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context);

}  // namespace janus::solver
