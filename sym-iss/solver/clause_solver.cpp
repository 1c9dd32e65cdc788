#include "solver/clause_solver.h"

#include <cstdlib>

#include "solver/patience.h"

namespace janus::solver {

struct ClauseSolver::Implementation {
  explicit Implementation(const std::atomic<bool>* over) : patience(sat, over) {}

  CaDiCaL::Solver sat;
  Patience patience;
  int variables = 0;
};

ClauseSolver::ClauseSolver(const std::atomic<bool>* over) : implementation_(std::make_unique<Implementation>(over)) {
  implementation_->sat.set("quiet", 1);
  implementation_->sat.set("inprocessing", 0);  // many small questions, as in cadical_solver.cpp
}
ClauseSolver::~ClauseSolver() = default;
ClauseSolver::ClauseSolver(ClauseSolver&&) noexcept = default;
ClauseSolver& ClauseSolver::operator=(ClauseSolver&&) noexcept = default;

Literal ClauseSolver::new_variable() { return ++implementation_->variables; }

void ClauseSolver::add(std::span<const Literal> clause) {
  ++clauses_;
  spend(term::Work::Clause);
  for (const Literal literal : clause) implementation_->sat.add(literal);
  implementation_->sat.add(0);
}

Answer ClauseSolver::solve(std::span<const Literal> assumptions) {
  ++calls_;
  for (const Literal literal : assumptions) implementation_->sat.assume(literal);
  const int status = implementation_->patience.solve(assumptions.size());
  return status == 10 ? Answer::Sat : status == 20 ? Answer::Unsat : Answer::Unknown;
}

// A variable that is in no clause is not known to the solver, and may be anything.
bool ClauseSolver::value(Literal literal) const {
  return std::abs(literal) <= implementation_->sat.vars() && implementation_->sat.val(literal) > 0;
}

bool ClauseSolver::fixed(Literal literal) const {
  return std::abs(literal) <= implementation_->sat.vars() && implementation_->sat.fixed(literal) > 0;
}

void ClauseSolver::prefer(Literal literal) { implementation_->sat.phase(literal); }
void ClauseSolver::forget_preference(Literal literal) { implementation_->sat.unphase(literal); }

std::string cadical_version() { return CaDiCaL::Solver::version(); }

}  // namespace janus::solver
