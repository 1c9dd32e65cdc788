// Which words are only compared: classes of words that comparisons and choices connect, found by looking at each node
// of the terms that one is shown. Classes grow, and never fall apart.
//
// Not thread-safe. Terms are those of one pool. Some four bytes for each node of the pool.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "solver/rank_map.h"
#include "term/term.h"

namespace janus::solver {

class ComparedWords {
 public:
  // Looks at all nodes of a term, unless it has seen them. Iterative.
  void look_at(term::Term root);

  // How the words of a class are to be mapped; null if they are not, since they are not only compared, or ranks would
  // not be much narrower. `word`: of a term that was looked at. Valid until changes() changes.
  const RankMap* map_of(term::Term word);

  // Grows whenever an answer of map_of() is no longer right.
  std::uint64_t changes() const { return changes_; }

 private:
  static constexpr std::size_t kMostConstants = 16;
  static constexpr std::uint64_t kFewestPlaces = 4;  // so that a small class may grow without a change

  struct Class {
    unsigned width = 0;  // bits
    std::uint32_t variables = 0;
    std::vector<std::uint64_t> constants = {};  // that they are compared with; ascending
    bool is_only_compared = true;
    bool is_ordered = false;     // by a comparison that is no equation
    bool was_asked_for = false;  // since the last change
    std::optional<RankMap> map = {};
    std::uint64_t places = 0;  // of the map
  };

  void look_at_node(term::Term term);
  void connect(term::Term a, term::Term b);  // of the same width
  void give_up(term::Term word);
  void put_in_order(term::Term word);
  void add_constant(Class& to, std::uint64_t value);
  void unite(std::uint32_t a, std::uint32_t b);
  void reconsider(Class& grown, bool needs_another);
  static std::optional<RankMap> map_for(const Class& words);
  static std::uint64_t places_for(std::uint32_t variables);
  std::uint32_t class_of(term::Term word);

  std::vector<bool> seen_;               // by node id
  std::vector<std::uint32_t> class_of_;  // by node id, plus 1; 0 for nodes that have none yet
  std::deque<Class> classes_;            // so that maps stay where they are
  std::vector<std::uint32_t> parent_;    // of classes: union-find; one that is its own parent stands for all
  std::vector<term::Term> open_;
  std::uint64_t changes_ = 1;
};

}  // namespace janus::solver
