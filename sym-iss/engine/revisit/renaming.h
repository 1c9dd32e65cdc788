// A substitution for variables under which the terms of one state, `from`, are those of another, `to`: whatever values
// the inputs of `to` have, the variables of `from` can have values for which its terms have the same. Mostly variables
// get other names; a variable may also become a term, and two may become one.
//
// The substitution grows as terms are matched. Chunks of inputs (term/byte_chunks.h) are renamed as a whole, and their
// variables with them. Iterative, so terms may have any depth. Not thread-safe.
#pragma once

#include <cstddef>
#include <functional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "engine/state/execution_state.h"
#include "term/substitute.h"
#include "term/support.h"

namespace janus::engine {

class Renaming {
 public:
  static constexpr std::size_t kMaxNodes = 20'000;    // of all terms together; larger ones do not match
  static constexpr std::size_t kMostUnsettled = 256;  // the same for pairs whose operands may be in either order

  // If `identity`, no variable may get another name.
  Renaming(term::TermPool& pool, bool identity) : pool_(pool), identity_(identity) {}

  // Extends the renaming so that `from` becomes `to`. False if that cannot be done; then the renaming is useless. True
  // if it may be done: operands that can change places are matched by settle().
  bool match(term::Term from, term::Term to);
  // The same for two words of registers.
  bool match(const term::SymbolicWord<32>& from, const term::SymbolicWord<32>& to);
  // Call it when all is matched, before the renaming is used.
  bool settle();
  term::TermPool& pool() { return pool_; }

  // Whether every one of `conjuncts`, which are those of `from` that constrain what is there (live_path.h), becomes a
  // condition of which `holds` says that it holds on the path of `to`. Variables that only they read are renamed by the
  // positions of their inputs, counted from the last one; those of no input keep their names. `support` must be of the
  // same pool.
  bool renames_path(const std::vector<term::Term>& conjuncts, const Input* from_inputs, const Input* to_inputs,
                    term::Support& support, const std::function<bool(term::Term)>& holds);

 private:
  using Pair = std::pair<term::Term, term::Term>;

  bool match_all(std::vector<Pair> open);
  bool may_match(term::Term from, term::Term to) const;
  enum class Order : std::uint8_t { Same, Swapped, Unclear };
  Order order_of_operands(term::Term from, term::Term to) const;
  bool bind(term::Term from, term::Term to);
  bool bind_chunks(const term::ByteChunk& from, const term::ByteChunk& to);
  bool bind_by_position(const Input* from_inputs, const Input* to_inputs,
                        const std::unordered_set<std::uint32_t>& wanted);

  term::TermPool& pool_;
  const bool identity_;
  std::vector<Pair> unsettled_;                                       // whose operands may be in one order or the other
  std::unordered_map<const term::Node*, const term::Node*> forward_;  // of variables
  std::unordered_map<const term::Node*, const term::Node*> matched_;  // of all nodes
};

}  // namespace janus::engine
