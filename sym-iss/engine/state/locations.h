// Machine locations as variables: what formulas about "the machine when it is here" are written in.
//
// A register, a CSR that can hold a term, and each aligned word of memory has a variable of 32 bits. Such a formula is
// about any state; at() makes it one about a certain state's inputs, by putting in what the state holds.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>

#include "engine/state/execution_state.h"
#include "term/term_pool.h"

namespace janus::engine {

struct Location {
  enum class Kind : std::uint8_t { Register, Csr, Word } kind = Kind::Register;
  std::uint32_t number = 0;  // of the register or CSR; a word's address, a multiple of 4
  bool operator==(const Location&) const = default;
};

// What `state` holds there, a term of 32 bits. Memory is at `ram_base`.
term::Term value_at(term::TermPool& pool, const ExecutionState& state, const Location& location,
                    std::uint32_t ram_base);
void set_value(ExecutionState& state, const Location& location, term::Term value, std::uint32_t ram_base);

class Locations {
 public:
  // `pool` must outlive it. Memory is at `ram_base`, bytes.
  Locations(term::TermPool& pool, std::uint32_t ram_base) : pool_(pool), ram_base_(ram_base) {}

  term::Term variable(const Location& location);
  // The location that a variable stands for, if it stands for one.
  std::optional<Location> location(term::Term variable) const;
  std::optional<Location> location(std::uint32_t variable) const;  // by its index in the pool

  // As value_at() and set_value().
  term::Term value(const ExecutionState& state, const Location& location) const {
    return value_at(pool_, state, location, ram_base_);
  }
  void set(ExecutionState& state, const Location& location, term::Term value) const {
    set_value(state, location, value, ram_base_);
  }
  // `formula` with what `state` holds in place of each location.
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
