// Terms made anew from the bottom up, each node once.
#pragma once

#include <cstddef>
#include <unordered_map>
#include <vector>

#include "term/term.h"

namespace janus::term {

using Rewritten = std::unordered_map<const Node*, Term>;

// What becomes of `root` if each node of it that is not in `made` becomes rebuild(node, children), where `children` are
// what its operands have become; adds these to `made`. Null once `made` has `limit` nodes. Iterative, so terms may have
// any depth.
template <class Rebuild>
Term rewrite(Term root, Rewritten& made, std::size_t limit, Rebuild&& rebuild) {
  std::vector<Term> open{root};
  while (!open.empty()) {
    const Term term = open.back();
    if (made.contains(term.node())) {
      open.pop_back();
      continue;
    }
    Term children[3];
    bool is_ready = true;
    for (unsigned i = 0; i < row(term.kind()).arity; ++i) {
      const auto known = made.find(term->child[i].node());
      if (known == made.end()) {
        open.push_back(term->child[i]);
        is_ready = false;
      } else {
        children[i] = known->second;
      }
    }
    if (!is_ready) continue;
    if (made.size() >= limit) return {};
    open.pop_back();
    made.emplace(term.node(), rebuild(term, children));
  }
  return made.at(root.node());
}

}  // namespace janus::term
