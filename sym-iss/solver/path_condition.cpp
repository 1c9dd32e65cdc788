#include "solver/path_condition.h"

namespace janus::solver {

std::vector<term::Term> PathCondition::terms() const {
  std::vector<term::Term> terms(depth());
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

}  // namespace janus::solver
