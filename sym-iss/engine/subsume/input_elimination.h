// What must hold before an input is made for something to hold after it, whatever the input is.
//
// That is a universal quantifier, which conditions do not have. It is eliminated by strengthening: conjuncts that do
// not mention the input stay; of others, it is shown that they hold for every input if some locations have the values
// that they had on the path at hand, and equalities with those (as few as an unsatisfiable core leaves) take their
// place.
#pragma once

#include "engine/subsume/history.h"
#include "engine/subsume/location_hart.h"
#include "solver/solver.h"

namespace janus::engine {

class InputElimination {
 public:
  static constexpr double kSeconds = 1;  // for a question

  // All must outlive it.
  InputElimination(Locations& locations, term::Support& support, solver::Solver& solver)
      : locations_(locations), support_(support), solver_(solver) {}

  // A condition without the input's locations under which `phi` holds after it was made; `false` if none was found.
  // Leaves the solver's timeout changed.
  Precondition before(const InputMade& made, term::Term phi);

 private:
  term::Term for_every_input(const InputMade& made, term::Term phi, unsigned depth);
  term::Term by_equalities(const InputMade& made, term::Term phi);
  bool mentions_input(const InputMade& made, term::Term phi);
  bool is_input(const InputMade& made, const Location& location) const;
  term::Term hook_guard(const InputMade& made);

  Locations& locations_;
  term::Support& support_;
  solver::Solver& solver_;
};

}  // namespace janus::engine
