// The shadow of a path: a second machine in which every value states its dependence on the way that the path took
// (learner.h).
//
// A word of the shadow is correct for *every* finding path through the same place, and not only for this path. Where
// paths meet that may have left different values in a register or a word, the value becomes a variable, and a fact says
// what the variable is on paths that took this edge. Inputs have the same variable names as in the machine itself.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/learn/search_formula.h"
#include "hart/architectural_state.h"
#include "memory/persistent_memory.h"
#include "solver/path_condition.h"
#include "support/persistent_array.h"
#include "term/symbolic_values.h"

namespace janus::engine {

using ShadowWord = term::SymbolicWord<32>;

// The place where a value became unknown: the start of a block instance (pc 0), or after the instruction at pc in the
// instance. All paths through this place have the same variable for the value.
struct ShadowPlace {
  SearchFormula::Node node = 0;
  std::uint32_t pc = 0;
};

// The literals of choices that all must be true. It grows along a path, and copies share what they have in common: a
// copy takes constant time. Not thread-safe.
class Guards {
 public:
  Guards() = default;
  Guards(std::initializer_list<Literal> literals) {
    for (const Literal literal : literals) push_back(literal);
  }
  Guards(const Guards&) = default;
  Guards& operator=(const Guards& other) { return *this = Guards(other); }
  Guards(Guards&&) = default;
  Guards& operator=(Guards&& other) noexcept {
    std::swap(last_, other.last_);
    return *this;
  }
  ~Guards() {  // a long list ends without a recursion
    while (last_ && last_.use_count() == 1) last_ = std::exchange(last_->previous, nullptr);
  }

  bool empty() const { return !last_; }
  std::size_t size() const { return last_ ? last_->size : 0; }
  void push_back(Literal literal) {
    const std::size_t size = this->size() + 1;
    last_ = std::make_shared<Node>(Node{literal, size, std::move(last_)});
  }
  // All but the first `but`, in the order in which they were added.
  std::vector<Literal> all(std::size_t but = 0) const {
    std::vector<Literal> literals(size() - but);
    const Node* node = last_.get();
    for (std::size_t i = literals.size(); i-- > 0; node = node->previous.get()) literals[i] = node->literal;
    return literals;
  }

 private:
  struct Node {
    Literal literal;
    std::size_t size;  // of the list that ends here
    std::shared_ptr<Node> previous;
  };
  std::shared_ptr<Node> last_;
};

// A condition that holds on every finding path for which all guards are true.
struct PathFact {
  term::Term condition;
  Guards guards;
  term::Term variable;  // the defined variable, if the fact is a definition; else null
  ShadowPlace place;    // where the defined variable became unknown
  const PathFact* previous;
};

// The fact that a variable has a value; null if none is known.
struct KnownConstant {
  const PathFact* fact = nullptr;
  std::uint64_t value = 0;
  bool operator==(const KnownConstant&) const = default;
};

// An edge taken, or another choice that a literal stands for.
struct PathChoice {
  Literal literal;
  const PathChoice* previous;
  std::uint32_t depth;
};

// A call that has not returned yet.
struct Activation {
  const Activation* caller = nullptr;
  std::uint32_t caller_function = 0, call_block = 0, callee = 0;
  SearchFormula::Context context = 0;  // the caller's context at the call
  std::uint32_t return_address = 0;
  bool direct = true;                     // the callee is the same on all paths
  bool convention = true;                 // the callee preserves the registers that the calling convention preserves
  std::optional<std::uint32_t> entry_sp;  // sp at the entry of the callee; nothing if paths differ
  std::array<ShadowWord, 32> shadow{};    // the shadow's preserved registers at the call
  std::array<ShadowWord, 32> actual{};    // the machine's preserved registers at the call
};

// Marks a value that may differ on paths for which not all guards hold. It becomes a variable when it is read next.
struct Pending {
  Guards guards;
  ShadowPlace place;
};

// How many of the guards that all words have, and of those that all words below an address have, came before a word was
// last written or read.
struct Settled {
  std::size_t memory = 0, below = 0;
};

struct ShadowState {
  explicit ShadowState(const memory::PersistentMemory<term::Term>& initial) : memory(initial) {}

  bool untracked = false;       // nothing more is learned from this path, and the path is not pruned
  bool other_feasible = false;  // another outcome of the current instruction is feasible

  std::array<ShadowWord, 32> x{};
  memory::PersistentMemory<term::Term> memory;
  std::array<Pending, 32> pending_registers;
  std::map<std::uint32_t, Pending> pending_words;  // by address
  std::optional<Pending> pending_memory;           // for all words that are not in pending_words
  std::optional<Pending> pending_below;            // the same for words below the address `below`
  std::uint32_t below = 0;
  std::map<std::uint32_t, Settled> settled_words;  // by address
  Guards input_guards;                             // paths for which these hold have made the same number of inputs

  solver::PathCondition conditions;  // of the facts
  const PathFact* facts = nullptr;
  support::PersistentArray<KnownConstant> constants;  // by index of the variable
  const PathChoice* choices = nullptr;
  // Edges to come, on a path that is not excluded; null if none is known, or this path has left it.
  std::shared_ptr<const std::vector<Literal>> plan;
  std::size_t followed = 0;  // of its edges

  const Activation* activation = nullptr;  // null in the outermost function
  SearchFormula::Context context = 0;
  SearchFormula::Node node = 0;
  std::uint32_t function = 0, block = 0;
  std::uint32_t next_pc = 0;  // the address of the next instruction, unless a trap or an interrupt comes first
  // The last store that may have ended the path normally, and the condition for which other paths do not end there.
  ShadowPlace exit;
  term::Term no_exit;
};

}  // namespace janus::engine
