// Gates as clauses: Tseitin's encoding with constant folding and structural hashing, into an incremental SAT solver.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace CaDiCaL {
class Solver;
}

namespace janus::solver {

// A literal as DIMACS writes it: a variable, or its negation. kTrue is a variable that always holds.
using Literal = int;
inline constexpr Literal kTrue = 1, kFalse = -1;

// Not thread-safe. `sat` must be empty at first, and must outlive the circuit.
class Circuit {
 public:
  explicit Circuit(CaDiCaL::Solver& sat);

  Literal fresh() { return ++variables_; }
  Literal conjunction(Literal a, Literal b);
  Literal disjunction(Literal a, Literal b) { return -conjunction(-a, -b); }
  Literal exclusive_or(Literal a, Literal b);
  Literal choice(Literal condition, Literal a, Literal b);  // condition ? a : b
  Literal majority(Literal a, Literal b, Literal c);        // a full adder's carry
  Literal parity(Literal a, Literal b, Literal c) { return exclusive_or(exclusive_or(a, b), c); }  // and its sum

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

  // The gate's output, and whether its clauses are still to be added.
  std::pair<Literal, bool> output(Key key);
  void clause(std::initializer_list<Literal> literals);

  CaDiCaL::Solver& sat_;
  int variables_ = kTrue;
  std::unordered_map<Key, Literal, Hash> gates_;
};

}  // namespace janus::solver
