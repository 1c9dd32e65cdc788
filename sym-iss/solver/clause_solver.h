// Clauses over plain truth values, in an incremental SAT solver (CaDiCaL): for those who reason about choices rather
// than about terms.
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
  // Gives up once `over` is set, which must outlive it; may be null.
  explicit ClauseSolver(const std::atomic<bool>* over = nullptr);
  ~ClauseSolver();
  ClauseSolver(ClauseSolver&&) noexcept;
  ClauseSolver& operator=(ClauseSolver&&) noexcept;

  // A variable that no clause has yet, as its positive literal.
  Literal new_variable();
  void add(std::span<const Literal> clause);
  // Whether all clauses can hold together with the assumptions.
  Answer solve(std::span<const Literal> assumptions);
  // After solve() has said Sat, and before anything is added: whether the literal is true in the assignment found.
  bool value(Literal literal) const;
  // Whether the solver has found out that the literal is true in every assignment.
  bool fixed(Literal literal) const;
  // The value that the literal's variable is tried with first.
  void prefer(Literal literal);
  void forget_preference(Literal literal);

  std::uint64_t clauses() const { return clauses_; }
  std::uint64_t calls() const { return calls_; }

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
  std::uint64_t clauses_ = 0, calls_ = 0;
};

// Of CaDiCaL, for people.
std::string cadical_version();

}  // namespace janus::solver
