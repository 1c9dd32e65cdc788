// The core of every chain: one solver, or two solvers that take turns at a question. The solver that is likelier to
// answer begins and gets a budget, then the other gets half the budget. The budget doubles each round, until one solver
// answers or the question's timeout is used up. So a right guess of the likelier solver costs little, and a wrong guess
// costs a few times what the better solver needs.
//
// The statistics of this layer count the questions that reach the core.
#pragma once

#include <functional>
#include <memory>

#include "solver/solver.h"

namespace janus::solver {

// The second solver of a portfolio.
struct Rival {
  std::function<std::unique_ptr<Solver>()> make;             // called when the second solver gets its first turn
  std::function<bool(term::Term question)> is_likelier_for;  // whether the second solver begins
  double budget = 0;                                         // counted seconds of the likelier solver's first turn
};

// A core of one solver.
std::unique_ptr<Solver> make_core(std::unique_ptr<Solver> solver);
std::unique_ptr<Solver> make_portfolio_solver(std::unique_ptr<Solver> usual, Rival rival);

}  // namespace janus::solver
