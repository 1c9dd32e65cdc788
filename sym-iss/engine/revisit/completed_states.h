// States behind which everything has been explored: a table by what is live there (stretches.h). A state that agrees
// with one of them in what is live there, up to the names of inputs and the time, has nothing new ahead.
//
// The states of one place mostly have few sets of live cells, the shapes. Cost: a look takes the hash of a state once
// for each shape of its place, the latest that fitted first. Not thread-safe.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <unordered_map>
#include <vector>

#include "engine/revisit/state_comparison.h"
#include "engine/revisit/visit.h"
#include "engine/state/call_stack.h"

namespace janus::engine {

class CompletedStates {
 public:
  static constexpr std::size_t kMaxShapes = 64;    // of a place; the one that fitted least lately goes first
  static constexpr std::size_t kMaxCompared = 32;  // states of one hash

  explicit CompletedStates(StateComparison& comparison) : comparison_(comparison) {}

  // All paths behind `visit` have ended, and read these cells before they wrote them. False if it is not kept.
  bool add(const std::shared_ptr<Visit>& visit, const LiveCells& live);
  // A state behind which everything that `state` can do was done; null if there is none. The comparison has begun with
  // `state`.
  const Visit* find(const ExecutionState& state);
  void clear() { places_.clear(); }

 private:
  struct Shape {
    std::shared_ptr<const LiveCells> live;
    std::unordered_map<std::uint64_t, std::vector<std::shared_ptr<Visit>>> visits = {};  // by hash of what is live
  };

  StateComparison& comparison_;
  std::unordered_map<CodePlace, std::list<Shape>, CodePlaceHash> places_;
};

}  // namespace janus::engine
