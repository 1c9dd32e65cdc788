#include "solver/path_condition.h"

#include "term/work_clock.h"
namespace janus::solver {

std::vector<term::Term> PathCondition::terms() const {
  std::vector<term::Term> terms(depth());
  spend(term::Work::Conjunct, depth());
  for (const Conjunct* c = last_; c; c = c->parent) terms[c->depth - 1] = c->term;
  return terms;
}

bool PathCondition::recently_assumed(term::Term condition, unsigned window) const {
  const Conjunct* c = last_;
  for (; c && window > 0; c = c->parent, --window) {
    if (c->term == condition) return true;
  }
  return false;
}

// Frees the conjuncts that no other path condition contains. A loop instead of recursion, since paths may be long.
void PathCondition::release() {
  const Conjunct* c = std::exchange(last_, nullptr);
  while (c) {
    --c->references;
    if (c->references > 0) return;
    const Conjunct* parent = c->parent;
    delete c;
    c = parent;
  }
}

PathCondition extend(const PathCondition& path, term::Term condition) {
  const auto* conjunct = new Conjunct{.term = condition, .parent = path.last(), .depth = path.depth() + 1};
  if (conjunct->parent) ++conjunct->parent->references;
  return PathCondition(conjunct);
}

}  // namespace janus::solver
