// The solver chain: which layers answer, in which order. One function, so that the order can be read in one place.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "solver/solver.h"
#include "solver/watching_solver.h"
#include "support/error.h"

namespace janus::solver {

enum class ValueLayer : std::uint8_t { Off, Parti, Full };  // Parti: only what the PARTI paper does, for comparison

// One switch for each layer.
struct ChainConfig {
  // The core solver: z3, cadical, or auto. With auto the two take turns; the likelier one for a question begins.
  std::string core = "auto";
  bool domain = true;                    // try every value of a variable that has few possible values
  bool order = true;                     // answer questions about the order of words
  ValueLayer values = ValueLayer::Full;  // bound words by multi-intervals and known bits
  bool cases = true;                     // ask for each value of a variable that has few; needs `values`
  bool independence = true;              // drop conjuncts that share no variable with the question
  bool xors = true;                      // solve equations of exclusive-ors: checksums, parities
  bool divisions = true;                 // see that a product is a quotient by a constant
  bool equations = true;                 // eliminate variables, for questions about products
  bool narrow = true;                    // multiply and divide in fewer bits, where the path allows; uses value facts
  bool cache = true;                     // look for the answer among earlier models and unsatisfiable cores
  bool exhaustive = true;                // try all assignments of a question that reads few bits
  bool guess = true;                     // try some assignments
  bool integers = true;                  // ask linear arithmetic over integers, where the core does not answer soon
  bool ranks = true;                     // ask about words that are only compared in fewer bits
  bool sums = true;                      // ask about a sum whose words nothing else restricts as one word
  bool validate = false;                 // check every answer against a second Z3 (slow; for tests)
  std::string log_queries;               // write each query as an SMT-LIB file to this directory; empty: do not
  std::function<void(const support::InputError&)> log_failed = {};  // as make_logging_solver's `failed`
  Watch watch = {};  // hears of every question, and how long the answer took; empty: nobody
};

// Throws support::InputError if the log directory cannot be created. `pool` must outlive the solver.
std::unique_ptr<Solver> make_solver_chain(term::TermPool& pool, const ChainConfig& config);

// The core solver without the layers that reason from a path, for questions that are asked only once.
std::unique_ptr<Solver> make_lone_core(term::TermPool& pool, const std::string& core);

// `whole` is the complete chain. `facts` has only the layers that reason from facts along the path: it is cheap,
// answers Unknown where they cannot tell, and shares its facts with `whole`.
struct SolverChains {
  std::unique_ptr<Solver> whole, facts;
};
SolverChains make_solver_chains(term::TermPool& pool, const ChainConfig& config);

}  // namespace janus::solver
