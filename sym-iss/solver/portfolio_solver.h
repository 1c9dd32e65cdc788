// The core of every chain: one solver, or two that take turns at a question. The likelier one is asked first and gets a
// budget, then the other gets half of that, then either twice what it had, until one answers or the question's timeout
// is used up. So a right guess costs little, and a wrong one a few times what the better solver needs.
//
// Its own statistics count the questions that reached the core.
#pragma once

#include <functional>
#include <memory>

#include "solver/solver.h"

namespace janus::solver {

struct Rival {
  std::function<std::unique_ptr<Solver>()> make;              // called at the first question that gets here
  std::function<bool(term::Term question)> answers_first_at;  // whether it is the likelier one for a question
  double budget = 0;                                          // seconds, counted, of the likelier one's first turn
};

// A core of one solver.
std::unique_ptr<Solver> make_core(std::unique_ptr<Solver> solver);
std::unique_ptr<Solver> make_portfolio_solver(std::unique_ptr<Solver> usual, Rival rival);

}  // namespace janus::solver
