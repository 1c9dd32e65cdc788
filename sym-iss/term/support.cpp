#include "term/support.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace janus::term {

Support::Support() : sets_(2), fingerprints_{0, ~std::uint64_t{0}} {}

Support::Set Support::of(Term root) {
  if (root->id < known_.size() && known_[root->id] != kUnknown) return known_[root->id];
  if (root->id >= known_.size()) known_.resize(root->id + root->id / 2 + 64, kUnknown);  // children have smaller ids
  std::vector<const Node*> stack{root.node()};
  while (!stack.empty()) {
    const Node* node = stack.back();
    if (known_[node->id] != kUnknown) {
      stack.pop_back();
      continue;
    }
    const std::size_t waiting = stack.size();
    Set result = kNone;
    if (node->kind == Kind::Variable) result = interned({static_cast<std::uint32_t>(node->value)});
    for (unsigned i = 0; i < row(node->kind).arity; ++i) {
      const Node* child = node->child[i].node();
      if (known_[child->id] == kUnknown) {
        stack.push_back(child);
      } else if (stack.size() == waiting) {
        result = united(result, known_[child->id]);
      }
    }
    if (stack.size() > waiting) continue;
    known_[node->id] = result;
    stack.pop_back();
  }
  return known_[root->id];
}

bool Support::intersect(Set a, Set b) const {
  if (a == kNone || b == kNone || !(fingerprint(a) & fingerprint(b))) return false;
  if (a == b || a == kMany || b == kMany) return true;
  const auto &x = sets_[a], &y = sets_[b];
  for (auto i = x.begin(), j = y.begin(); i != x.end() && j != y.end();) {
    if (*i == *j) return true;
    if (*i < *j) {
      ++i;
    } else {
      ++j;
    }
  }
  return false;
}

bool Support::has_any(Set set, std::span<const std::uint32_t> variables) const {
  const auto& members = sets_[set];
  const std::uint64_t bits = fingerprints_[set];
  return std::ranges::any_of(variables, [&](std::uint32_t variable) {
    return bits >> variable % 64 & 1 && (set == kMany || std::ranges::binary_search(members, variable));
  });
}

Support::Set Support::united(Set a, Set b) {
  if (a == b || b == kNone) return a;
  if (a == kNone) return b;
  if (a == kMany || b == kMany) return kMany;
  if (a > b) std::swap(a, b);
  const auto [entry, is_new] = unions_.try_emplace(std::uint64_t{a} << 32 | b);
  if (is_new) {
    std::vector<std::uint32_t> both;
    std::set_union(sets_[a].begin(), sets_[a].end(), sets_[b].begin(), sets_[b].end(), std::back_inserter(both));
    entry->second = interned(std::move(both));
  }
  return entry->second;
}

Support::Set Support::interned(std::vector<std::uint32_t> variables) {
  if (variables.size() > kMaxListed) return kMany;
  const auto [entry, is_new] = by_variables_.try_emplace(std::move(variables), static_cast<Set>(sets_.size()));
  if (is_new) {
    sets_.push_back(entry->first);
    std::uint64_t bits = 0;
    for (const std::uint32_t variable : entry->first) bits |= std::uint64_t{1} << variable % 64;
    fingerprints_.push_back(bits);
  }
  return entry->second;
}

}  // namespace janus::term
