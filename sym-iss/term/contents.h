// What kinds of nodes a term has in it. Remembered for each node of the pool, so asking again costs a look-up.
// Iterative, so terms may have any depth. Not thread-safe.
#pragma once

#include <cstdint>
#include <vector>

#include "term/term.h"
#include "term/work_clock.h"

namespace janus::term {

class Contents {
 public:
  using Marks = std::uint8_t;
  static constexpr Marks kSeen = 0x80;  // not for marks_of

  // `marks_of`: the marks of one node by itself. Pure.
  explicit Contents(Marks (*marks_of)(Term)) : marks_of_(marks_of) {}

  // The marks of all nodes of `root`, and kSeen.
  Marks operator()(Term root) {
    if (known_.size() <= root->id) known_.resize(root->id + root->id / 2 + 64);
    open_.assign(1, root);
    while (!open_.empty()) {
      const Term term = open_.back();
      if (known_[term->id] == 0) {
        spend(Work::Visit);
        const std::size_t before = open_.size();
        Marks marks = kSeen | marks_of_(term);
        for (unsigned i = 0; i < row(term.kind()).arity; ++i) {
          const Marks below = known_[term->child[i]->id];
          if (below == 0) open_.push_back(term->child[i]);
          marks |= below;
        }
        if (open_.size() != before) continue;
        known_[term->id] = marks;
      }
      open_.pop_back();
    }
    return known_[root->id];
  }

 private:
  Marks (*marks_of_)(Term);
  std::vector<Marks> known_;  // by node id; 0: not seen
  std::vector<Term> open_;
};

}  // namespace janus::term
