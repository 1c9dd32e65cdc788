// Answers questions about checksums, parities and scramblers: equations between terms whose bits are sums modulo 2
// (xor_forms.h) are a linear system over GF(2), which Gaussian elimination solves. A SAT solver needs exponential time
// for such systems in general (Urquhart, Hard examples for resolution, JACM 1987), and minutes for a CRC of four bytes.
//
// Unsat if the question contradicts those conjuncts of the path that are such equations; Sat if a solution satisfies
// all of the path. A question that says that two sums differ is decided, too.
#pragma once

#include <memory>

#include "solver/layer_context.h"
#include "solver/solver.h"

namespace janus::solver {

std::unique_ptr<Solver> make_xor_solver(std::unique_ptr<Solver> next, std::shared_ptr<LayerContext> context);

}  // namespace janus::solver
