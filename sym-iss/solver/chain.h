// The solver chain: which layers answer, in which order. One function, so that the order can be read in one place.
#pragma once

#include <memory>
#include <string>

#include "solver/solver.h"

namespace janus::solver {

enum class ValueLayer : std::uint8_t { Off, Parti, Full };  // Parti: the paper's subset, to compare with

// One switch a layer.
struct ChainConfig {
  // The core solver: z3, cadical, or auto: the better one for a question, and the other if that does not answer soon.
  std::string core = "auto";
  bool domain = true;                    // try the values of variables that can have few
  bool order = true;                     // answer questions about the order of words
  ValueLayer values = ValueLayer::Full;  // bound words by multi-intervals and known bits
  bool cases = true;                     // distinguish cases of a variable that has few values; needs `values`
  bool independence = true;              // ask only about the conjuncts a question can depend on
  bool equations = true;                 // eliminate variables, for questions about products
  bool cache = true;                     // look for the answer among earlier models and unsatisfiable cores
  bool guess = true;                     // try some assignments
  bool validate = false;                 // check every answer against a second Z3 (slow; for tests)
  std::string log_queries;               // a directory for SMT-LIB files; empty for none
};

// Throws support::InputError if the log's directory cannot be made. `pool` must outlive the solver.
std::unique_ptr<Solver> make_solver_chain(term::TermPool& pool, const ChainConfig& config);

// The core solver alone, for questions that are asked once.
std::unique_ptr<Solver> make_lone_core(term::TermPool& pool, const std::string& core);

// The chain, and beside it those of its layers that answer from facts along the path and share what they know: cheap,
// and Unknown for everything else.
struct SolverChains {
  std::unique_ptr<Solver> whole, facts;
};
SolverChains make_solver_chains(term::TermPool& pool, const ChainConfig& config);

}  // namespace janus::solver
