// The largest and the smallest value of a sum of choices, derived from its shape: each choice (ite) takes the better
// side, whatever its condition says. So these are bounds, and there is a condition under which a bound is reached. Made
// for times of merged paths, where every branch adds a choice. The whole term is looked at, each node once.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "term/range.h"
#include "term/term_pool.h"

namespace janus::term {

class Extremes {
 public:
  // `pool` must own `term`, and outlive the object.
  Extremes(TermPool& pool, Term term);

  // No assignment gives the term a value outside.
  Range bounds() const { return at(term_).bounds; }
  // Holds exactly for the assignments that give the term its upper bound, if `largest`, or its lower one.
  Term reaches(bool largest);

 private:
  enum End : std::size_t { kLow, kHigh };
  struct Part {
    Range bounds = {};
    // By end:
    std::array<bool, 2> by_shape = {};  // the bound follows from those of the summands
    std::array<Term, 2> reached = {};   // when the term has the bound; null before reaches()
  };
  const Part& at(Term term) const { return parts_.at(term.node()); }
  static std::optional<Range> sum(Term term, const Part& a, const Part& b);
  Term reached(Term term, End end);

  TermPool& pool_;
  const Term term_;
  std::vector<Term> order_;  // a term is behind its summands
  std::unordered_map<const Node*, Part> parts_;
};

}  // namespace janus::term
