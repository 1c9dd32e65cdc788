// Bit-blasting: turns terms into circuits. Each term is blasted once in a whole exploration.
#pragma once

#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

#include "solver/circuit.h"
#include "term/term.h"

namespace janus::solver {

class BitBlaster {
 public:
  // `circuit` must outlive the blaster.
  explicit BitBlaster(Circuit& circuit) : circuit_(circuit) {}

  // Makes the circuit of a term. Iterative, so terms may have any depth. Polls `stops` every kNodes nodes; if `stops`
  // returns true, blast() returns false and keeps the circuits made so far.
  bool blast(term::Term term, const std::function<bool()>& stops);
  // The literal of a term of width 1 that has been blasted.
  Literal truth(term::Term term) const { return known(term).front(); }

  // Of all terms blasted so far.
  std::size_t bits() const { return literals_.size(); }
  // Calls visit(variable index in the pool, literals) for every variable of the terms blasted so far.
  void for_each_variable(const std::function<void(std::uint64_t, std::span<const Literal>)>& visit) const;

  using Word = std::vector<Literal>;

 private:
  static constexpr unsigned kNodes = 64;        // between two polls of `stops`: takes milliseconds at most
  static constexpr unsigned kMaxOperands = 16;  // nodes below a product in which quotients are looked for

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
  Division signed_division(std::span<const Literal> a, std::span<const Literal> b);
  void relate_quotients(term::Term product);
  void relate_quotient(term::Term division, unsigned product_width);
  Word shift(term::Term term);
  Literal less(std::span<const Literal> a, std::span<const Literal> b, bool is_signed);
  Literal equal(std::span<const Literal> a, std::span<const Literal> b);

  Circuit& circuit_;
  std::vector<std::uint32_t> first_;  // by node id: index in literals_ plus one; 0 if the node is not blasted yet
  std::vector<Literal> literals_;
  std::vector<term::Term> variables_;
  std::unordered_map<std::uint32_t, unsigned> related_;  // by node id of a quotient: the width of its identity
};

}  // namespace janus::solver
