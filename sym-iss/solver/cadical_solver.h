// A bit-blaster in front of CaDiCaL, an incremental SAT solver. The whole exploration shares one variable map and one
// set of clauses; each term is blasted once, and the path condition becomes assumptions. On the questions of a symbolic
// executor this is many times faster than an SMT solver (see evaluation/), except for products of wide unknown words.
#pragma once

#include <atomic>
#include <memory>

#include "solver/solver.h"

namespace janus::solver {

// Once `*stop` is true, the solver behaves as if interrupted. `stop` may be null; else it must outlive the solver.
std::unique_ptr<Solver> make_cadical_solver(const std::atomic<bool>* stop = nullptr);

}  // namespace janus::solver
