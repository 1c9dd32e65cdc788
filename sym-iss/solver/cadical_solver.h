// Bit-blasting in front of an incremental SAT solver (CaDiCaL): one variable map and one set of clauses for the whole
// exploration, each term blasted once, the path condition as assumptions. On the questions of a symbolic executor this
// is many times faster than an SMT solver (see evaluation/), but for arithmetic on wide unknown products.
#pragma once

#include <atomic>
#include <memory>

#include "solver/solver.h"

namespace janus::solver {

// It counts as interrupted once `over` is set, which must outlive it; may be null.
std::unique_ptr<Solver> make_cadical_solver(const std::atomic<bool>* over = nullptr);

}  // namespace janus::solver
