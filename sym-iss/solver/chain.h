// The solver chain: which layers answer, in which order. One function, so that the order can be read in one place.
#pragma once

#include <memory>
#include <string>

#include "solver/solver.h"

namespace janus::solver {

// One switch a layer.
struct ChainConfig {
  std::string core =
      "auto";          // the core solver: z3, cadical, or auto: CaDiCaL first, Z3 for what it does not answer soon
  bool domain = true;  // try the values of variables that can have few
  bool order = true;   // answer questions about the order of words without the core solver
  bool values = true;  // bound words by multi-intervals and known bits
  bool independence = true;  // ask the core solver about the conjuncts a question can depend on only
  bool cache = true;         // look for the answer among earlier models and unsatisfiable cores
  bool validate = false;     // check every answer against a second Z3 (slow; for tests)
  std::string log_queries;   // a directory for SMT-LIB files; empty for none
};

// Throws support::InputError if the log's directory cannot be made. `pool` must outlive the solver.
std::unique_ptr<Solver> make_solver_chain(term::TermPool& pool, const ChainConfig& config);

}  // namespace janus::solver
