#include "engine/revisit/renaming.h"

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
  const auto forward = forward_.try_emplace(from.node(), to.node()).first;
  const auto backward = backward_.try_emplace(to.node(), from.node()).first;
  return forward->second == to.node() && backward->second == from.node();
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

bool Renaming::match(Term from, Term to) {
  std::vector<std::pair<Term, Term>> open = {{from, to}};
  while (!open.empty()) {
    const auto [a, b] = open.back();
    open.pop_back();
    const auto [known, added] = matched_.try_emplace(a.node(), b.node());
    if (!added) {
      if (known->second != b.node()) return false;
      continue;
    }
    spend(term::Work::Visit);
    if (matched_.size() > kMaxNodes || a.kind() != b.kind() || a.width() != b.width()) return false;
    if (a.is_constant()) {
      if (a->value != b->value) return false;
      continue;
    }
    if (a.is(Kind::Variable)) {
      const term::ByteChunk *ours = pool_.byte_chunks().of(a), *theirs = pool_.byte_chunks().of(b);
      if (!ours != !theirs) return false;
      if (ours ? !bind_chunks(*ours, *theirs) : !bind(a, b)) return false;
      continue;
    }
    if (a->low != b->low) return false;
    for (unsigned i = 0; i < term::row(a.kind()).arity; ++i) open.emplace_back(a->child[i], b->child[i]);
  }
  return true;
}

bool Renaming::match(const term::SymbolicWord<32>& from, const term::SymbolicWord<32>& to) {
  if (!from.term || !to.term) return from == to;
  return match(from.term, to.term);
}

// Renames the variables in `wanted`, by index in the pool.
bool Renaming::bind_by_position(const Input* from_inputs, const Input* to_inputs,
                                const std::unordered_map<std::uint32_t, Term>& wanted) {
  if (wanted.empty()) return true;
  using Position = std::tuple<std::uint32_t, std::uint32_t, unsigned>;  // inputs back, offset, width
  std::map<Position, Term> places;
  std::size_t found = 0;
  const std::uint32_t last = from_inputs ? from_inputs->index : 0;
  for (const Input* input = from_inputs; input; input = input->previous) {
    input->for_each_part([&](std::uint32_t offset, Term part) {
      if (!wanted.contains(static_cast<std::uint32_t>(part->value))) return;
      places[{last - input->index, offset, part.width()}] = part;
      ++found;
    });
  }
  if (found != wanted.size()) return false;  // it is of no input
  const std::uint32_t end = to_inputs ? to_inputs->index : 0;
  for (const Input* input = to_inputs; input; input = input->previous) {
    bool fits = true;
    input->for_each_part([&](std::uint32_t offset, Term part) {
      const auto place = places.find({end - input->index, offset, part.width()});
      if (place == places.end()) return;
      fits = fits && bind(place->second, part);
      --found;
    });
    if (!fits) return false;
  }
  return found == 0;
}

bool Renaming::renames_path(const solver::PathCondition& from, const Input* from_inputs,
                            const solver::PathCondition& to, const Input* to_inputs, term::Support& support) {
  if (forward_.empty()) return true;
  const std::vector<Term> conjuncts = from.terms();
  std::unordered_map<std::uint32_t, std::vector<std::size_t>> readers;  // conjuncts, by index of a variable
  for (std::size_t i = 0; i < conjuncts.size(); ++i) {
    spend(term::Work::Conjunct);
    const term::Support::Set set = support.of(conjuncts[i]);
    if (set == term::Support::kMany) return false;
    for (const std::uint32_t variable : support.variables(set)) readers[variable].push_back(i);
  }
  std::vector<std::uint32_t> open;
  std::unordered_set<std::uint32_t> seen;
  for (const auto& [variable, name] : forward_) {
    // A chunk's variables count even if they have no new name.
    const auto see = [&](const Node* node) {
      if (seen.insert(static_cast<std::uint32_t>(node->value)).second)
        open.push_back(static_cast<std::uint32_t>(node->value));
    };
    see(variable);
    if (const term::ByteChunk* chunk = pool_.byte_chunks().of(Term(variable))) {
      for (const Term part : chunk->parts) see(part.node());
    }
  }
  std::unordered_set<std::size_t> relevant;
  while (!open.empty()) {
    const auto found = readers.find(open.back());
    open.pop_back();
    if (found == readers.end()) continue;
    for (const std::size_t i : found->second) {
      if (!relevant.insert(i).second) continue;
      for (const std::uint32_t variable : support.variables(support.of(conjuncts[i]))) {
        if (seen.insert(variable).second) open.push_back(variable);
      }
    }
  }
  if (relevant.empty()) return true;
  // A variable without a new name would keep its own, which may be another's.
  std::unordered_map<std::uint32_t, Term> wanted;
  std::unordered_set<std::uint32_t> named;
  for (const auto& [variable, name] : forward_) named.insert(static_cast<std::uint32_t>(variable->value));
  for (const std::size_t i : relevant) {
    for (const std::uint32_t variable : support.variables(support.of(conjuncts[i]))) {
      if (!named.contains(variable)) wanted.emplace(variable, Term{});
    }
  }
  if (!bind_by_position(from_inputs, to_inputs, wanted)) return false;
  std::unordered_set<const Node*> there;
  for (const solver::Conjunct* conjunct = to.last(); conjunct; conjunct = conjunct->parent) {
    there.insert(conjunct->term.node());
  }
  term::Substitution rename(pool_, [&](Term variable) {
    const auto name = forward_.find(variable.node());
    return name == forward_.end() ? Term{} : Term(name->second);
  });
  for (const std::size_t i : relevant) {
    const Term renamed = rename(conjuncts[i]);
    if (!renamed.is_constant(1) && !there.contains(renamed.node())) return false;
  }
  return true;
}

}  // namespace janus::engine
