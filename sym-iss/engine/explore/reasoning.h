// Terms, and the solvers that know about them. They know of words, not of paths; so a process that explores one piece
// of an exploration after the other lets each begin with what was found out for the earlier ones.
#pragma once

#include "solver/chain.h"
#include "term/term_pool.h"

namespace janus::engine {

struct Reasoning {
  explicit Reasoning(const solver::ChainConfig& config) : chains(solver::make_solver_chains(pool, config)) {}
  Reasoning(const Reasoning&) = delete;
  Reasoning& operator=(const Reasoning&) = delete;

  term::TermPool pool;
  solver::SolverChains chains;
};

}  // namespace janus::engine
