#include "solver/order_groups.h"

#include <algorithm>
#include <utility>

#include "term/work_clock.h"

namespace janus::solver {

using term::Kind;
using term::Term;

// x + constant belongs to the group of x (order_facts.h relates x and x + 1).
Term OrderGroups::base(Term word) { return word.is(Kind::Add) && word->child[1].is_constant() ? word->child[0] : word; }

Term OrderGroups::representative(Term word) const {
  const Term* found = word.is_constant() ? nullptr : members_.find(base(word));
  return found ? *found : Term();
}

const OrderGroups::Group* OrderGroups::find(Term word) const {
  const Term group = representative(word);
  return group ? groups_.find(group)->get() : nullptr;
}

std::vector<const OrderGroups::Group*> OrderGroups::all() const {
  std::vector<const Group*> groups;
  groups_.for_each([&](const Pointer& group) { groups.push_back(group.get()); });
  return groups;
}

bool OrderGroups::refutes(const Comparison& comparison) const {
  const Group* const left = find(comparison.left);
  const Group* const right = find(comparison.right);
  if (left && right && left != right) return false;
  const Group* const group = left ? left : right;
  return group && group->order.refutes(comparison);
}

// The group, copied if others share it.
OrderGroups::Group& OrderGroups::change(Term representative) {
  const Pointer& kept = *groups_.find(representative);
  spend(term::Work::Order, 2 * kept->order.size());
  auto copy = std::make_shared<Group>(*kept);
  Group& changed = *copy;
  groups_.set(representative, std::move(copy));
  return changed;
}

bool OrderGroups::add(const Comparison& comparison, const ChosenSide& chosen) {
  return follow(comparison.left, chosen) && follow(comparison.right, chosen) && add_to_group(comparison);
}

bool OrderGroups::settle(const Comparison& comparison, const ChosenSide& chosen) {
  for (const Term word : {comparison.left, comparison.right}) {
    const Group* const group = find(word);
    if (!group || std::none_of(group->choices.begin(), group->choices.end(), chosen)) continue;
    const std::vector<Term> open = group->choices;
    change(representative(word)).choices.clear();
    for (const Term choice : open) {
      if (!follow(choice, chosen)) return false;
    }
  }
  return true;
}

// A word ite(c, x, y) equals x or y if the path decides c.
bool OrderGroups::follow(Term word, const ChosenSide& chosen) {
  while (OrderFacts::is_choice(word) && word.width() <= 32) {
    const unsigned side = chosen(word);
    if (side == 0) {
      const Comparison itself{Relation::LessOrEqual, false, word, word};  // so that the word has a group
      if (!find(word) && !add_to_group(itself)) return false;
      const Group* const group = find(word);
      if (!group || group->choices.size() == kMaxChoices) return true;
      if (std::find(group->choices.begin(), group->choices.end(), word) != group->choices.end()) return true;
      change(representative(word)).choices.push_back(word);
      return true;
    }
    if (!add_to_group({Relation::Equal, false, word, word->child[side]})) return false;
    word = word->child[side];
  }
  return true;
}

bool OrderGroups::add_to_group(const Comparison& comparison) {
  if (comparison.left.is_constant() && comparison.right.is_constant()) return OrderFacts().add(comparison);
  Term group = representative(comparison.left);
  const Term other = representative(comparison.right);
  if (!group) group = other;
  if (!group) {
    group = base(comparison.left.is_constant() ? comparison.right : comparison.left);
    groups_.set(group, std::make_shared<Group>());
    members_.set(group, group);
  } else if (other && !(other == group) && !connect(group, other)) {
    return false;
  }
  Group& changed = change(group);
  const unsigned size = changed.order.size();
  changed.learned.push_back(comparison);
  return changed.order.add(comparison) && adopt_words(group, size);
}

// Adds the facts of the group `from` to the group `to`; `to` becomes the group that now has both.
bool OrderGroups::connect(Term& to, Term from) {
  if ((*groups_.find(to))->order.size() < (*groups_.find(from))->order.size()) std::swap(to, from);
  const Pointer removed = *groups_.find(from);
  groups_.set(from, std::make_shared<Group>());  // no word leads here any more
  for (unsigned i = 0; i < removed->order.size(); ++i) {
    const Term word = base(removed->order.word(i));
    if (!word.is_constant()) members_.set(word, to);
  }
  members_.set(from, to);
  Group& changed = change(to);
  const unsigned size = changed.order.size();
  for (const Comparison& comparison : removed->learned) {
    changed.learned.push_back(comparison);
    if (!changed.order.add(comparison)) return false;
  }
  for (const Term choice : removed->choices) {
    if (changed.choices.size() < kMaxChoices) changed.choices.push_back(choice);
  }
  return adopt_words(to, size);
}

// Makes the words of a group from the index `first` on its members: the sides of choices may have had other groups.
bool OrderGroups::adopt_words(Term& group, unsigned first) {
  const Pointer own = *groups_.find(group);
  for (unsigned i = first; i < own->order.size(); ++i) {
    const Term word = base(own->order.word(i));
    if (word.is_constant()) continue;
    const Term before = representative(word);
    if (!before) members_.set(word, group);
    if (before && !(before == group) && !connect(group, before)) return false;
  }
  return true;
}

}  // namespace janus::solver
