#include "engine/searcher.h"

#include <random>

#include "support/contract.h"

namespace janus::engine {
namespace {

// Depth-first: the running path is finished first, then the youngest fork.
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
  bool reconsiders_after_fork() const override { return false; }

 private:
  std::vector<std::unique_ptr<ExecutionState>> states_;
};

// Random state: uniform among all states, anew at every fork.
class RandomState : public Searcher {
 public:
  explicit RandomState(std::uint64_t seed) : random_(seed) {}
  void add(std::unique_ptr<ExecutionState> state) override { states_.push_back(std::move(state)); }
  std::unique_ptr<ExecutionState> take() override {
    JANUS_REQUIRE(!states_.empty());
    std::swap(states_[random_() % states_.size()], states_.back());
    auto state = std::move(states_.back());
    states_.pop_back();
    return state;
  }
  std::size_t size() const override { return states_.size(); }
  bool reconsiders_after_fork() const override { return true; }

 private:
  std::mt19937_64 random_;
  std::vector<std::unique_ptr<ExecutionState>> states_;
};

}  // namespace

std::vector<std::string_view> searcher_names() { return {"dfs", "random"}; }

std::unique_ptr<Searcher> make_searcher(std::string_view name, std::uint64_t seed) {
  if (name == "dfs") return std::make_unique<DepthFirst>();
  if (name == "random") return std::make_unique<RandomState>(seed);
  return nullptr;
}

}  // namespace janus::engine
