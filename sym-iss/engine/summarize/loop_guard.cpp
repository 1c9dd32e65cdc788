#include "engine/summarize/loop_guard.h"

#include <bit>

namespace janus::engine {

using term::Kind;
using term::Term;

std::optional<LoopGuard> LoopGuard::of(term::TermPool& pool, InductionForms& forms, Term condition) {
  LoopGuard guard(pool, condition);
  if (forms.is_fixed(condition)) return guard;
  const bool holds = !condition.is(term::Kind::Not);
  const Term comparison = holds ? condition : condition->child[0];
  bool known = false;
  if (comparison.is(term::Kind::Eq)) {
    known = guard.make_equality(forms, comparison->child[0], comparison->child[1], holds);
  } else if (comparison.is(term::Kind::Ult) || comparison.is(term::Kind::Slt)) {
    known = guard.make_order(forms, comparison->child[0], comparison->child[1], comparison.is(term::Kind::Slt), holds);
  }
  return known ? std::optional(guard) : std::nullopt;
}

bool LoopGuard::make_equality(InductionForms& forms, Term a, Term b, bool holds) {
  difference_ = pool_->sub(a, b);
  const Term step = pool_->sub(forms.advanced(difference_), difference_);
  if (!step.is_constant() || difference_.width() > 32) return false;
  step_ = step->value;
  if (step_ == 0) {
    kind_ = Kind::Fixed;
  } else {
    kind_ = holds ? Kind::Equal : Kind::Unequal;
  }
  return true;
}

bool LoopGuard::make_order(InductionForms& forms, Term a, Term b, bool is_signed, bool holds) {
  const auto x = side_of(*pool_, forms, a, is_signed), y = side_of(*pool_, forms, b, is_signed);
  if (!x || !y || a.width() > 32) return false;
  kind_ = Kind::Order;
  signed_ = is_signed;
  strict_ = holds;
  sides_ = holds ? std::array{*x, *y} : std::array{*y, *x};
  return true;
}

std::optional<LoopGuard::Side> LoopGuard::side_of(term::TermPool& pool, InductionForms& forms, Term value,
                                                  bool is_signed) {
  const bool zero_extended = value.is(term::Kind::ZeroExtend), sign_extended = value.is(term::Kind::SignExtend);
  const Term inner = zero_extended || sign_extended ? value->child[0] : value;
  const Term step = pool.sub(forms.advanced(inner), inner);
  if (!step.is_constant() || (sign_extended && !is_signed)) return std::nullopt;
  const unsigned width = value.width();
  const bool signed_word = zero_extended ? false : is_signed;
  const std::uint64_t half = std::uint64_t{1} << (inner.width() - 1);
  return Side{.value = value,
              .word = inner,
              .step = term::as_signed(step->value, inner.width()),
              .least = signed_word ? -half & term::mask(width) : 0,
              .most = signed_word ? half - 1 : term::mask(inner.width()),
              .extended = zero_extended || sign_extended,
              .sign_extended = sign_extended};
}

// A count of 32 bits, truncated to `width` bits if that is narrower.
Term LoopGuard::at_width(Term count, unsigned width) const {
  return width < 32 ? pool_->extract(count, width - 1, 0) : count;
}

std::optional<LoopGuard::Failure> LoopGuard::failure(std::span<const Term> generic, std::span<const Term> start) const {
  term::Substitution at_start(*pool_, generic, start);
  switch (kind_) {
    case Kind::Fixed: return std::nullopt;
    case Kind::Equal: return Failure{pool_->constant(32, 1), pool_->truth(true)};
    case Kind::Unequal: return first_equal(at_start);
    case Kind::Order: break;
  }
  return first_disordered(at_start);
}

// The smallest n with difference + step * n = 0 modulo 2^width: the step is an odd number times 2^shift, and odd
// numbers have inverses.
std::optional<LoopGuard::Failure> LoopGuard::first_equal(term::Substitution& at_start) const {
  const unsigned width = difference_.width(), shift = static_cast<unsigned>(std::countr_zero(step_));
  const std::uint64_t odd = step_ >> shift;
  std::uint64_t inverse = odd;  // Newton's method: three bits are right at first, and each round doubles their number
  for (int round = 0; round < 5; ++round) inverse *= 2 - odd * inverse;
  const Term distance = pool_->sub(pool_->constant(width, 0), at_start(difference_));
  const Term quotient = pool_->extract(distance, width - 1, shift);
  const Term count = pool_->mul(quotient, pool_->constant(width - shift, inverse & term::mask(width - shift)));
  const Term divides =
      shift == 0 ? pool_->truth(true) : pool_->eq(pool_->extract(distance, shift - 1, 0), pool_->constant(shift, 0));
  return Failure{pool_->zero_extend(count, 32), divides};
}

bool LoopGuard::meets_exactly() const {
  if (kind_ == Kind::Unequal) return true;
  const auto& [lesser, greater] = sides_;
  const Side& moving = lesser.step == 0 ? greater : lesser;
  return kind_ == Kind::Order && strict_ && lesser.step - greater.step == 1 &&
         (lesser.step == 0 || greater.step == 0) && !moving.extended;
}

// lesser < greater, or <=, fails when the gap between the sides is closed.
std::optional<LoopGuard::Failure> LoopGuard::first_disordered(term::Substitution& at_start) const {
  const auto& [lesser, greater] = sides_;
  const std::int64_t closing = lesser.step - greater.step;
  if (closing <= 0) return first_wrapped(at_start);
  const unsigned width = lesser.value.width();
  const auto number = [&](std::uint64_t n) { return pool_->constant(32, n); };
  const Term low = at_start(lesser.value), high = at_start(greater.value);
  const Term gap = pool_->zero_extend(pool_->sub(high, low), 32);
  const auto divided = [&](Term term) {
    return pool_->add(pool_->udiv(term, number(static_cast<std::uint64_t>(closing))), number(1));
  };
  Term count;
  if (!strict_) {
    count = divided(gap);
  } else {
    count = closing == 1 ? gap : divided(pool_->sub(gap, number(1)));
  }
  Term condition = pool_->truth(true);
  if (!strict_ && width == 32) condition = pool_->bit_not(pool_->eq(gap, number(term::mask(32))));
  if (!meets_exactly()) {
    condition = pool_->bit_and(condition, unwrapped(lesser, at_start, count));
    condition = pool_->bit_and(condition, unwrapped(greater, at_start, count));
  }
  return Failure{count, condition};
}

// lesser < greater, or <=, where one side is fixed and the other moves away from it: the guard holds until the moving
// side wraps. Whether the guard fails then depends on where the side comes to lie. If the side would need 2^32 steps,
// the count is 0, and the guard holds there since it holds at the start.
std::optional<LoopGuard::Failure> LoopGuard::first_wrapped(term::Substitution& at_start) const {
  const auto& [lesser, greater] = sides_;
  if ((lesser.step == 0) == (greater.step == 0)) return std::nullopt;
  const Side& moving = lesser.step == 0 ? greater : lesser;
  const Term count = pool_->add(steps_to_wrap(moving, at_start), pool_->constant(32, 1));
  return Failure{count, pool_->bit_not(in_order(sides_after(at_start, count)))};
}

// How many steps a moving side can take before it wraps.
Term LoopGuard::steps_to_wrap(const Side& side, term::Substitution& at_start) const {
  const unsigned width = side.value.width();
  const Term value = at_start(side.value);
  const Term room = side.step > 0 ? pool_->sub(pool_->constant(width, side.most), value)
                                  : pool_->sub(value, pool_->constant(width, side.least));
  const auto size = static_cast<std::uint64_t>(side.step > 0 ? side.step : -side.step);
  return pool_->udiv(pool_->zero_extend(room, 32), pool_->constant(32, size));
}

// The condition that a side stays within its range for `count` steps, the value after the last step included.
Term LoopGuard::unwrapped(const Side& side, term::Substitution& at_start, Term count) const {
  if (side.step == 0) return pool_->truth(true);
  return pool_->bit_not(pool_->ult(steps_to_wrap(side, at_start), count));
}

std::array<Term, 2> LoopGuard::sides_after(term::Substitution& at_start, Term count) const {
  std::array<Term, 2> sides;
  for (std::size_t i = 0; i < 2; ++i) {
    const Side& side = sides_[i];
    const unsigned width = side.word.width();
    const Term step = pool_->constant(width, static_cast<std::uint64_t>(side.step) & term::mask(width));
    const Term word = pool_->add(at_start(side.word), pool_->mul(step, at_width(count, width)));
    sides[i] = side.sign_extended ? pool_->sign_extend(word, side.value.width())
                                  : pool_->zero_extend(word, side.value.width());
  }
  return sides;
}

Term LoopGuard::in_order(const std::array<Term, 2>& sides) const {
  const auto less = [&](Term a, Term b) { return signed_ ? pool_->slt(a, b) : pool_->ult(a, b); };
  return strict_ ? less(sides[0], sides[1]) : pool_->bit_not(less(sides[1], sides[0]));
}

// If nothing wraps, both sides move linearly. Then an order that holds before the first and before the last iteration
// holds before all iterations in between.
Term LoopGuard::holds_during(std::span<const Term> generic, std::span<const Term> start, Term count) const {
  term::Substitution at_start(*pool_, generic, start);
  const Term before = pool_->sub(count, pool_->constant(32, 1));
  switch (kind_) {
    case Kind::Fixed: return pool_->truth(true);
    case Kind::Equal: return pool_->eq(count, pool_->constant(32, 1));
    case Kind::Unequal: {
      const auto equal = first_equal(at_start);
      return pool_->bit_or(pool_->bit_not(equal->condition), pool_->bit_not(pool_->ult(equal->count, count)));
    }
    case Kind::Order: break;
  }
  return pool_->bit_and(pool_->bit_and(unwrapped(sides_[0], at_start, before), unwrapped(sides_[1], at_start, before)),
                        in_order(sides_after(at_start, before)));
}

}  // namespace janus::engine
