// Machine locations as variables of formulas.
//
// Each register, each CSR that can hold a term, and each aligned word of memory has a variable of 32 bits. A formula
// over these variables speaks about any state. at() replaces each variable by the contents of the location in a given
// state, and so makes a formula about the inputs of that state.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>

#include "engine/state/execution_state.h"
#include "term/term_pool.h"

namespace janus::engine {

struct Location {
  enum class Kind : std::uint8_t { Register, Csr, Word } kind = Kind::Register;
  std::uint32_t number = 0;  // number of the register or CSR; or the word's address in bytes, a multiple of 4
  bool operator==(const Location&) const = default;
};

// The contents of `location` in `state`, a term of 32 bits. Memory begins at the address `ram_base`.
term::Term value_at(term::TermPool& pool, const ExecutionState& state, const Location& location,
                    std::uint32_t ram_base);
void set_value(ExecutionState& state, const Location& location, term::Term value, std::uint32_t ram_base);

class Locations {
 public:
  // `pool` must outlive the object. Memory begins at the address `ram_base`.
  Locations(term::TermPool& pool, std::uint32_t ram_base) : pool_(pool), ram_base_(ram_base) {}

  term::Term variable(const Location& location);
  // The location that a variable stands for, or nothing if the variable stands for no location.
  std::optional<Location> location(term::Term variable) const;
  std::optional<Location> location(std::uint32_t variable) const;  // by its index in the pool

  // As value_at() and set_value().
  term::Term value(const ExecutionState& state, const Location& location) const {
    return value_at(pool_, state, location, ram_base_);
  }
  void set(ExecutionState& state, const Location& location, term::Term value) const {
    set_value(state, location, value, ram_base_);
  }
  // `formula` with each location's variable replaced by the contents of the location in `state`.
  term::Term at(const ExecutionState& state, term::Term formula) const;

  term::TermPool& pool() const { return pool_; }

 private:
  static std::uint64_t key(const Location& location) {
    return static_cast<std::uint64_t>(location.kind) << 32 | location.number;
  }

  term::TermPool& pool_;
  std::uint32_t ram_base_;
  std::unordered_map<std::uint64_t, term::Term> variables_;           // by key
  std::unordered_map<std::uint32_t, Location> location_by_variable_;  // by index in the pool
};

}  // namespace janus::engine
