// Makes the learner, and its searcher unless the user has chosen a searcher.
#include "engine/learn/learner.h"
#include "engine/learn/learning_searcher.h"

namespace janus::engine {

std::unique_ptr<Technique> make_learn(const TechniqueContext& context) {
  auto learner = std::make_unique<Learner>(context);
  if (!context.searcher_was_chosen) context.searcher = make_learning_searcher(*learner, context.options.learn);
  return learner;
}

}  // namespace janus::engine
