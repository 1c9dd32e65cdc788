// Input elimination: a condition before an input is made that implies `phi` afterwards for every value of the input.
//
// The weakest such condition has a universal quantifier, and annotations have no quantifiers. So the quantifier is
// eliminated by a stronger condition. A conjunct that does not mention the input stays. For any other conjunct, the
// solver shows that the conjunct holds for every input if some locations have the values from the recorded path.
// Equalities with these values replace the conjunct; an unsatisfiable core says which equalities are needed.
#pragma once

#include "engine/subsume/history.h"
#include "engine/subsume/location_hart.h"
#include "solver/solver.h"

namespace janus::engine {

class InputElimination {
 public:
  static constexpr double kQuestionSeconds = 1;  // counted (term/work_clock.h), per question

  // All references must outlive the object.
  InputElimination(Locations& locations, term::Support& support, solver::Solver& solver)
      : locations_(locations), support_(support), solver_(solver) {}

  // A condition that does not mention the input's locations, and under which `phi` holds after the input was made.
  // `false` if none was found. Changes the solver's timeout.
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
