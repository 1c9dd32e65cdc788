// Z3 behind the solver interface: one incremental solver whose scopes follow the path condition. To go from one path to
// another, the solver pops to the common prefix and pushes the remaining conjuncts. Each term is lowered once.
//
// A check is limited by counted work; Z3 loops that count nothing are broken off by processor time (deadline.h).
#pragma once

#include <memory>
#include <string>

#include "solver/solver.h"

namespace janus::solver {

// `pool` must outlive the solver.
std::unique_ptr<Solver> make_z3_solver(const term::TermPool& pool);

// The version of the linked Z3 library, to be shown to users.
std::string z3_version();

}  // namespace janus::solver
