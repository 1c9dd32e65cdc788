// The set of variables that a term reads.
//
// Sets are interned, so a set is a number. The set of each term is remembered, so asking again costs a look-up. A term
// that reads more than kMaxListed variables has the set kMany, whose members are not known. Iterative, so terms may
// have any depth. Not thread-safe.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <unordered_map>
#include <vector>

#include "term/term.h"

namespace janus::term {

class Support {
 public:
  static constexpr std::size_t kMaxListed = 4096;
  using Set = std::uint32_t;
  static constexpr Set kNone = 0, kMany = 1;

  Support();

  // The set of variables that `term` reads.
  Set of(Term term);
  // The variables of a set (indices in the pool), ascending; empty for kMany. The reference stays valid.
  const std::vector<std::uint32_t>& variables(Set set) const { return sets_[set]; }
  // Bit (v % 64) is set for each variable v of the set. Two sets whose fingerprints share no bit are disjoint.
  std::uint64_t fingerprint(Set set) const { return fingerprints_[set]; }
  // Whether two sets share a variable. kMany counts as sharing one with every set but kNone.
  bool intersect(Set a, Set b) const;
  // Whether a set has one of these variables. kMany counts as having any.
  bool has_any(Set set, std::span<const std::uint32_t> variables) const;
  Set united(Set a, Set b);

 private:
  Set interned(std::vector<std::uint32_t> variables);

  static constexpr Set kUnknown = ~Set{0};
  std::vector<Set> known_;  // by node id
  std::deque<std::vector<std::uint32_t>> sets_;
  std::vector<std::uint64_t> fingerprints_;
  std::map<std::vector<std::uint32_t>, Set> by_variables_;
  std::unordered_map<std::uint64_t, Set> unions_;  // by two sets, the smaller number first
};

}  // namespace janus::term
