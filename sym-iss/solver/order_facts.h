// What a conjunction of comparisons says about the order of words: equalities, disequalities, and a strict and a weak
// order between words and constants, signed and unsigned, closed under transitivity as they are added.
//
// A word is any term of up to 32 bits, taken as it is; only its equality with itself is known of it. Facts are exact
// for dense orders, and sound for machine integers: a contradiction they find is one. Cost: adding a fact is linear in
// the number of words; copying copies a few kilobytes.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "term/term.h"

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
bool comparisons_of(term::Term condition, std::vector<Comparison>& comparisons);

class OrderFacts {
 public:
  static constexpr unsigned kMaxWords = 64;

  // Adds a fact; one about more words than there is room for is left out (which is sound). False if it contradicts the
  // facts there are.
  bool add(const Comparison& comparison);

  // Values for the words that satisfy the facts as far as machine integers allow, by word; close to those preferred.
  // Nothing is promised: whoever uses them evaluates first.
  std::vector<std::int64_t> values(bool is_signed, const std::vector<std::int64_t>& preferred) const;

  unsigned size() const { return size_; }
  term::Term word(unsigned index) const { return words_[index]; }

 private:
  using Set = std::uint64_t;  // of words
  struct Order {
    std::array<Set, kMaxWords> after{};     // words that are greater or equal
    std::array<Set, kMaxWords> strictly{};  // words that are greater
  };
  static constexpr Set bit(unsigned index) { return Set{1} << index; }

  int index_of(term::Term word);
  bool add_edge(Order& order, unsigned from, unsigned to, bool strict);
  bool strengthen(Order& order);
  std::int64_t constant_value(unsigned index, bool is_signed) const;

  std::array<term::Term, kMaxWords> words_;
  std::array<Set, kMaxWords> different_{};
  std::array<Order, 2> orders_;  // unsigned, signed
  Set constants_ = 0;
  unsigned size_ = 0;
};

}  // namespace janus::solver
