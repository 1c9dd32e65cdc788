// Searchers that score waiting states by what they have done and how far they are from code that no path has executed.
//
// While a state waits, only its distance to uncovered code changes. So scores are computed when a state is added, and
// all of them again by take() when coverage has grown and there were enough calls since the last time: one for each
// kShare things to look at, which are the waiting states and the reachable instructions. That makes it O(kShare) a
// call, and lets a choice be made by distances up to (waiting + reachable) / kShare choices old: scores that are too
// good, of states whose near uncovered code was executed by others meanwhile.
#pragma once

#include <array>
#include <random>

#include "engine/hart/coverage.h"
#include "engine/search/searcher.h"
#include "engine/search/slot_tree.h"
#include "engine/search/waiting_states.h"

namespace janus::engine {

// Must be positive, and at most 2^32, so that there is room for the sum of 2^32 of them. `distance` is
// Coverage::distance() of the state.
using Score = std::uint64_t (*)(const ExecutionState& state, std::uint32_t distance);

namespace score {
std::uint64_t covering_new(const ExecutionState& state, std::uint32_t distance);  // the coverage searcher's weight
std::uint64_t few_jumps(const ExecutionState& state, std::uint32_t distance);
std::uint64_t newness(const ExecutionState& state, std::uint32_t distance);
std::uint64_t closeness(const ExecutionState& state, std::uint32_t distance);
std::uint64_t sum(const ExecutionState& state, std::uint32_t distance);  // of the last three
}  // namespace score

// Picks by one of `N` scores, drawn anew each time, with a SumTree or a MaximumTree.
template <class Tree, std::size_t N>
class GuidedSearcher : public Searcher {
 public:
  static constexpr std::size_t kShare = 64;

  GuidedSearcher(Coverage& coverage, std::uint64_t seed, std::array<Score, N> scores)
      : random_(seed), coverage_(coverage), scores_(scores) {}

  void add(std::unique_ptr<ExecutionState> state) override {
    const std::uint32_t distance = coverage_.distance(*state);
    for (std::size_t i = 0; i < N; ++i) trees_[i].push_back(scores_[i](*state, distance));
    waiting_.add(std::move(state));
  }

  std::unique_ptr<ExecutionState> take() override {
    JANUS_REQUIRE(size() > 0);
    refresh_if_due();
    const std::size_t drawn = N == 1 ? 0 : random_() % N;
    return take(trees_[drawn].pick(random_));
  }
  // Takes the state in a slot, whatever its score.
  std::unique_ptr<ExecutionState> take(std::size_t slot) {
    for (Tree& tree : trees_) tree.remove(slot);
    return waiting_.take(slot);
  }

  std::size_t size() const override { return waiting_.size(); }

 protected:
  std::mt19937_64 random_;

 private:
  void refresh_if_due() {
    ++picks_;
    if (!coverage_.outdated() || picks_ * kShare < waiting_.size() + coverage_.reachable()) return;
    picks_ = 0;
    coverage_.update();
    for (std::size_t i = 0; i < N; ++i) {
      trees_[i].assign(
          [&](std::size_t slot) { return scores_[i](waiting_[slot], coverage_.distance(waiting_[slot])); });
    }
  }

  Coverage& coverage_;
  std::array<Score, N> scores_;
  std::array<Tree, N> trees_;
  WaitingStates waiting_;
  std::size_t picks_ = 0;  // since the last refresh
};

}  // namespace janus::engine
