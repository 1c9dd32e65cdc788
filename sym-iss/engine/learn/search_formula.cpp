#include "engine/learn/search_formula.h"

namespace janus::engine {

SearchFormula::Context SearchFormula::context(const Key& key) {
  const auto [entry, is_new] = known_contexts_.try_emplace(key, static_cast<Context>(contexts_.size()));
  if (is_new) contexts_.push_back(key);
  return entry->second;
}

SearchFormula::Node SearchFormula::node(Context context, std::uint32_t address) {
  const auto [entry, is_new] = known_nodes_.try_emplace({context, address}, static_cast<Node>(nodes_.size()));
  if (is_new) nodes_.push_back({clauses_.new_variable(), clauses_.new_variable(), false, {}, {}});
  return entry->second;
}

Literal SearchFormula::edge(Node node, std::uint32_t to) {
  const auto [entry, is_new] = edges_.try_emplace({node, to}, 0);
  if (is_new) entry->second = clauses_.new_variable();
  return entry->second;
}

// A path with this target passes every earlier instruction of the block.
Literal SearchFormula::target(Node node, std::uint32_t pc) {
  Instance& instance = nodes_[node];
  const auto [entry, is_new] = instance.targets.try_emplace(pc, 0);
  if (is_new) {
    entry->second = clauses_.new_variable();
    for (const auto& [earlier, passed] : instance.passed) {
      if (earlier < pc) add({-entry->second, passed});
    }
  }
  return entry->second;
}

Literal SearchFormula::passed(Node node, std::uint32_t pc) {
  Instance& instance = nodes_[node];
  const auto [entry, is_new] = instance.passed.try_emplace(pc, 0);
  if (is_new) {
    entry->second = clauses_.new_variable();
    add({-instance.left, entry->second});
    if (entry != instance.passed.begin()) add({-entry->second, std::prev(entry)->second});
    if (const auto next = std::next(entry); next != instance.passed.end()) add({-next->second, entry->second});
    for (const auto& [later, target] : instance.targets) {
      if (later > pc) add({-target, entry->second});
    }
  }
  return entry->second;
}

Literal SearchFormula::reached(Node node, std::uint32_t pc) {
  const Literal literal = passed(node, pc);
  std::vector<Literal> clause{-nodes_[node].entered, literal};
  for (const auto& [at, target] : nodes_[node].targets) {
    if (at <= pc) clause.push_back(target);
  }
  add(clause);
  return literal;
}

void SearchFormula::complete(Node node) {
  Instance& instance = nodes_[node];
  if (instance.completed) return;
  instance.completed = true;
  std::vector<Literal> clause{-instance.entered, instance.left};
  for (const auto& [pc, target] : instance.targets) clause.push_back(target);
  add(clause);
}

void SearchFormula::complete_with(Node node, Literal only) {
  if (nodes_[node].completed) return;
  complete(node);
  add({-nodes_[node].left, only});
}

void SearchFormula::leads_to(Literal edge, Node node) {
  if (leading_.emplace(edge, node).second) add({-edge, nodes_[node].entered});
}

// A path comes to a node once at most, since iterations have nodes of their own.
std::vector<Literal> SearchFormula::path_behind(Node node) const {
  std::vector<Literal> path;
  while (nodes_[node].completed) {
    auto edge = edges_.lower_bound({node, 0});
    while (edge != edges_.end() && edge->first.first == node && !clauses_.value(edge->second)) ++edge;
    if (edge == edges_.end() || edge->first.first != node) break;
    path.push_back(edge->second);
    const auto next = leading_.find(edge->second);
    if (next == leading_.end()) break;
    node = next->second;
  }
  return path;
}

}  // namespace janus::engine
