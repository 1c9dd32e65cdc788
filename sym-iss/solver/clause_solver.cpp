#include "solver/clause_solver.h"

#include <cstdlib>

#include "solver/cadical_limit.h"

namespace janus::solver {

struct ClauseSolver::Implementation {
  explicit Implementation(const std::atomic<bool>* stop) : limit(stop) { limit.connect(sat); }

  CaDiCaL::Solver sat;
  CadicalLimit limit;
  int variables = 0;
};

ClauseSolver::ClauseSolver(const std::atomic<bool>* stop) : implementation_(std::make_unique<Implementation>(stop)) {
  implementation_->sat.set("quiet", 1);

  for (const char* const effort : {"inprocessing", "lucky"})
    implementation_->sat.set(effort, 0);  // does not pay off on many small questions (cadical_solver.cpp)
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
  switch (implementation_->limit.solve(assumptions.size())) {
    case 10: return Answer::Sat;
    case 20: return Answer::Unsat;
    default: return Answer::Unknown;
  }
}

// CaDiCaL does not know a variable that occurs in no clause; such a variable may have either value.
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
