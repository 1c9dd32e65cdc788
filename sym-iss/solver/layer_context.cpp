#include "solver/layer_context.h"

#include <algorithm>

#include "term/work_clock.h"

namespace janus::solver {

bool LayerContext::satisfied(const PathCondition& path, term::Term question, const term::Assignment& model,
                             const term::Assignment& candidate) {
  evaluator.assign(candidate);
  if (evaluator(question) != 1) return false;
  find_changed(model, candidate);
  if (!model.empty() && changed_.size() <= kMostChanged) {
    auto walk = readers.walk(path, changed_);
    while (const Conjunct* c = walk.next()) {
      if (evaluator(c->term) != 1) return false;
    }
    return true;
  }
  spend(term::Work::Conjunct, path.depth());
  for (const Conjunct* c = path.last(); c; c = c->parent) {
    if ((support.fingerprint(support.of(c->term)) & fingerprint_) && evaluator(c->term) != 1) return false;
  }
  return true;
}

// Which variables have different values.
void LayerContext::find_changed(const term::Assignment& model, const term::Assignment& candidate) {
  changed_.clear();
  fingerprint_ = model.empty() ? ~std::uint64_t{0} : 0;
  if (model.empty()) return;
  term::Assignment::for_each_difference(model, candidate, [this](std::size_t i) {
    fingerprint_ |= std::uint64_t{1} << i % 64;
    if (changed_.size() <= kMostChanged) changed_.push_back(static_cast<std::uint32_t>(i));
  });
}

}  // namespace janus::solver
