// A condition of a path through a loop, watched over many iterations of that path: whether it goes on to hold, and
// after how many iterations it first fails.
//
//   Fixed     reads nothing that changes
//   Order     a < b or a <= b, signed or unsigned, whose sides move by constant steps, as long as neither wraps
//   Unequal   a != b, whose difference moves by a constant; modulo 2^width, so that wrapping is part of it
//   Equal     the opposite of that, which fails after the first iteration
//
// Sides may be narrower words, extended. Counts are terms of 32 bits. Source: section 4.4.2.2 of the thesis on path
// explosion (conditions on induction variables), whose integers do not wrap.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "engine/summarize/induction.h"

namespace janus::engine {

class LoopGuard {
 public:
  // Nothing if the condition is of no such form. It reads fixed and linear variables only (contract).
  static std::optional<LoopGuard> of(term::TermPool& pool, InductionForms& forms, term::Term condition);

  // That this is the first of the path's conditions to fail, from a state with these values on, where it holds.
  struct Failure {
    term::Term count;      // of iterations, at least 1
    term::Term condition;  // under which it fails after that many, not earlier, and nothing has wrapped
  };
  // Nothing if it never fails unless something wraps.
  std::optional<Failure> failure(std::span<const term::Term> generic, std::span<const term::Term> start) const;

  // That it holds before each of `count` >= 1 iterations; given that it does before the first.
  term::Term holds_during(std::span<const term::Term> generic, std::span<const term::Term> start,
                          term::Term count) const;
  term::Term condition() const { return condition_; }
  // Whether one side stays, and the other arrives at just that value when it fails.
  bool meets_exactly() const;

 private:
  enum class Kind : std::uint8_t { Fixed, Order, Unequal, Equal };
  struct Side {
    term::Term value;                   // over generic variables, as wide as the comparison
    std::int64_t step = 0;              // per iteration
    std::uint64_t least = 0, most = 0;  // of its values in the comparison's order; beyond, it wraps
    bool extended = false;              // a narrower word
  };
  LoopGuard(term::TermPool& pool, term::Term condition) : pool_(&pool), condition_(condition) {}

  static std::optional<Side> side_of(term::TermPool& pool, InductionForms& forms, term::Term value, bool is_signed);
  bool make_equality(InductionForms& forms, term::Term a, term::Term b, bool holds);
  bool make_order(InductionForms& forms, term::Term a, term::Term b, bool is_signed, bool holds);
  std::optional<Failure> first_equal(term::Substitution& at_start) const;
  std::optional<Failure> first_disordered(term::Substitution& at_start) const;
  term::Term unwrapped(const Side& side, term::Substitution& at_start, term::Term count) const;
  term::Term in_order(const std::array<term::Term, 2>& sides) const;
  std::array<term::Term, 2> sides_after(term::Substitution& at_start, term::Term count) const;
  term::Term at_width(term::Term count, unsigned width) const;

  term::TermPool* pool_;
  term::Term condition_;
  Kind kind_ = Kind::Fixed;
  bool signed_ = false, strict_ = false;  // Order: lesser < greater, or <=
  std::array<Side, 2> sides_;             // Order: the lesser, the greater
  term::Term difference_;                 // Unequal, Equal
  std::uint64_t step_ = 0;                // of the difference
};

}  // namespace janus::engine
