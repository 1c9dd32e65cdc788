// Case distinction: if few values remain for a variable that the question reads, the layer asks the cheap layers about
// each value. With the variable fixed, terms that depend on the variable are decided, above all `ite` terms: merged
// paths and look-up tables produce many of them.
//
// The question is Unsat if all cases are Unsat, and Sat if one case is Sat. If the answer to a case is Unknown, the
// question goes to the next layer.
#pragma once

#include <memory>

#include "solver/layer_context.h"
#include "solver/solver.h"

namespace janus::solver {

// `cheap` answers the cases.
std::unique_ptr<Solver> make_case_solver(std::unique_ptr<Solver> next, std::unique_ptr<Solver> cheap,
                                         std::shared_ptr<LayerContext> context);

}  // namespace janus::solver
