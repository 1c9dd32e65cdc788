// For tests: checks every answer of the layers below. Path condition and question must evaluate to true under a model;
// a reference solver must confirm Unsat. A disagreement aborts the process and prints the question as SMT-LIB.
#pragma once

#include "solver/decorator.h"

namespace janus::solver {

// `reference` answers the same questions; it may be incremental. `pool` must outlive the solver.
std::unique_ptr<Solver> make_validating_solver(const term::TermPool& pool, std::unique_ptr<Solver> next,
                                               std::unique_ptr<Solver> reference);

}  // namespace janus::solver
