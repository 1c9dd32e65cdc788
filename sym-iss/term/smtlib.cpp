#include "term/smtlib.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <unordered_set>

namespace janus::term {
namespace {

// Every node below `roots`, children first (their ids are smaller).
std::vector<const Node*> nodes_below(std::span<const Term> roots) {
  std::unordered_set<const Node*> seen;
  std::vector<const Node*> stack;
  for (Term root : roots) stack.push_back(root.node());
  while (!stack.empty()) {
    const Node* node = stack.back();
    stack.pop_back();
    if (!seen.insert(node).second) continue;
    for (unsigned i = 0; i < row(node->kind).arity; ++i) stack.push_back(node->child[i].node());
  }
  std::vector<const Node*> nodes(seen.begin(), seen.end());
  std::sort(nodes.begin(), nodes.end(), [](const Node* a, const Node* b) { return a->id < b->id; });
  return nodes;
}

std::string reference(const TermPool& pool, Term term) {
  if (term.is_constant()) {
    std::string bits;
    for (unsigned i = term.width(); i-- > 0;) bits += term->value >> i & 1 ? '1' : '0';
    return "#b" + bits;
  }
  if (term.is(Kind::Variable)) return fmt::format("|{}|", pool.variables()[term->value].name);
  return fmt::format("t{}", term->id);
}

// `child(i)` is the text of an operand.
template <class Child>
std::string operation(const Node& node, Child&& child) {
  switch (node.kind) {
    case Kind::Eq:
    case Kind::Ult:
    case Kind::Slt: return fmt::format("(ite ({} {} {}) #b1 #b0)", row(node.kind).smtlib, child(0), child(1));
    case Kind::Ite: return fmt::format("(ite (= {} #b1) {} {})", child(0), child(1), child(2));
    case Kind::Extract: return fmt::format("((_ extract {} {}) {})", node.low + node.width - 1, node.low, child(0));
    case Kind::ZeroExtend:
    case Kind::SignExtend:
      return fmt::format("((_ {} {}) {})", row(node.kind).smtlib, node.width - node.child[0].width(), child(0));
    default: break;
  }
  std::string text = fmt::format("({}", row(node.kind).smtlib);
  for (unsigned i = 0; i < row(node.kind).arity; ++i) text += " " + child(i);
  return text + ")";
}

std::string constant(Term term) {
  if (term.width() % 4 == 0) return fmt::format("#x{:0{}x}", term->value, term.width() / 4);
  return fmt::format("#b{:0{}b}", term->value, term.width());
}

}  // namespace

std::size_t count_nodes(std::span<const Term> assertions) { return nodes_below(assertions).size(); }

std::string smtlib_assertions(const TermPool& pool, std::span<const Term> assertions) {
  std::string text = "(set-logic QF_BV)\n";
  for (const Node* node : nodes_below(assertions)) {
    if (node->kind == Kind::Constant) continue;
    if (node->kind == Kind::Variable) {
      fmt::format_to(std::back_inserter(text), "(declare-const |{}| (_ BitVec {}))\n",
                     pool.variables()[node->value].name, node->width);
    } else {
      fmt::format_to(std::back_inserter(text), "(define-fun t{} () (_ BitVec {}) {})\n", node->id, node->width,
                     operation(*node, [&](unsigned i) { return reference(pool, node->child[i]); }));
    }
  }
  for (Term assertion : assertions) text += fmt::format("(assert (= {} #b1))\n", reference(pool, assertion));
  return text;
}

std::string smtlib_expression(Term term, std::size_t most_nodes, const std::function<std::string(Term)>& name) {
  std::size_t left = most_nodes;
  const std::function<std::string(Term)> text = [&](Term t) -> std::string {
    if (left == 0) return {};
    --left;
    if (t.is_constant()) return constant(t);
    if (t.is(Kind::Variable)) return name(t);
    return operation(*t.node(), [&](unsigned i) { return text(t->child[i]); });
  };
  std::string whole = text(term);
  return left == 0 ? std::string() : whole;
}

std::string smtlib_script(const TermPool& pool, std::span<const Term> assertions) {
  return smtlib_assertions(pool, assertions) + "(check-sat)\n(get-model)\n";
}

}  // namespace janus::term
