// Something kept along the path for every conjunct of a path condition, and found again for its prefix: what the layers
// that reason without a core solver have in common.
#pragma once

#include <deque>
#include <vector>

#include "solver/path_condition.h"

namespace janus::solver {

// State is copied from one conjunct to the next and then told about it. Going to another path drops what does not
// belong to the common prefix.
template <class State>
class LayeredPath {
 public:
  // The state for `path`; `learn(state, path up to and including the conjunct)` makes it from that of its parent.
  template <class Learn>
  const State& at(PathCondition path, Learn&& learn) {
    std::vector<const Conjunct*> missing;
    const Conjunct* c = path.last();
    while (c && !(c->depth <= levels_.size() && levels_[c->depth - 1].conjunct == c)) {
      missing.push_back(c);
      c = c->parent;
    }
    levels_.resize(c ? c->depth : 0);
    for (auto it = missing.rbegin(); it != missing.rend(); ++it) {
      levels_.push_back({*it, levels_.empty() ? State{} : levels_.back().state});
      learn(levels_.back().state, PathCondition(*it));
    }
    return levels_.empty() ? empty_ : levels_.back().state;
  }

 private:
  struct Level {
    const Conjunct* conjunct = nullptr;
    State state;
  };
  std::deque<Level> levels_;
  State empty_{};
};

}  // namespace janus::solver
