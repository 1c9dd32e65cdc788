#include "engine/merge/merging_searcher.h"

#include <algorithm>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace janus::engine {
namespace {

class MergingSearcher : public Searcher {
 public:
  MergingSearcher(std::unique_ptr<Searcher> order, StateMerger& merger) : order_(std::move(order)), merger_(merger) {}

  void add(std::unique_ptr<ExecutionState> state) override {
    std::vector<ExecutionState*>& here = waiting_[place_of(*state)];
    for (ExecutionState* other : here) {
      if (!merger_.merge(*other, *state)) continue;
      order_->ended(*state);
      return;
    }
    here.push_back(state.get());
    order_->add(std::move(state));
  }
  std::unique_ptr<ExecutionState> take() override {
    auto state = order_->take();
    const auto here = waiting_.find(place_of(*state));
    std::erase(here->second, state.get());
    if (here->second.empty()) waiting_.erase(here);
    return state;
  }
  std::size_t size() const override { return order_->size(); }
  void visit(const Visit& visit) const override { order_->visit(visit); }
  void forked(ExecutionState& running, ExecutionState& sibling) override { order_->forked(running, sibling); }
  void ended(ExecutionState& running) override { order_->ended(running); }

 private:
  static CodePlace place_of(const ExecutionState& state) { return {state.calls, state.hart.pc}; }

  std::unique_ptr<Searcher> order_;
  StateMerger& merger_;
  std::unordered_map<CodePlace, std::vector<ExecutionState*>, CodePlaceHash> waiting_;
};

// Prefers states that stand where another waiting state has been lately.
class CatchingUp : public Searcher {
 public:
  CatchingUp(std::unique_ptr<Searcher> order, const MergePoints& points)
      : order_(std::move(order)), behind_(make_eager_order(points)) {}

  void add(std::unique_ptr<ExecutionState> state) override {
    if (state->at_merge_point) remember(*state);
    const bool behind = passed_.contains({state->calls, state->hart.pc});
    for (const CodePlace& place : passed_by(*state)) ++passed_[place];
    Searcher& searcher = behind ? *behind_ : *order_;
    searcher.add(std::move(state));
  }
  std::unique_ptr<ExecutionState> take() override {
    Searcher& searcher = behind_->size() > 0 ? *behind_ : *order_;
    auto state = searcher.take();
    for (const CodePlace& place : passed_by(*state)) {
      const auto passed = passed_.find(place);
      if (--passed->second == 0) passed_.erase(passed);
    }
    return state;
  }
  std::size_t size() const override { return order_->size() + behind_->size(); }
  void visit(const Visit& visit) const override {
    order_->visit(visit);
    behind_->visit(visit);
  }
  void forked(ExecutionState& running, ExecutionState& sibling) override { order_->forked(running, sibling); }
  void ended(ExecutionState& running) override { order_->ended(running); }

 private:
  // The merge points that a state has passed lately, without the place where the state is now.
  static std::span<const CodePlace> passed_by(const ExecutionState& state) {
    const std::span<const CodePlace> recent = state.recent_merge_points;
    const bool stands_at_last = !recent.empty() && recent.back() == CodePlace{state.calls, state.hart.pc};
    return stands_at_last ? recent.first(recent.size() - 1) : recent;
  }
  static void remember(ExecutionState& state) {
    constexpr std::size_t kLength = 8;
    const CodePlace here{state.calls, state.hart.pc};
    if (!state.recent_merge_points.empty() && state.recent_merge_points.back() == here) return;
    if (state.recent_merge_points.size() == kLength) state.recent_merge_points.erase(state.recent_merge_points.begin());
    state.recent_merge_points.push_back(here);
  }

  std::unique_ptr<Searcher> order_, behind_;
  std::unordered_map<CodePlace, std::size_t, CodePlaceHash> passed_;  // by how many waiting states
};

class EagerOrder : public Searcher {
 public:
  explicit EagerOrder(const MergePoints& points) : points_(points) {}

  void add(std::unique_ptr<ExecutionState> state) override {
    const std::uint32_t calls = state->calls ? state->calls->depth : 0;
    heap_.push_back({calls, points_.progress_of(*state), std::move(state)});
    std::push_heap(heap_.begin(), heap_.end(), comes_later);
  }
  std::unique_ptr<ExecutionState> take() override {
    std::pop_heap(heap_.begin(), heap_.end(), comes_later);
    auto state = std::move(heap_.back().state);
    heap_.pop_back();
    return state;
  }
  std::size_t size() const override { return heap_.size(); }
  void visit(const Visit& visit) const override {
    for (const Waiting& one : heap_) visit(*one.state);
  }

 private:
  struct Waiting {
    std::uint32_t calls, place;
    std::unique_ptr<ExecutionState> state;
  };
  static bool comes_later(const Waiting& a, const Waiting& b) {
    if (a.calls != b.calls) return a.calls < b.calls;
    if (a.place != b.place) return a.place > b.place;
    return a.state->id > b.state->id;
  }
  const MergePoints& points_;
  std::vector<Waiting> heap_;
};

}  // namespace

std::unique_ptr<Searcher> make_merging_searcher(std::unique_ptr<Searcher> order, StateMerger& merger) {
  return std::make_unique<MergingSearcher>(std::move(order), merger);
}
std::unique_ptr<Searcher> make_dynamic_merging_searcher(std::unique_ptr<Searcher> order, const MergePoints& points,
                                                        StateMerger& merger) {
  return make_merging_searcher(std::make_unique<CatchingUp>(std::move(order), points), merger);
}
std::unique_ptr<Searcher> make_eager_order(const MergePoints& points) { return std::make_unique<EagerOrder>(points); }

}  // namespace janus::engine
