// Something a layer works out for each path condition from that of its prefix, and keeps with it: what the layers that
// reason without a core solver have in common. Forks share what was worked out before they parted, in whatever order a
// searcher visits them; it is freed with the conjunct it belongs to.
//
// Cost: a state for each conjunct at which a question was asked, until all paths that go on from there have theirs: the
// last one takes it over. So a chain without forks keeps the newest only, and a tree those at its leaves.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "solver/path_condition.h"

namespace janus::solver {

// State is copied from one conjunct to the next and then told about it.
template <Layer layer, class State>
class PathAnnotation {
 public:
  // `empty` is the state of the empty path condition.
  explicit PathAnnotation(State empty = {}) : empty_(std::move(empty)) {}

  // The state for `path`; `learn(state, path up to and including a conjunct)` makes it from that of the conjunct
  // before.
  template <class Learn>
  const State& at(const PathCondition& path, Learn&& learn) {
    const Conjunct* last = path.last();
    if (!last) return empty_;
    if (!slot(last)) annotate(last, learn);
    return static_cast<const Kept*>(slot(last).get())->state;
  }

 private:
  struct Kept : Annotation {
    State state;
    std::uint32_t copies = 0;          // for paths that go on from there and have not ended
    const Conjunct* origin = nullptr;  // where this is a copy from: an ancestor, so it is still there

    Kept() = default;
    Kept(const Kept&) = delete;
    Kept& operator=(const Kept&) = delete;
    ~Kept() override {
      if (!origin || !slot(origin)) return;
      std::uint32_t& others = static_cast<Kept&>(*slot(origin)).copies;
      if (others > 0) --others;
    }
  };

  static std::unique_ptr<Annotation>& slot(const Conjunct* c) {
    return c->annotations[static_cast<std::size_t>(layer)];
  }

  template <class Learn>
  void annotate(const Conjunct* last, Learn&& learn) {
    missing_.clear();
    const Conjunct* known = last;
    for (; known && !slot(known); known = known->parent) missing_.push_back(known);
    auto kept = std::make_unique<Kept>();
    if (!known) {
      kept->state = empty_;
    } else {
      Kept& origin = static_cast<Kept&>(*slot(known));
      if (origin.copies + 1 >= known->references) {  // everyone else who goes on from there has a copy
        kept->state = std::move(origin.state);
        kept->origin = std::exchange(origin.origin, nullptr);  // it stands for the same path from here on
        slot(known).reset();
      } else {
        kept->state = origin.state;
        kept->origin = known;
        ++origin.copies;
      }
    }
    for (auto c = missing_.rbegin(); c != missing_.rend(); ++c) learn(kept->state, PathCondition(*c));
    slot(last) = std::move(kept);
  }

  std::vector<const Conjunct*> missing_;
  State empty_;
};

}  // namespace janus::solver
