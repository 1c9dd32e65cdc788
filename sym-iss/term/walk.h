// The nodes of a term, each once.
#pragma once

#include <cstddef>
#include <unordered_set>
#include <vector>

#include "term/term.h"
#include "term/work_clock.h"

namespace janus::term {

// Calls visit(node) for the nodes of `root`, but for at most `limit` of them. Returns how many these are. Iterative, so
// terms may have any depth.
template <class F>
std::size_t for_each_node(Term root, std::size_t limit, F&& visit) {
  std::unordered_set<const Node*> seen;
  std::vector<Term> open{root};
  while (!open.empty() && seen.size() < limit) {
    const Term term = open.back();
    open.pop_back();
    if (!seen.insert(term.node()).second) continue;
    spend(Work::Visit);
    visit(term);
    for (unsigned i = 0; i < row(term.kind()).arity; ++i) open.push_back(term->child[i]);
  }
  return seen.size();
}

}  // namespace janus::term
