#include "engine/learn/learning_searcher.h"

#include <algorithm>

#include "support/contract.h"

namespace janus::engine {
namespace {

class LearningSearcher : public Searcher {
 public:
  LearningSearcher(Learner& learner, const LearnConfig& config) : learner_(learner), config_(config) {}

  void add(std::unique_ptr<ExecutionState> state) override { states_.push_back(std::move(state)); }
  std::unique_ptr<ExecutionState> take() override {
    JANUS_REQUIRE(!states_.empty());
    auto next = states_.end() - 1;  // what cannot be imagined ends at once, or is none of the learner's business
    if (states_.size() > 1 && learner_.imagine_path(config_)) {
      const auto imagined =
          std::find_if(states_.rbegin(), states_.rend(), [&](const auto& state) { return learner_.imagined(*state); });
      if (imagined != states_.rend()) next = imagined.base() - 1;
    }
    auto state = std::move(*next);
    states_.erase(next);
    return state;
  }
  std::size_t size() const override { return states_.size(); }
  bool reconsiders_after_fork() const override { return false; }

 private:
  Learner& learner_;
  const LearnConfig config_;
  std::vector<std::unique_ptr<ExecutionState>> states_;  // youngest last
};

}  // namespace

std::unique_ptr<Searcher> make_learning_searcher(Learner& learner, const LearnConfig& config) {
  return std::make_unique<LearningSearcher>(learner, config);
}

}  // namespace janus::engine
