// The facts of a layer that reasons without a core solver: a state for each path condition, computed from the state of
// its prefix and kept with its last conjunct. Forks share the states of their common prefix, in whatever order a
// searcher visits them. A state is freed with its conjunct.
//
// Cost: one state for each conjunct at which a question was asked. When every path that goes on from a conjunct has a
// state of its own, the conjunct's state is freed: the last of these paths takes it over instead of copying it. So a
// path without forks keeps its newest state only, and a tree keeps the states of its leaves.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "solver/path_condition.h"

namespace janus::solver {

// `State` is the layer's facts. It is copied from a conjunct to a later one and then learns the conjuncts between.
template <Layer layer, class State>
class PathAnnotation {
 public:
  // `empty` is the state of the empty path condition.
  explicit PathAnnotation(State empty = {}) : empty_(std::move(empty)) {}

  // The state of `path`. Calls learn(state, prefix) for each conjunct not learned yet, in order: `state` has learned
  // the conjuncts before the last one of `prefix`, and must learn this last one.
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
    std::uint32_t copies = 0;          // of this state, kept for paths that go on from here and have not ended
    const Conjunct* origin = nullptr;  // the ancestor whose state this is a copy of; alive, since it is an ancestor

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
      if (origin.copies + 1 >= known->references) {  // all other paths that go on from there have a copy
        kept->state = std::move(origin.state);
        kept->origin = std::exchange(origin.origin, nullptr);  // this state replaces the one at `known`
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
