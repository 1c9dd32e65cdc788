// Terms to circuits, bit by bit, each term once for the whole exploration.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "solver/circuit.h"
#include "term/term.h"

namespace janus::solver {

class BitBlaster {
 public:
  // `circuit` must outlive it.
  explicit BitBlaster(Circuit& circuit) : circuit_(circuit) {}

  // Makes the circuit of a term. Iterative: terms of any depth. `stops` is asked now and then; if it says so, the
  // answer is false, and what was made so far is kept.
  bool blast(term::Term term, const std::function<bool()>& stops);
  // The literal of a truth value that has been blasted.
  Literal truth(term::Term term) const { return known(term).front(); }

  // Calls visit(index of the variable, its literals) for every variable that occurred in a term so far.
  void for_each_variable(const std::function<void(std::uint64_t, std::span<const Literal>)>& visit) const;

  using Word = std::vector<Literal>;

 private:
  static constexpr unsigned kNodes = 64;  // between two looks at whether to stop: milliseconds

  std::span<const Literal> known(term::Term term) const;
  bool done(term::Term term);
  Word build(term::Term term);
  Word constant(std::uint64_t value, unsigned width) const;  // zero beyond 64 bits
  Word add(std::span<const Literal> a, std::span<const Literal> b, Literal carry);
  Word negated(std::span<const Literal> a);
  Word conditional_negation(Literal condition, std::span<const Literal> a);
  Word choice(Literal condition, std::span<const Literal> a, std::span<const Literal> b);
  Word multiply(std::span<const Literal> a, std::span<const Literal> b);
  struct Division {
    Word quotient, remainder;
  };
  Division divide(std::span<const Literal> a, std::span<const Literal> b);
  Word signed_division(term::Term term);
  Word shift(term::Term term);
  Literal less(std::span<const Literal> a, std::span<const Literal> b, bool is_signed);
  Literal equal(std::span<const Literal> a, std::span<const Literal> b);

  Circuit& circuit_;
  std::vector<std::uint32_t> first_;  // by node id: where its literals begin, plus one; 0 if it has none yet
  std::vector<Literal> literals_;
  std::vector<term::Term> variables_;
};

}  // namespace janus::solver
