#include "solver/compared_words.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

#include "term/work_clock.h"

namespace janus::solver {
namespace {

using term::Kind;
using term::Term;

bool has_class(Term term) { return term.width() > 1 && (term.is(Kind::Variable) || term.is(Kind::Ite)); }

// Of a word: a comparison with zero.
bool is_sign(Term term) {
  return term.is(Kind::Extract) && term.width() == 1 && term->low == term->child[0].width() - 1;
}

}  // namespace

void ComparedWords::look_at(Term root) {
  if (seen_.size() <= root->id) {
    seen_.resize(root->id + root->id / 2 + 64);
    class_of_.resize(seen_.size());
  }
  open_.assign(1, root);
  while (!open_.empty()) {
    const Term term = open_.back();
    open_.pop_back();
    if (seen_[term->id]) continue;
    seen_[term->id] = true;
    spend(term::Work::Visit);
    look_at_node(term);
    for (unsigned i = 0; i < term::row(term.kind()).arity; ++i) open_.push_back(term->child[i]);
  }
}

void ComparedWords::look_at_node(Term term) {
  switch (term.kind()) {
    case Kind::Constant:
    case Kind::Variable: return;
    case Kind::Eq: return connect(term->child[0], term->child[1]);
    case Kind::Ult:
    case Kind::Slt:
      connect(term->child[0], term->child[1]);
      put_in_order(term->child[0]);
      return put_in_order(term->child[1]);
    case Kind::Ite: connect(term, term->child[1]); return connect(term, term->child[2]);
    case Kind::Extract: return is_sign(term) ? put_in_order(term->child[0]) : give_up(term->child[0]);
    case Kind::Not:
    case Kind::And:
    case Kind::Or:
    case Kind::Xor:
    case Kind::Add:
    case Kind::Sub:
    case Kind::Mul:
    case Kind::Udiv:
    case Kind::Urem:
    case Kind::Sdiv:
    case Kind::Srem:
    case Kind::Shl:
    case Kind::Lshr:
    case Kind::Ashr:
    case Kind::Concat:
    case Kind::ZeroExtend:
    case Kind::SignExtend:
      for (unsigned i = 0; i < term::row(term.kind()).arity; ++i) give_up(term->child[i]);
      return;
  }
}

void ComparedWords::connect(Term a, Term b) {
  if (a.width() == 1 || (a.is_constant() && b.is_constant())) return;
  if (!has_class(a)) std::swap(a, b);
  if (!has_class(a)) return;
  if (b.is_constant()) return add_constant(classes_[class_of(a)], b->value);
  if (!has_class(b)) return give_up(a);
  unite(class_of(a), class_of(b));
}

void ComparedWords::give_up(Term word) {
  if (!has_class(word)) return;
  Class& own = classes_[class_of(word)];
  own.is_only_compared = false;
  reconsider(own, false);
}

void ComparedWords::put_in_order(Term word) {
  if (!has_class(word)) return;
  Class& own = classes_[class_of(word)];
  if (std::exchange(own.is_ordered, true)) return;
  reconsider(own, true);
}

void ComparedWords::add_constant(Class& to, std::uint64_t value) {
  const auto place = std::ranges::lower_bound(to.constants, value);
  if (place != to.constants.end() && *place == value) return;
  if (to.constants.size() == kMostConstants) to.is_only_compared = false;
  if (to.is_only_compared) to.constants.insert(place, value);
  reconsider(to, true);
}

void ComparedWords::unite(std::uint32_t a, std::uint32_t b) {
  if (a == b) return;
  if (classes_[a].variables < classes_[b].variables) std::swap(a, b);
  Class &to = classes_[a], &from = classes_[b];
  parent_[b] = a;
  to.variables += from.variables;
  to.is_only_compared = to.is_only_compared && from.is_only_compared;
  std::vector<std::uint64_t> constants;
  std::ranges::set_union(to.constants, from.constants, std::back_inserter(constants));
  const bool needs_another = constants.size() != to.constants.size() || (from.is_ordered && !to.is_ordered);
  to.is_ordered = to.is_ordered || from.is_ordered;
  to.is_only_compared = to.is_only_compared && constants.size() <= kMostConstants;
  to.constants = std::move(constants);
  if (from.was_asked_for) {  // and the answer was another one
    to.map.reset();
    to.was_asked_for = false;
    ++changes_;
  } else {
    reconsider(to, needs_another);
  }
  from = {};
}

// To be called after a class has grown, or more is known of it. `needs_another` map, if it has one.
void ComparedWords::reconsider(Class& grown, bool needs_another) {
  if (!grown.was_asked_for) return;
  const bool is_right =
      grown.map ? grown.is_only_compared && !needs_another && grown.variables <= grown.places : !map_for(grown);
  if (is_right) return;
  grown.map.reset();
  grown.was_asked_for = false;
  ++changes_;
}

std::optional<RankMap> ComparedWords::map_for(const Class& words) {
  if (!words.is_only_compared || words.variables < 2) return std::nullopt;
  RankMap map(words.is_ordered ? RankMap::Kind::Ordered : RankMap::Kind::Distinct, words.width, words.constants,
              places_for(words.variables));
  if (2 * map.rank_width() > words.width) return std::nullopt;
  return map;
}

const RankMap* ComparedWords::map_of(Term word) {
  if (!has_class(word)) return nullptr;
  Class& own = classes_[class_of(word)];
  if (!own.was_asked_for) {
    own.was_asked_for = true;
    own.map = map_for(own);
    own.places = places_for(own.variables);
  }
  return own.map ? &*own.map : nullptr;
}

std::uint64_t ComparedWords::places_for(std::uint32_t variables) {
  return std::max<std::uint64_t>(kFewestPlaces, std::bit_ceil(variables));
}

// One that stands for others too; made if the word has none.
std::uint32_t ComparedWords::class_of(Term word) {
  std::uint32_t& number = class_of_[word->id];
  if (number == 0) {
    parent_.push_back(static_cast<std::uint32_t>(classes_.size()));
    classes_.push_back({.width = word.width(), .variables = word.is(Kind::Variable)});
    number = static_cast<std::uint32_t>(classes_.size());
  }
  std::uint32_t own = number - 1;
  while (parent_[own] != own) own = parent_[own] = parent_[parent_[own]];
  return own;
}

}  // namespace janus::solver
