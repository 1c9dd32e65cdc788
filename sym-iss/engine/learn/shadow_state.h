// What learning knows of a path (learner.h): a second machine beside it, in whose words nothing depends on the way that
// the path took without saying so.
//
// A word of the shadow is right for *every* finding path through where this one is, not for this one alone. Where paths
// meet that may have left different values in a place, the value is a variable from then on, and a fact says what it is
// for paths that took this edge. Inputs are variables with the names that they have in the machine itself.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "engine/learn/search_formula.h"
#include "hart/architectural_state.h"
#include "memory/persistent_memory.h"
#include "solver/path_condition.h"
#include "term/symbolic_values.h"

namespace janus::engine {

using ShadowWord = term::SymbolicWord<32>;

// Where a value was last the same for all who come there: at the start of a block instance (pc 0), or behind pc in it.
struct ShadowPlace {
  SearchFormula::Node node = 0;
  std::uint32_t pc = 0;
};

// A condition that holds on every finding path for which all guards are true.
struct PathFact {
  term::Term condition;
  std::vector<Literal> guards;
  term::Term variable;  // if the fact is what a variable is on these paths
  ShadowPlace place;    // of that
  const PathFact* previous;
};

// An edge taken, or another choice that a literal stands for.
struct PathChoice {
  Literal literal;
  const PathChoice* previous;
  std::uint32_t depth;
};

// A call that has not returned.
struct Activation {
  const Activation* caller = nullptr;
  std::uint32_t caller_function = 0, call_block = 0, callee = 0;
  SearchFormula::Context context = 0;  // the caller's, at the call
  std::uint32_t return_address = 0;
  bool direct = true;      // the callee is the same for all paths
  bool convention = true;  // it returns with the registers that calls preserve as they were
  std::optional<std::uint32_t> entry_sp;
  std::array<ShadowWord, 32> shadow{};  // the registers at the call
  std::array<ShadowWord, 32> actual{};  // the same of the machine itself
};

// A value that may be another one on paths for which not all guards hold.
struct Pending {
  std::vector<Literal> guards;
  ShadowPlace place;
};

struct ShadowState {
  explicit ShadowState(const memory::PersistentMemory<term::Term>& initial) : memory(initial) {}

  bool untracked = false;       // nothing is learned of this path any more, and it is not pruned
  bool other_feasible = false;  // of the instruction being executed, another outcome is possible too
  std::uint64_t checked_at = 0;

  std::array<ShadowWord, 32> x{};
  memory::PersistentMemory<term::Term> memory;
  std::array<Pending, 32> pending_registers;
  std::map<std::uint32_t, Pending> pending_words;  // by address
  std::optional<Pending> pending_memory;           // all words but those in pending_words and fresh
  std::optional<Pending> pending_below;            // the same, of words below an address
  std::uint32_t below = 0;
  std::set<std::uint32_t> fresh;
  std::vector<Literal> input_guards;  // for which the number of inputs so far is this path's

  solver::PathCondition conditions;  // of the facts
  const PathFact* facts = nullptr;
  const PathChoice* choices = nullptr;

  const Activation* activation = nullptr;  // null in the outermost function
  SearchFormula::Context context = 0;
  SearchFormula::Node node = 0;
  std::uint32_t function = 0, block = 0;
  std::uint32_t next_pc = 0;  // of the instruction that comes next, if nothing else interferes
  // The last store that can have ended the path well, and on which condition other paths do not end there.
  ShadowPlace exit;
  term::Term no_exit;
};

}  // namespace janus::engine
