#include "term/substitute.h"

#include <vector>

#include "support/contract.h"
#include "term/walk.h"
#include "term/work_clock.h"

namespace janus::term {

Substitution::Substitution(TermPool& pool, std::span<const Term> terms, std::span<const Term> replacements)
    : pool_(&pool) {
  JANUS_REQUIRE(terms.size() == replacements.size());
  for (std::size_t i = 0; i < terms.size(); ++i) {
    JANUS_REQUIRE(terms[i].width() == replacements[i].width());
    made_.emplace(terms[i].node(), replacements[i]);
  }
}

Term Substitution::operator()(Term root) {
  std::vector<const Node*> stack{root.node()};
  while (!stack.empty()) {
    const Node* node = stack.back();
    spend(Work::Visit);
    if (made_.contains(node)) {
      stack.pop_back();
      continue;
    }
    const unsigned arity = row(node->kind).arity;
    Term made[3];
    bool ready = true, changed = false;
    for (unsigned i = 0; i < arity; ++i) {
      const auto known = made_.find(node->child[i].node());
      if (known == made_.end()) {
        stack.push_back(node->child[i].node());
        ready = false;
      } else {
        made[i] = known->second;
        changed = changed || !(made[i] == node->child[i]);
      }
    }
    if (!ready) continue;
    stack.pop_back();
    Term result(node);
    if (node->kind == Kind::Variable) {
      if (const Term replaced = replacement_ ? replacement_(result) : Term()) result = replaced;
    } else if (changed) {
      result = pool_->build(node->kind, node->width, made[0], made[1], made[2], node->low);
    }
    made_.emplace(node, result);
  }
  return made_.at(root.node());
}

std::size_t size_of(Term root, std::size_t limit) {
  return for_each_node(root, limit, [](Term) {});
}

}  // namespace janus::term
