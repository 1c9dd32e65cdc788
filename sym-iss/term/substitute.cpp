#include "term/substitute.h"

#include "support/contract.h"

namespace janus::term {

Substitution::Substitution(TermPool& pool, std::span<const Term> variables, std::span<const Term> replacements)
    : pool_(&pool) {
  JANUS_REQUIRE(variables.size() == replacements.size());
  for (std::size_t i = 0; i < variables.size(); ++i) {
    JANUS_REQUIRE(variables[i].is(Kind::Variable) && variables[i].width() == replacements[i].width());
    known_.emplace(variables[i].node(), replacements[i]);
  }
}

Term Substitution::operator()(Term term) {
  stack_.assign(1, term.node());
  while (!stack_.empty()) {
    const Node& node = *stack_.back();
    bool ready = true;
    if (!known_.contains(&node)) {
      for (unsigned i = 0; i < row(node.kind).arity; ++i) {
        if (known_.contains(node.child[i].node())) continue;
        stack_.push_back(node.child[i].node());
        ready = false;
      }
      if (ready) known_.emplace(&node, rebuilt(node));
    }
    if (ready) stack_.pop_back();
  }
  return known_.at(term.node());
}

// The node over what its children have become.
Term Substitution::rebuilt(const Node& node) const {
  const unsigned arity = row(node.kind).arity;
  Term children[3];
  bool same = true;
  for (unsigned i = 0; i < arity; ++i) {
    children[i] = known_.at(node.child[i].node());
    same = same && children[i] == node.child[i];
  }
  return same ? Term(&node) : pool_->build(node.kind, node.width, children[0], children[1], children[2], node.low);
}

}  // namespace janus::term
