// Path conditions: conjunctions that grow along a path and share their prefixes between forks.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "term/term.h"

namespace janus::solver {

// One conjunct of a path condition and all before it.
struct Conjunct {
  term::Term term;         // of width 1
  const Conjunct* parent;  // null for the first
  std::uint32_t depth;     // number of conjuncts up to and including this one
};

// A handle that costs a pointer. The empty path condition is true.
class PathCondition {
 public:
  PathCondition() = default;
  explicit PathCondition(const Conjunct* last) : last_(last) {}
  const Conjunct* last() const { return last_; }
  std::uint32_t depth() const { return last_ ? last_->depth : 0; }
  // The conjuncts, first to last.
  std::vector<term::Term> terms() const;
  // Whether one of the last `window` conjuncts is `condition` itself. A cheap way to see that a question was decided.
  bool recently_assumed(term::Term condition, unsigned window = 8) const;

 private:
  const Conjunct* last_ = nullptr;
};

// Owns conjuncts; they live as long as it does.
class PathTree {
 public:
  PathCondition extend(PathCondition path, term::Term condition) {
    nodes_.push_back({condition, path.last(), path.depth() + 1});
    return PathCondition(&nodes_.back());
  }

 private:
  std::deque<Conjunct> nodes_;  // stable addresses
};

}  // namespace janus::solver
