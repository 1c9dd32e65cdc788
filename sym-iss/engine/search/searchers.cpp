#include "engine/search/searchers.h"

#include <fmt/format.h>

#include <deque>
#include <random>

#include "engine/search/execution_tree.h"
#include "engine/search/guided_searcher.h"
#include "support/contract.h"
#include "support/error.h"
#include "term/work_clock.h"

namespace janus::engine {
namespace {

class DepthFirst : public Searcher {
 public:
  void add(std::unique_ptr<ExecutionState> state) override { states_.push_back(std::move(state)); }
  std::unique_ptr<ExecutionState> take() override {
    JANUS_REQUIRE(!states_.empty());
    auto state = std::move(states_.back());
    states_.pop_back();
    return state;
  }
  std::size_t size() const override { return states_.size(); }
  void visit(const Visit& visit) const override {
    for (const auto& state : states_) visit(*state);
  }
  bool reconsiders_after_fork() const override { return false; }

 private:
  std::vector<std::unique_ptr<ExecutionState>> states_;
};

class BreadthFirst : public Searcher {
 public:
  void add(std::unique_ptr<ExecutionState> state) override { states_.push_back(std::move(state)); }
  std::unique_ptr<ExecutionState> take() override {
    JANUS_REQUIRE(!states_.empty());
    auto state = std::move(states_.front());
    states_.pop_front();
    return state;
  }
  std::size_t size() const override { return states_.size(); }
  void visit(const Visit& visit) const override {
    for (const auto& state : states_) visit(*state);
  }

 private:
  std::deque<std::unique_ptr<ExecutionState>> states_;
};

class RandomState : public Searcher {
 public:
  explicit RandomState(std::uint64_t seed) : random_(seed) {}
  void add(std::unique_ptr<ExecutionState> state) override { waiting_.add(std::move(state)); }
  std::unique_ptr<ExecutionState> take() override {
    JANUS_REQUIRE(size() > 0);
    return waiting_.take(random_() % waiting_.size());
  }
  std::size_t size() const override { return waiting_.size(); }
  void visit(const Visit& visit) const override { waiting_.visit(visit); }

 private:
  std::mt19937_64 random_;
  WaitingStates waiting_;
};

class RandomPath : public Searcher {
 public:
  explicit RandomPath(std::uint64_t seed) : random_(seed) {}
  void add(std::unique_ptr<ExecutionState> state) override {
    if (state->search.leaf == SearchFacts::kNowhere) tree_.add_root(*state);
    waiting_.add(std::move(state));
  }
  std::unique_ptr<ExecutionState> take() override { return waiting_.take(tree_.pick(random_).search.slot); }
  std::size_t size() const override { return waiting_.size(); }
  void visit(const Visit& visit) const override { waiting_.visit(visit); }
  void forked(ExecutionState& running, ExecutionState& sibling) override { tree_.fork(running, sibling); }
  void ended(ExecutionState& running) override { tree_.end(running); }

 private:
  std::mt19937_64 random_;
  ExecutionTree tree_;
  WaitingStates waiting_;
};

using CoverageGuided = GuidedSearcher<SumTree<>, 1>;

class Mixed : public CoverageGuided {
 public:
  Mixed(Coverage& coverage, std::uint64_t seed) : CoverageGuided(coverage, seed, {score::covering_new}) {}
  void add(std::unique_ptr<ExecutionState> state) override {
    if (state->search.leaf == SearchFacts::kNowhere) tree_.add_root(*state);
    CoverageGuided::add(std::move(state));
  }
  std::unique_ptr<ExecutionState> take() override {
    // No cache has what such a state is made of.
    constexpr std::size_t kManyStates = 256, kStepsToFetch = 50;
    if (size() >= kManyStates) term::spend(term::Work::Step, kStepsToFetch);
    by_path_ = !by_path_;
    return by_path_ ? CoverageGuided::take(tree_.pick(random_).search.slot) : CoverageGuided::take();
  }
  void forked(ExecutionState& running, ExecutionState& sibling) override { tree_.fork(running, sibling); }
  void ended(ExecutionState& running) override { tree_.end(running); }

 private:
  ExecutionTree tree_;
  bool by_path_ = false;
};

struct Row {
  std::string_view name;
  bool needs_coverage;
  std::unique_ptr<Searcher> (*make)(std::uint64_t seed, Coverage* coverage);
};

template <class Tree, Score... kScores>
std::unique_ptr<Searcher> make_guided(std::uint64_t seed, Coverage* coverage) {
  return std::make_unique<GuidedSearcher<Tree, sizeof...(kScores)>>(*coverage, seed, std::array{kScores...});
}

constexpr Row kSearchers[] = {
    {"dfs", false, [](auto, auto*) -> std::unique_ptr<Searcher> { return std::make_unique<DepthFirst>(); }},
    {"bfs", false, [](auto, auto*) -> std::unique_ptr<Searcher> { return std::make_unique<BreadthFirst>(); }},
    {"random", false,
     [](auto seed, auto*) -> std::unique_ptr<Searcher> { return std::make_unique<RandomState>(seed); }},
    {"random-path", false,
     [](auto seed, auto*) -> std::unique_ptr<Searcher> { return std::make_unique<RandomPath>(seed); }},
    {"coverage", true, make_guided<SumTree<>, score::covering_new>},
    {"mixed", true,
     [](auto seed, auto* coverage) -> std::unique_ptr<Searcher> { return std::make_unique<Mixed>(*coverage, seed); }},
    {"best-of-three", true, make_guided<MaximumTree<>, score::few_jumps, score::newness, score::closeness>},
    {"best-sum", true, make_guided<MaximumTree<>, score::sum>},
    {"weighted-sum", true, make_guided<SumTree<>, score::sum>},
};

const Row* row(std::string_view name) {
  for (const Row& candidate : kSearchers) {
    if (candidate.name == name) return &candidate;
  }
  return nullptr;
}

}  // namespace

std::vector<std::string_view> searcher_names() {
  std::vector<std::string_view> names;
  for (const Row& searcher : kSearchers) names.push_back(searcher.name);
  return names;
}

bool needs_coverage(std::string_view name) {
  const Row* searcher = row(name);
  return searcher && searcher->needs_coverage;
}

std::unique_ptr<Searcher> make_searcher(std::string_view name, std::uint64_t seed, Coverage* coverage) {
  const Row* searcher = row(name);
  if (!searcher) {
    throw support::InputError(
        fmt::format("no searcher is called '{}'; there are: {}", name, fmt::join(searcher_names(), ", ")),
        support::exit_code::kUsage);
  }
  JANUS_REQUIRE(coverage || !searcher->needs_coverage);
  return searcher->make(seed, coverage);
}

}  // namespace janus::engine
