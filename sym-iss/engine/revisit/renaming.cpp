#include "engine/revisit/renaming.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_set>
#include <vector>

#include "term/work_clock.h"

namespace janus::engine {

using term::Kind;
using term::Node;
using term::Term;

bool Renaming::bind(Term from, Term to) {
  if (from.width() != to.width() || (identity_ && !(from == to))) return false;
  return forward_.try_emplace(from.node(), to.node()).first->second == to.node();
}

// A variable of `from` whose place in `to` no variable has stays without a new name.
bool Renaming::bind_chunks(const term::ByteChunk& from, const term::ByteChunk& to) {
  if (from.bytes != to.bytes || !bind(from.handle, to.handle)) return false;
  if (from.parts.size() != to.parts.size()) return from.parts.empty();
  for (std::size_t i = 0; i < from.parts.size(); ++i) {
    if (!bind(from.parts[i], to.parts[i])) return false;
  }
  return true;
}

bool Renaming::match(Term from, Term to) { return match_all({{from, to}}); }

bool Renaming::match_all(std::vector<Pair> open) {
  while (!open.empty()) {
    const auto [a, b] = open.back();
    open.pop_back();
    const auto [known, added] = matched_.try_emplace(a.node(), b.node());
    if (!added) {
      if (known->second != b.node()) return false;
      continue;
    }
    spend(term::Work::Visit);
    if (matched_.size() > kMaxNodes || a.width() != b.width()) return false;
    if (a.is(Kind::Variable)) {
      const term::ByteChunk *ours = pool_.byte_chunks().of(a), *theirs = pool_.byte_chunks().of(b);
      if (!ours != !theirs) return false;
      if (ours ? !bind_chunks(*ours, *theirs) : !bind(a, b)) return false;
      continue;
    }
    if (a.kind() != b.kind()) return false;
    if (a.is_constant()) {
      if (a->value != b->value) return false;
      continue;
    }
    if (a->low != b->low) return false;
    const Order order = order_of_operands(a, b);
    if (order == Order::Unclear) {
      if (unsettled_.size() == kMostUnsettled) return false;
      unsettled_.emplace_back(a, b);
      continue;
    }
    const unsigned arity = term::row(a.kind()).arity;
    for (unsigned i = 0; i < arity; ++i)
      open.emplace_back(a->child[i], b->child[order == Order::Swapped ? arity - 1 - i : i]);
  }
  return true;
}

// As far as one look at both tells.
bool Renaming::may_match(Term from, Term to) const {
  if (from.width() != to.width()) return false;
  const auto known = matched_.find(from.node());
  if (known != matched_.end()) return known->second == to.node();
  if (from.is(Kind::Variable)) return true;
  return from.kind() == to.kind() && from->low == to->low && (!from.is_constant() || from->value == to->value);
}

// The operands of a sum are in the order in which they were made, which renaming does not keep.
Renaming::Order Renaming::order_of_operands(Term from, Term to) const {
  if (!term::row(from.kind()).commutes) return Order::Same;
  const Term a = from->child[0], b = from->child[1], c = to->child[0], d = to->child[1];
  const bool swapped = may_match(a, d) && may_match(b, c);
  if (!swapped || a == b || c == d) return Order::Same;
  return may_match(a, c) && may_match(b, d) ? Order::Unclear : Order::Swapped;
}

// What has been matched since may tell the order; if nothing tells it, any order will do that matches.
bool Renaming::settle() {
  while (!unsettled_.empty()) {
    spend(term::Work::Visit, unsettled_.size());
    const auto is_clear = [this](const Pair& pair) {
      return order_of_operands(pair.first, pair.second) != Order::Unclear;
    };
    auto next = std::ranges::find_if(unsettled_, is_clear);
    if (next == unsettled_.end()) next = unsettled_.begin();
    const auto [from, to] = *next;
    unsettled_.erase(next);
    const bool swapped = order_of_operands(from, to) == Order::Swapped;
    if (!match_all({{from->child[0], to->child[swapped ? 1 : 0]}, {from->child[1], to->child[swapped ? 0 : 1]}}))
      return false;
  }
  return true;
}

bool Renaming::match(const term::SymbolicWord<32>& from, const term::SymbolicWord<32>& to) {
  if (!from.term || !to.term) return from == to;
  return match(from.term, to.term);
}

// Renames the variables in `wanted`, by index in the pool.
bool Renaming::bind_by_position(const Input* from_inputs, const Input* to_inputs,
                                const std::unordered_set<std::uint32_t>& wanted) {
  if (wanted.empty()) return true;
  using Position = std::tuple<std::uint32_t, std::uint32_t, unsigned>;  // inputs back, offset, width
  std::map<Position, Term> places;
  const std::uint32_t last = from_inputs ? from_inputs->index : 0;
  for (const Input* input = from_inputs; input && places.size() < wanted.size(); input = input->previous) {
    spend(term::Work::Visit);
    input->for_each_part([&](std::uint32_t offset, Term part) {
      if (!wanted.contains(static_cast<std::uint32_t>(part->value))) return;
      places[{last - input->index, offset, part.width()}] = part;
    });
  }
  const std::uint32_t end = to_inputs ? to_inputs->index : 0;
  std::size_t found = 0;
  for (const Input* input = to_inputs; input && found < places.size(); input = input->previous) {
    spend(term::Work::Visit);
    bool fits = true;
    input->for_each_part([&](std::uint32_t offset, Term part) {
      const auto place = places.find({end - input->index, offset, part.width()});
      if (place == places.end()) return;
      ++found;
      fits = fits && bind(place->second, part);
    });
    if (!fits) return false;
  }
  return true;
}

bool Renaming::renames_path(const std::vector<Term>& conjuncts, const Input* from_inputs, const Input* to_inputs,
                            term::Support& support, const std::function<bool(Term)>& holds) {
  if (conjuncts.empty()) return true;
  std::unordered_set<std::uint32_t> named, wanted;
  for (const auto& [variable, name] : forward_) named.insert(static_cast<std::uint32_t>(variable->value));
  for (const Term conjunct : conjuncts) {
    spend(term::Work::Conjunct);
    for (const std::uint32_t variable : support.variables(support.of(conjunct))) {
      if (!named.contains(variable)) wanted.insert(variable);
    }
  }
  if (!bind_by_position(from_inputs, to_inputs, wanted)) return false;
  term::Substitution rename(pool_, [&](Term variable) {
    const auto name = forward_.find(variable.node());
    return name == forward_.end() ? Term{} : Term(name->second);
  });
  return std::ranges::all_of(conjuncts, [&](Term conjunct) {
    const Term renamed = rename(conjunct);
    return renamed.is_constant(1) || holds(renamed);
  });
}

}  // namespace janus::engine
