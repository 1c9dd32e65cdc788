#include "solver/layer_context.h"

#include <algorithm>

#include "term/work_clock.h"

namespace janus::solver {

bool LayerContext::satisfied(const PathCondition& path, term::Term question, const term::Assignment& model,
                             const term::Assignment& candidate) {
  evaluator.assign(candidate);
  if (evaluator(question) != 1) return false;
  const std::uint64_t changed = changed_variables(model, candidate);
  spend(term::Work::Conjunct, path.depth());
  for (const Conjunct* c = path.last(); c; c = c->parent) {
    if (support.fingerprint(support.of(c->term)) & changed && evaluator(c->term) != 1) return false;
  }
  return true;
}

// The fingerprint (term/support.h) of the variables whose values differ.
std::uint64_t LayerContext::changed_variables(const term::Assignment& model, const term::Assignment& candidate) const {
  if (model.empty()) return ~std::uint64_t{0};
  const auto value = [](const term::Assignment& values, std::size_t i) { return i < values.size() ? values[i] : 0; };
  std::uint64_t changed = 0;
  for (std::size_t i = 0; i < std::max(model.size(), candidate.size()); ++i) {
    changed |= std::uint64_t{value(model, i) != value(candidate, i)} << i % 64;
  }
  return changed;
}

}  // namespace janus::solver
