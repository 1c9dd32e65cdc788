// Encodes gates as clauses of an incremental SAT solver: Tseitin's encoding, constant folding and structural hashing.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace CaDiCaL {
class Solver;
}

namespace janus::solver {

// A literal as in DIMACS: the number of a variable, negative for its negation. kTrue is a variable that is always true.
using Literal = int;
inline constexpr Literal kTrue = 1, kFalse = -1;

// Not thread-safe. `sat` must be empty when the circuit is created, and must outlive the circuit.
class Circuit {
 public:
  explicit Circuit(CaDiCaL::Solver& sat);

  Literal fresh() { return ++variables_; }
  Literal conjunction(Literal a, Literal b);
  Literal disjunction(Literal a, Literal b) { return -conjunction(-a, -b); }
  Literal exclusive_or(Literal a, Literal b);
  Literal choice(Literal condition, Literal a, Literal b);  // condition ? a : b
  Literal majority(Literal a, Literal b, Literal c);        // a full adder's carry
  Literal parity(Literal a, Literal b, Literal c) {         // a full adder's sum
    return exclusive_or(exclusive_or(a, b), c);
  }

  // Add clauses: `a` is true; `a` and `b` are the same.
  void require(Literal a);
  void require_equal(Literal a, Literal b);

  int variables() const { return variables_; }

 private:
  enum class Gate : std::uint8_t { And, Xor, Choice, Majority };
  struct Key {
    Gate gate;
    Literal a, b, c;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const;
  };

  // The gate's output, and whether the gate is new: then the caller adds its clauses.
  std::pair<Literal, bool> output(Key key);
  void clause(std::initializer_list<Literal> literals);

  CaDiCaL::Solver& sat_;
  int variables_ = kTrue;
  std::unordered_map<Key, Literal, Hash> gates_;
};

}  // namespace janus::solver
