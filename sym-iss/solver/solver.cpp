#include "solver/solver.h"

#include "solver/value_facts.h"

namespace janus::solver {

ValueSet Solver::values(const PathCondition&, term::Term term) { return ValueFacts().values(term); }

}  // namespace janus::solver
