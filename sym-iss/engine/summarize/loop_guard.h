// A loop guard is a condition of a path through a loop, seen over many iterations of the path: whether the condition
// goes on to hold, and after how many iterations it first fails.
//
//   Fixed     reads only locations that do not change
//   Order     a < b or a <= b, signed or unsigned; both sides move by constant steps. Either neither side wraps until
//             the guard fails, or one side is fixed, the other moves away from it, and the wrap makes the guard fail
//   Unequal   a != b; the difference moves by a constant step, modulo 2^width, so wrapping is covered
//   Equal     a == b with the same; fails after the first iteration
//
// A side can be a narrower word that is extended. Counts are terms of 32 bits. Source: section 4.4.2.2 of the thesis on
// path explosion (conditions on induction variables), whose integers do not wrap.
//
// A loop such as `while (4 < x) ++x` ends only because x wraps from the greatest to the least value. Nothing but the
// guard depends on where the values were before, so such an end costs as much as any other.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "engine/summarize/induction.h"

namespace janus::engine {

class LoopGuard {
 public:
  // The guard for a condition, or nothing if the condition has none of these forms. Requires that the condition reads
  // only fixed and linear variables.
  static std::optional<LoopGuard> of(term::TermPool& pool, InductionForms& forms, term::Term condition);

  // When the guard first fails.
  struct Failure {
    term::Term count;      // of iterations, at least 1
    term::Term condition;  // the guard first fails after `count` iterations, and nothing wraps before the last of them
  };
  // From a state in which the generic variables have the values `start` and the guard holds. Nothing if the guard
  // cannot fail, or only after a wrap that keeps it.
  std::optional<Failure> failure(std::span<const term::Term> generic, std::span<const term::Term> start) const;

  // The condition that the guard holds before each of `count` >= 1 iterations, provided that the guard holds before the
  // first.
  term::Term holds_during(std::span<const term::Term> generic, std::span<const term::Term> start,
                          term::Term count) const;
  term::Term condition() const { return condition_; }
  // Whether both sides are equal when the guard fails, because one side is fixed and the other cannot step over it.
  bool meets_exactly() const;

 private:
  enum class Kind : std::uint8_t { Fixed, Order, Unequal, Equal };
  struct Side {
    term::Term value;                   // over generic variables, as wide as the comparison
    term::Term word;                    // the value, before it is extended
    std::int64_t step = 0;              // per iteration
    std::uint64_t least = 0, most = 0;  // the values before and after which the side wraps, in the comparison's order
    bool extended = false;              // the side is a narrower word that is extended
    bool sign_extended = false;
  };
  LoopGuard(term::TermPool& pool, term::Term condition) : pool_(&pool), condition_(condition) {}

  static std::optional<Side> side_of(term::TermPool& pool, InductionForms& forms, term::Term value, bool is_signed);
  bool make_equality(InductionForms& forms, term::Term a, term::Term b, bool holds);
  bool make_order(InductionForms& forms, term::Term a, term::Term b, bool is_signed, bool holds);
  std::optional<Failure> first_equal(term::Substitution& at_start) const;
  std::optional<Failure> first_disordered(term::Substitution& at_start) const;
  std::optional<Failure> first_wrapped(term::Substitution& at_start) const;
  term::Term steps_to_wrap(const Side& side, term::Substitution& at_start) const;
  term::Term unwrapped(const Side& side, term::Substitution& at_start, term::Term count) const;
  term::Term in_order(const std::array<term::Term, 2>& sides) const;
  std::array<term::Term, 2> sides_after(term::Substitution& at_start, term::Term count) const;
  term::Term at_width(term::Term count, unsigned width) const;

  term::TermPool* pool_;
  term::Term condition_;
  Kind kind_ = Kind::Fixed;
  bool signed_ = false, strict_ = false;  // Order: signed rather than unsigned; < rather than <=
  std::array<Side, 2> sides_;             // Order: the lesser side, the greater side
  term::Term difference_;                 // Unequal, Equal
  std::uint64_t step_ = 0;                // of the difference
};

}  // namespace janus::engine
