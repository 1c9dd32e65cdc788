// What a conjunction of comparisons says about the order of words and constants: equalities, disequalities, and a
// strict and a weak order, each signed and unsigned. The orders are closed under transitivity whenever a fact is added.
// The facts also use that no number lies between x and x + 1, below the smallest, or above the largest number: these
// are the only difference bounds that stay exact although numbers wrap around.
//
// A word is any term of up to 32 bits; its operation does not matter, except for `ite` and x + constant. Facts are
// exact for dense orders, and sound for machine integers: every contradiction found is a contradiction. Cost, for n
// words: adding a fact takes n * n / 64 steps; a copy takes 5 bits for each pair of words.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "term/term_pool.h"

namespace janus::solver {

enum class Relation : std::uint8_t { Less, LessOrEqual, Equal, Different };

// A comparison of two words: `left` relation `right`.
struct Comparison {
  Relation relation;
  bool is_signed;  // matters for Less and LessOrEqual only
  term::Term left, right;
};

// Splits a condition of width 1 into comparisons and appends them. False if the condition is more than the conjunction
// of these comparisons; the condition implies each of them even then.
bool comparisons_of(term::TermPool& pool, term::Term condition, std::vector<Comparison>& comparisons);

class OrderFacts {
 public:
  // At most kMaxConstants of the words are constants: value_facts.h covers comparisons with constants.
  static constexpr unsigned kMaxWords = 256, kMaxConstants = 24;

  // Adds a fact. False if it contradicts the earlier facts. A fact about a new word is ignored when there is no room
  // for the word, which is sound.
  bool add(const Comparison& comparison);

  // Whether the derived facts contradict a comparison directly. add() derives more, so it may refute more.
  bool refutes(const Comparison& comparison) const;

  // Whether a word is a choice (`ite`) that the facts look into. A choice among constants only, such as a word loaded
  // from a table, is not: value_facts.h knows its values, and a table has too many sides.
  static bool is_choice(term::Term word);

  // A value for each word, by index: close to `preferred`, and in the order that the facts ask for, as far as machine
  // integers allow. The caller must evaluate the result, since it may violate facts.
  std::vector<std::int64_t> values(bool is_signed, const std::vector<std::int64_t>& preferred) const;

  unsigned size() const { return static_cast<unsigned>(words_.size()); }
  term::Term word(unsigned index) const { return words_[index]; }

 private:
  // Relations between words: a row of bits for each word and relation. Bit j of row i relates word i to word j.
  enum Relations : unsigned {
    kAfter,                  // j is greater or equal; + 1 for the signed order
    kStrictly = kAfter + 2,  // j is greater; + 1 for the signed order
    kDifferent = kStrictly + 2,
    kRelations
  };
  std::uint64_t* row(unsigned relation, unsigned i) {
    return &bits_[(std::size_t{i} * kRelations + relation) * blocks_];
  }
  const std::uint64_t* row(unsigned relation, unsigned i) const {
    return &bits_[(std::size_t{i} * kRelations + relation) * blocks_];
  }
  bool at(unsigned relation, unsigned i, unsigned j) const { return row(relation, i)[j / 64] >> j % 64 & 1; }
  void set(unsigned relation, unsigned i, unsigned j) { row(relation, i)[j / 64] |= std::uint64_t{1} << j % 64; }

  struct Choice {
    std::uint16_t word, then, otherwise;
  };

  int find(term::Term word) const;
  int index_of(term::Term word);
  bool add_pending_choices();
  void make_room();
  void link_successors(unsigned index);
  bool bounds_of_choice(const Choice& choice);
  bool relate_choice(const Choice& choice, bool is_signed);
  bool relate_choices();
  bool settle_choice(const Choice& choice);
  bool add_equality(unsigned a, unsigned b);
  bool add_edge(bool is_signed, unsigned from, unsigned to, bool strict);
  void add_disequality(unsigned a, unsigned b);
  bool propagate();
  bool share_equalities(bool is_signed);
  bool strengthen(bool is_signed);
  std::int64_t constant_value(unsigned index, bool is_signed) const;

  std::vector<term::Term> words_;
  std::vector<std::pair<std::uint16_t, std::uint16_t>> successors_;  // words x and x + 1
  std::vector<Choice> choices_;
  std::vector<std::uint16_t> pending_;  // words that are choices (ite) and whose sides are not among the words yet
  std::vector<std::uint64_t> bits_;
  unsigned blocks_ = 1;  // of 64 bits each, in a row
  unsigned constants_ = 0;
  bool changed_ = false;        // since the last pass of propagate()
  bool may_be_equal_ = false;   // some two words are each less than or equal to the other
  bool disequalities_ = false;  // some words are known to differ only by an explicit disequality
};

}  // namespace janus::solver
