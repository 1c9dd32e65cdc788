#include "solver/layer_context.h"

#include <algorithm>

#include "term/work_clock.h"

namespace janus::solver {

bool LayerContext::satisfied(const PathCondition& path, term::Term question, const term::Assignment& model,
                             const term::Assignment& candidate) {
  evaluator.assign(candidate);
  if (evaluator(question) != 1) return false;
  find_changed(model, candidate);
  spend(term::Work::Conjunct, path.depth());
  for (const Conjunct* c = path.last(); c; c = c->parent) {
    if (reads_changed(support.of(c->term)) && evaluator(c->term) != 1) return false;
  }
  return true;
}

// Which variables have different values.
void LayerContext::find_changed(const term::Assignment& model, const term::Assignment& candidate) {
  changed_.clear();
  fingerprint_ = model.empty() ? ~std::uint64_t{0} : 0;
  if (model.empty()) return;
  const auto value = [](const term::Assignment& values, std::size_t i) { return i < values.size() ? values[i] : 0; };
  for (std::size_t i = 0; i < std::max(model.size(), candidate.size()); ++i) {
    if (value(model, i) == value(candidate, i)) continue;
    fingerprint_ |= std::uint64_t{1} << i % 64;
    if (changed_.size() <= kMostChanged) changed_.push_back(static_cast<std::uint32_t>(i));
  }
}

// Whether a set has one of the changed variables; true also if they are many, and the set may have one.
bool LayerContext::reads_changed(term::Support::Set set) const {
  if (!(support.fingerprint(set) & fingerprint_)) return false;
  if (changed_.empty() || changed_.size() > kMostChanged || set == term::Support::kMany) return true;
  const auto& variables = support.variables(set);
  return std::ranges::any_of(changed_, [&](std::uint32_t variable) {
    return std::binary_search(variables.begin(), variables.end(), variable);
  });
}

}  // namespace janus::solver
