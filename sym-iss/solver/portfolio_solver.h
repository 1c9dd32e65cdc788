// The core of every chain: one solver, or two, where the first gets a budget and what it does not answer in time goes
// to the second. Its own statistics count the questions that reached the core.
#pragma once

#include <memory>

#include "solver/solver.h"

namespace janus::solver {

// `second` may be null. `budget`, in seconds, is what the first may take for a question that the second can still
// answer.
std::unique_ptr<Solver> make_portfolio_solver(std::unique_ptr<Solver> first, std::unique_ptr<Solver> second,
                                              double budget);

}  // namespace janus::solver
