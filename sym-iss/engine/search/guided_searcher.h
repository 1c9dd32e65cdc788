// Searchers that score waiting states by what the path has done and by the distance to uncovered code.
//
// While a state waits, only its distance to uncovered code changes. add() computes the scores of one state. take()
// computes all scores again if coverage has grown and there were enough calls of take() since the last time: one call
// for each kItemsPerPick items, where the items are the waiting states and the reachable instructions. So a call of
// take() costs O(kItemsPerPick) on average, and scores can be (waiting + reachable) / kItemsPerPick calls old. An old
// score is too good if other paths have executed the uncovered code nearby in the meantime.
#pragma once

#include <array>
#include <random>

#include "engine/hart/coverage.h"
#include "engine/search/searcher.h"
#include "engine/search/slot_tree.h"
#include "engine/search/waiting_states.h"

namespace janus::engine {

// A score is positive, and at most 2^32, so that the sum of 2^32 scores fits into 64 bits. `distance` is
// Coverage::distance() of the state.
using Score = std::uint64_t (*)(const ExecutionState& state, std::uint32_t distance);

namespace score {
std::uint64_t covering_new(const ExecutionState& state, std::uint32_t distance);  // for the searcher `coverage`
std::uint64_t few_jumps(const ExecutionState& state, std::uint32_t distance);
std::uint64_t newness(const ExecutionState& state, std::uint32_t distance);
std::uint64_t closeness(const ExecutionState& state, std::uint32_t distance);
std::uint64_t sum(const ExecutionState& state, std::uint32_t distance);  // of the three scores above
}  // namespace score

// Draws one of `N` scores for each choice, and picks a state by that score with a SumTree or a MaximumTree.
template <class Tree, std::size_t N>
class GuidedSearcher : public Searcher {
 public:
  static constexpr std::size_t kItemsPerPick = 64;

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
  void visit(const Visit& visit) const override { waiting_.visit(visit); }

 protected:
  std::mt19937_64 random_;

 private:
  void refresh_if_due() {
    ++picks_since_refresh_;
    if (!coverage_.outdated() || picks_since_refresh_ * kItemsPerPick < waiting_.size() + coverage_.reachable()) return;
    picks_since_refresh_ = 0;
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
  std::size_t picks_since_refresh_ = 0;
};

}  // namespace janus::engine
