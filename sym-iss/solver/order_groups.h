// The order of words along a path, in groups of words that are compared with each other, directly or through others.
//
// A group has order facts of its own (order_facts.h). So what a question costs depends on the words that it has to do
// with, and not on the length of the path. Constants belong to every group: they connect no words that the path does
// not compare. When a comparison connects two groups they become one; then the facts through common constants are found
// too.
//
// Cost: copying the groups of a path costs a pointer for each 16 words. The first change of a group after that copies
// the group. Connecting two groups adds the comparisons of the smaller one again.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "solver/order_facts.h"
#include "solver/shared_table.h"

namespace janus::solver {

// Which side a choice (`ite`) equals, if the path decides its condition: 1 or 2, the index of the child; else 0.
using ChosenSide = std::function<unsigned(term::Term choice)>;

class OrderGroups {
 public:
  struct Group {
    OrderFacts order;
    std::vector<Comparison> learned;
    std::vector<term::Term> choices;  // words whose condition was not decided when they were learned
  };

  // Adds a fact. False if it contradicts the earlier facts.
  bool add(const Comparison& comparison, const ChosenSide& chosen);
  // Adds what follows from choices, among the words that have to do with `comparison`, that are decided by now. False
  // on a contradiction.
  bool settle(const Comparison& comparison, const ChosenSide& chosen);
  // Whether the facts of one group contradict a comparison directly. add() derives more, so it may refute more.
  bool refutes(const Comparison& comparison) const;

  // The group of a word; null if the path compares the word with nothing.
  const Group* find(term::Term word) const;
  // All groups.
  std::vector<const Group*> all() const;

 private:
  using Pointer = std::shared_ptr<const Group>;
  static constexpr std::size_t kMaxChoices = 16;  // open ones of a group

  static term::Term base(term::Term word);
  Group& change(term::Term representative);
  term::Term representative(term::Term word) const;
  bool add_to_group(const Comparison& comparison);
  bool connect(term::Term& to, term::Term from);
  bool adopt_words(term::Term& group, unsigned first);
  bool follow(term::Term word, const ChosenSide& chosen);

  SharedTable<term::Term> members_;  // by word without its offset: a word that stands for its group
  SharedTable<Pointer> groups_;      // by the word that stands for the group
};

}  // namespace janus::solver
