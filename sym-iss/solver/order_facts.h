// What a conjunction of comparisons says about the order of words: equalities, disequalities, and a strict and a weak
// order between words and constants, signed and unsigned, closed under transitivity as they are added; and that between
// x and x + 1 there is nothing, nor beyond the ends (the difference bounds that are exact although numbers wrap
// around).
//
// A word is any term of up to 32 bits, taken as it is. Facts are exact for dense orders, and sound for machine
// integers: a contradiction they find is one. Cost: adding a fact is linear in the number of words times their number
// over 64; copying is five bits for each pair of words.
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

// Takes a condition of width 1 apart into the comparisons whose conjunction it is. False if it is not only that; what
// was found up to then, and holds, is still in `comparisons`.
bool comparisons_of(term::TermPool& pool, term::Term condition, std::vector<Comparison>& comparisons);

class OrderFacts {
 public:
  // Of the words, at most so many are constants: comparisons with more are the business of value_facts.h.
  static constexpr unsigned kMaxWords = 256, kMaxConstants = 24;

  // Adds a fact; one about more words than there is room for is left out (which is sound). False if it contradicts the
  // facts there are.
  bool add(const Comparison& comparison);

  // Whether the facts that are known as such refute a comparison; add() may refute more.
  bool refutes(const Comparison& comparison) const;

  // Values for the words that satisfy the facts as far as machine integers allow, by word; close to those preferred.
  // Nothing is promised: whoever uses them evaluates first.
  std::vector<std::int64_t> values(bool is_signed, const std::vector<std::int64_t>& preferred) const;

  unsigned size() const { return static_cast<unsigned>(words_.size()); }
  term::Term word(unsigned index) const { return words_[index]; }

 private:
  // Relations between words, a row of bits for each word and relation; bit j of row i is about the words i and j.
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
  std::vector<std::uint16_t> pending_;  // words that are choices, whose sides are not yet words
  std::vector<std::uint64_t> bits_;
  unsigned blocks_ = 1;  // of 64 bits in a row
  unsigned constants_ = 0;
  bool changed_ = false;        // since propagate() last looked
  bool may_be_equal_ = false;   // some words are before and after each other
  bool disequalities_ = false;  // some words differ of which it is not known which is greater
};

}  // namespace janus::solver
