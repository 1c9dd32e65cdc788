// An incremental SAT solver (CaDiCaL) for callers that reason about plain truth values rather than about terms.
//
// A literal is a variable's number or its negation, as in DIMACS. Clauses are never removed. Not thread-safe.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "solver/solver.h"

namespace janus::solver {

using Literal = int;

class ClauseSolver {
 public:
  // solve() gives up once `*stop` is true. `stop` may be null; else it must outlive the solver.
  explicit ClauseSolver(const std::atomic<bool>* stop = nullptr);
  ~ClauseSolver();
  ClauseSolver(ClauseSolver&&) noexcept;
  ClauseSolver& operator=(ClauseSolver&&) noexcept;

  // The positive literal of a new variable.
  Literal new_variable();
  void add(std::span<const Literal> clause);
  // Whether all clauses and assumptions can hold together.
  Answer solve(std::span<const Literal> assumptions);
  // Whether the literal is true in the assignment found. Only after solve() returned Sat, and before the next add().
  bool value(Literal literal) const;
  // Whether the solver has derived that the literal is true in every assignment.
  bool fixed(Literal literal) const;
  // Tells the solver to try the value that makes the literal true first.
  void prefer(Literal literal);
  void forget_preference(Literal literal);

  std::uint64_t clauses() const { return clauses_; }
  std::uint64_t calls() const { return calls_; }

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
  std::uint64_t clauses_ = 0, calls_ = 0;
};

// The version of CaDiCaL, to be shown to users.
std::string cadical_version();

}  // namespace janus::solver
