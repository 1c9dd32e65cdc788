// A copy-on-write table of values by term. The table consists of short pieces that copies of the table share, in blocks
// that they share as well; changing a shared piece or block copies it first. So copying a table costs one pointer for
// each block of some hundred values, and a change copies one block and one piece at most.
//
// Values are found by the id of the term. Not thread-safe: tables that share pieces must stay in one thread.
#pragma once

#include <algorithm>
#include <boost/container/static_vector.hpp>
#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <boost/smart_ptr/intrusive_ref_counter.hpp>
#include <utility>
#include <vector>

#include "term/term.h"

namespace janus::solver {

template <class Value>
class SharedTable {
 public:
  // Null if the term has no value. The pointer is valid until the table changes.
  const Value* find(term::Term term) const {
    const auto block = first_from(blocks_, term->id);
    if (block == blocks_.end()) return nullptr;
    const auto piece = first_from((*block)->items, term->id);
    const auto entry = first_from((*piece)->items, term->id);
    return entry->first == term ? &entry->second : nullptr;
  }

  void set(term::Term term, Value value) {
    const auto block = node_for(blocks_, term->id);
    const auto piece = node_for((*block)->items, term->id);
    auto& entries = (*piece)->items;
    const auto entry = first_from(entries, term->id);
    if (entry != entries.end() && entry->first == term) {
      entry->second = std::move(value);
    } else {
      entries.emplace(entry, term, std::move(value));
    }
  }

  // The value of the first term, by id, for which wanted(term) is true; null if there is none.
  template <class Wanted>
  const Value* find_if(Wanted&& wanted) const {
    for (const auto& block : blocks_) {
      for (const auto& piece : block->items) {
        for (const auto& [term, value] : piece->items) {
          if (wanted(term)) return &value;
        }
      }
    }
    return nullptr;
  }
  // Calls visit(value) for each term, by id.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const auto& block : blocks_) {
      for (const auto& piece : block->items) {
        for (const auto& [term, value] : piece->items) visit(value);
      }
    }
  }

 private:
  // `Item`s in the order of their ids; not empty.
  template <class Item, std::size_t most>
  struct Node : boost::intrusive_ref_counter<Node<Item, most>, boost::thread_unsafe_counter> {
    static constexpr std::size_t kMost = most;
    boost::container::static_vector<Item, most> items;
  };
  using Piece = Node<std::pair<term::Term, Value>, 16>;
  using Block = Node<boost::intrusive_ptr<Piece>, 32>;

  static std::uint32_t last_id(const std::pair<term::Term, Value>& entry) { return entry.first->id; }
  template <class Child>
  static std::uint32_t last_id(const boost::intrusive_ptr<Child>& node) {
    return last_id(node->items.back());
  }

  // The first item that does not end before `id`.
  template <class Items>
  static auto first_from(Items& items, std::uint32_t id) {
    return std::lower_bound(items.begin(), items.end(), id,
                            [](const auto& item, std::uint32_t wanted) { return last_id(item) < wanted; });
  }

  // The node that `id` belongs to, to be changed: no other table has it, and it has room for one more item. If it is a
  // new one, it is empty.
  template <class Nodes>
  static auto node_for(Nodes& nodes, std::uint32_t id) {
    using Kind = typename Nodes::value_type::element_type;
    auto node = first_from(nodes, id);
    if (node == nodes.end()) {
      if (nodes.empty() || nodes.back()->items.size() == Kind::kMost) nodes.emplace_back(new Kind);
      node = nodes.end() - 1;
    }
    if ((*node)->use_count() > 1) *node = new Kind(**node);
    return (*node)->items.size() == Kind::kMost ? split(nodes, node, id) : node;
  }

  // Moves half of a full node to a new one behind it. Returns the one of the two that `id` belongs to.
  template <class Nodes>
  static auto split(Nodes& nodes, typename Nodes::iterator node, std::uint32_t id) {
    using Kind = typename Nodes::value_type::element_type;
    auto& items = (*node)->items;
    typename Nodes::value_type upper(new Kind);
    upper->items.assign(std::make_move_iterator(items.begin() + Kind::kMost / 2), std::make_move_iterator(items.end()));
    items.erase(items.begin() + Kind::kMost / 2, items.end());
    const bool above = last_id(items.back()) < id;
    node = nodes.insert(node + 1, std::move(upper));
    return above ? node : node - 1;
  }

  std::vector<boost::intrusive_ptr<Block>> blocks_;  // in order
};

}  // namespace janus::solver
