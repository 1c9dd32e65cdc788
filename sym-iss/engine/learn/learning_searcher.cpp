#include "engine/learn/learning_searcher.h"

#include <algorithm>

#include "support/contract.h"

namespace janus::engine {
namespace {

class LearningSearcher : public Searcher {
 public:
  LearningSearcher(Learner& learner, const LearnOptions& options) : learner_(learner), options_(options) {}

  void add(std::unique_ptr<ExecutionState> state) override { states_.push_back(std::move(state)); }
  std::unique_ptr<ExecutionState> take() override {
    JANUS_REQUIRE(!states_.empty());
    // The default is the youngest state. It is pruned at once if it lies on no open path, unless it is untracked.
    auto next = states_.end() - 1;
    if (learner_.tries_without()) {
      learner_.let_go(**next);
    } else if (states_.size() > 1 && !learner_.hands_back() && learner_.find_open_path(options_)) {
      const auto found = std::find_if(states_.rbegin(), states_.rend(),
                                      [&](const auto& state) { return learner_.on_open_path(*state); });
      if (found != states_.rend()) {
        next = found.base() - 1;
        learner_.plan(**next);
      }
    }
    auto state = std::move(*next);
    states_.erase(next);
    return state;
  }
  std::size_t size() const override { return states_.size(); }
  void visit(const Visit& visit) const override {
    for (const auto& state : states_) visit(*state);
  }
  bool reconsiders_after_fork() const override { return false; }

 private:
  Learner& learner_;
  const LearnOptions options_;
  std::vector<std::unique_ptr<ExecutionState>> states_;  // youngest last
};

}  // namespace

std::unique_ptr<Searcher> make_learning_searcher(Learner& learner, const LearnOptions& options) {
  return std::make_unique<LearningSearcher>(learner, options);
}

}  // namespace janus::engine
