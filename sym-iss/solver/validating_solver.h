// For tests: checks every answer of the layers below. A model must satisfy the path condition and the question under
// evaluation; an Unsat must be confirmed by a reference solver. A disagreement aborts with the question as SMT-LIB.
#pragma once

#include "solver/decorator.h"

namespace janus::solver {

// `reference` answers the same questions, from scratch or not. `pool` must outlive the solver.
std::unique_ptr<Solver> make_validating_solver(const term::TermPool& pool, std::unique_ptr<Solver> next,
                                               std::unique_ptr<Solver> reference);

}  // namespace janus::solver
