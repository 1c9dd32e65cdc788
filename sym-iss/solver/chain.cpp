#include "solver/chain.h"

#include "solver/logging_solver.h"
#include "solver/validating_solver.h"
#include "solver/z3_solver.h"

namespace janus::solver {

std::unique_ptr<Solver> make_solver_chain(const term::TermPool& pool, const ChainConfig& config) {
  std::unique_ptr<Solver> solver = make_z3_solver(pool);
  if (!config.log_queries.empty()) solver = make_logging_solver(pool, std::move(solver), config.log_queries);
  if (config.validate) solver = make_validating_solver(pool, std::move(solver), make_z3_solver(pool));
  return solver;
}

}  // namespace janus::solver
