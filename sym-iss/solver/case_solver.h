// Distinguishes cases: a question that reads a variable of which few values remain is asked for each of them, of layers
// that answer cheaply. What depends on the variable is decided then, above all choices (ite) by it, as merged paths and
// tables leave them behind.
//
// Unsat if all cases are, Sat if one is; passed on as soon as a case stays open.
#pragma once

#include <memory>

#include "solver/layer_context.h"
#include "solver/solver.h"

namespace janus::solver {

// `cheap` is asked about the cases.
std::unique_ptr<Solver> make_case_solver(std::unique_ptr<Solver> next, std::unique_ptr<Solver> cheap,
                                         std::shared_ptr<LayerContext> context);

}  // namespace janus::solver
