// Z3 behind the solver interface: one incremental solver whose scopes follow the path condition. Going from one path to
// another pops to the common prefix and pushes the rest; each term is lowered once.
#pragma once

#include <memory>
#include <string>

#include "solver/solver.h"

namespace janus::solver {

// `pool` must outlive the solver.
std::unique_ptr<Solver> make_z3_solver(const term::TermPool& pool);

// Of the library that is linked, for people.
std::string z3_version();

}  // namespace janus::solver
