#include "solver/bit_blaster.h"

#include <algorithm>
#include <array>
#include <bit>

#include "support/contract.h"

namespace janus::solver {

using term::Kind;
using term::Node;
using term::Term;
using Word = BitBlaster::Word;

std::span<const Literal> BitBlaster::known(Term term) const {
  return {literals_.data() + first_[term->id] - 1, term.width()};
}

bool BitBlaster::done(Term term) {
  if (term->id >= first_.size()) first_.resize(term->id + term->id / 2 + 64);
  return first_[term->id] != 0;
}

bool BitBlaster::blast(Term root, const std::function<bool()>& stops) {
  if (done(root)) return true;
  std::vector<const Node*> stack{root.node()};
  unsigned built = 0;
  while (!stack.empty()) {
    const Term term(stack.back());
    if (done(term)) {
      stack.pop_back();
      continue;
    }
    bool ready = true;
    for (unsigned i = 0; i < term::row(term.kind()).arity; ++i) {
      if (!done(term->child[i])) {
        stack.push_back(term->child[i].node());
        ready = false;
      }
    }
    if (!ready) continue;
    if (++built % kNodes == 0 && stops()) return false;
    const Word word = build(term);
    JANUS_REQUIRE(word.size() == term.width());
    first_[term->id] = static_cast<std::uint32_t>(literals_.size()) + 1;
    literals_.insert(literals_.end(), word.begin(), word.end());
    stack.pop_back();
  }
  return true;
}

void BitBlaster::for_each_variable(const std::function<void(std::uint64_t, std::span<const Literal>)>& visit) const {
  for (Term variable : variables_) visit(variable->value, known(variable));
}

Word BitBlaster::build(Term term) {
  const unsigned width = term.width();
  const auto child = [&](unsigned i) { return known(term->child[i]); };
  const auto each = [&](auto gate) {
    Word word(width);
    for (unsigned i = 0; i < width; ++i) word[i] = gate(i);
    return word;
  };
  switch (term.kind()) {
    case Kind::Constant: return constant(term->value, width);
    case Kind::Variable: variables_.push_back(term); return each([&](unsigned) { return circuit_.fresh(); });
    case Kind::Not: return each([&](unsigned i) { return -child(0)[i]; });
    case Kind::And: return each([&](unsigned i) { return circuit_.conjunction(child(0)[i], child(1)[i]); });
    case Kind::Or: return each([&](unsigned i) { return circuit_.disjunction(child(0)[i], child(1)[i]); });
    case Kind::Xor: return each([&](unsigned i) { return circuit_.exclusive_or(child(0)[i], child(1)[i]); });
    case Kind::Add: return add(child(0), child(1), kFalse);
    case Kind::Sub: return add(child(0), negated(child(1)), kTrue);
    case Kind::Mul: relate_quotients(term); return multiply(child(0), child(1));
    case Kind::Udiv: return divide(child(0), child(1)).quotient;
    case Kind::Urem: return divide(child(0), child(1)).remainder;
    case Kind::Sdiv: return signed_division(child(0), child(1)).quotient;
    case Kind::Srem: return signed_division(child(0), child(1)).remainder;
    case Kind::Shl:
    case Kind::Lshr:
    case Kind::Ashr: return shift(term);
    case Kind::Eq: return {equal(child(0), child(1))};
    case Kind::Ult: return {less(child(0), child(1), false)};
    case Kind::Slt: return {less(child(0), child(1), true)};
    case Kind::Ite: return choice(child(0).front(), child(1), child(2));
    case Kind::Extract: return each([&](unsigned i) { return child(0)[term->low + i]; });
    case Kind::Concat: {
      const auto low = child(1), high = child(0);
      return each([&](unsigned i) { return i < low.size() ? low[i] : high[i - low.size()]; });
    }
    case Kind::ZeroExtend: return each([&](unsigned i) { return i < child(0).size() ? child(0)[i] : kFalse; });
    case Kind::SignExtend:
      return each([&](unsigned i) { return child(0)[std::min<std::size_t>(i, child(0).size() - 1)]; });
  }
  return {};
}

Word BitBlaster::constant(std::uint64_t value, unsigned width) const {
  Word word(width);
  for (unsigned i = 0; i < width; ++i) word[i] = i < 64 && (value >> i & 1) ? kTrue : kFalse;
  return word;
}

// A ripple-carry adder.
Word BitBlaster::add(std::span<const Literal> a, std::span<const Literal> b, Literal carry) {
  Word sum(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum[i] = circuit_.parity(a[i], b[i], carry);
    if (i + 1 < a.size()) carry = circuit_.majority(a[i], b[i], carry);
  }
  return sum;
}

Word BitBlaster::negated(std::span<const Literal> a) {
  Word word(a.size());
  std::transform(a.begin(), a.end(), word.begin(), [](Literal bit) { return -bit; });
  return word;
}

// condition ? -a : a
Word BitBlaster::conditional_negation(Literal condition, std::span<const Literal> a) {
  Word flipped(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) flipped[i] = circuit_.exclusive_or(a[i], condition);
  return add(flipped, constant(0, static_cast<unsigned>(a.size())), condition);
}

Word BitBlaster::choice(Literal condition, std::span<const Literal> a, std::span<const Literal> b) {
  Word word(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) word[i] = circuit_.choice(condition, a[i], b[i]);
  return word;
}

// Shift and add, one step for each bit of `b` that is not known to be zero. `b` is the operand with fewer such bits,
// the same one in every product of two words, so that products share their gates, whatever their widths.
Word BitBlaster::multiply(std::span<const Literal> a, std::span<const Literal> b) {
  const std::size_t width = a.size();
  const auto steps = [](std::span<const Literal> word) {
    return word.size() - static_cast<std::size_t>(std::count(word.begin(), word.end(), kFalse));
  };
  const std::size_t steps_a = steps(a), steps_b = steps(b);
  if (steps_a < steps_b || (steps_a == steps_b && a.front() < b.front())) std::swap(a, b);
  Word sum = constant(0, static_cast<unsigned>(width));
  for (std::size_t i = 0; i < width; ++i) {
    if (b[i] == kFalse) continue;
    Word summand = constant(0, static_cast<unsigned>(width));
    for (std::size_t j = 0; i + j < width; ++j) summand[i + j] = circuit_.conjunction(a[j], b[i]);
    sum = add(sum, summand, kFalse);
  }
  return sum;
}

// Restoring division. Division by zero yields quotient all ones and the dividend as remainder, as SMT-LIB defines it.
BitBlaster::Division BitBlaster::divide(std::span<const Literal> a, std::span<const Literal> b) {
  const auto width = static_cast<unsigned>(a.size());
  Word divisor(b.begin(), b.end());
  divisor.push_back(kFalse);
  Division result{Word(width), constant(0, width + 1)};
  for (unsigned i = width; i-- > 0;) {
    Word& rest = result.remainder;  // one bit wider than the divisor
    std::rotate(rest.begin(), rest.end() - 1, rest.end());
    rest[0] = a[i];
    const Literal fits = -less(rest, divisor, false);
    result.quotient[i] = fits;
    rest = choice(fits, add(rest, negated(divisor), kTrue), rest);
  }
  result.remainder.pop_back();
  return result;
}

BitBlaster::Division BitBlaster::signed_division(std::span<const Literal> a, std::span<const Literal> b) {
  const auto [quotient, remainder] = divide(conditional_negation(a.back(), a), conditional_negation(b.back(), b));
  return {conditional_negation(circuit_.exclusive_or(a.back(), b.back()), quotient),
          conditional_negation(a.back(), remainder)};
}

// A divider says what q * b + r is only step by step, which a SAT solver does not put together in reasonable time, even
// at 12 bits. So where a quotient is multiplied, and only there, the identity is added as clauses. Its gates are those
// of the product that is about to be built.
void BitBlaster::relate_quotients(Term product) {
  std::array<Term, kMaxOperands> open{product->child[0], product->child[1]};
  for (std::size_t seen = 0, waiting = 2; seen < waiting; ++seen) {
    const Term term = open[seen];
    if (term.is(Kind::Udiv) || term.is(Kind::Sdiv)) relate_quotient(term, product.width());
    if (term.is(Kind::Udiv) || term.is(Kind::Sdiv) || term.is(Kind::Mul)) continue;
    for (unsigned i = 0; i < term::row(term.kind()).arity && waiting < open.size(); ++i) {
      open[waiting++] = term->child[i];
    }
  }
}

// q * b + r = a, which also holds if b is 0. For unsigned words, it holds without wrapping around: then it is stated
// for as many bits as the product that asks has. Unless b is 0, r < b.
void BitBlaster::relate_quotient(Term division, unsigned product_width) {
  const bool is_signed = division.is(Kind::Sdiv);
  const unsigned width = division.width();
  const unsigned wide = is_signed ? width : std::clamp(product_width, width, 2 * width);
  unsigned& related = related_[division->id];
  if (related >= wide) return;
  related = wide;
  const auto extended = [&](std::span<const Literal> word) {
    Word result(word.begin(), word.end());
    result.resize(wide, kFalse);
    return result;
  };
  const auto a = known(division->child[0]), b = known(division->child[1]);
  const auto [quotient, remainder] = is_signed ? signed_division(a, b) : divide(a, b);
  const Word sum = add(multiply(extended(quotient), extended(b)), extended(remainder), kFalse), whole = extended(a);
  for (unsigned i = 0; i < wide; ++i) circuit_.require_equal(sum[i], whole[i]);
  if (!is_signed) circuit_.require(circuit_.disjunction(less(remainder, b, false), equal(b, constant(0, width))));
}

// A barrel shifter: one stage for each bit of the amount that can be below the width. A last stage handles amounts of
// the width or more.
Word BitBlaster::shift(Term term) {
  const auto amount = known(term->child[1]);
  const auto operand = known(term->child[0]);
  const std::size_t width = operand.size();
  Word word(operand.begin(), operand.end());
  const bool left = term.is(Kind::Shl);
  const Literal fill = term.is(Kind::Ashr) ? word.back() : kFalse;
  const auto stages = std::min<std::size_t>(amount.size(), static_cast<std::size_t>(std::bit_width(width - 1)));
  for (std::size_t stage = 0; stage < stages; ++stage) {
    const std::size_t distance = std::size_t{1} << stage;
    Word shifted(width);
    for (std::size_t i = 0; i < width; ++i) {
      if (left) {
        shifted[i] = i >= distance ? word[i - distance] : fill;
      } else {
        shifted[i] = i + distance < width ? word[i + distance] : fill;
      }
    }
    word = choice(amount[stage], shifted, word);
  }
  Literal beyond = kFalse;  // amount >= width; for a power of two, the higher bits of the amount tell
  for (std::size_t i = stages; i < amount.size(); ++i) beyond = circuit_.disjunction(beyond, amount[i]);
  if (!std::has_single_bit(width)) {
    const Word limit = constant(width, static_cast<unsigned>(amount.size()));
    beyond = -less(amount, limit, false);
  }
  return choice(beyond, Word(width, fill), word);
}

// Compares from the lowest bit up: a higher bit in which a and b differ overrides the result of the lower bits.
Literal BitBlaster::less(std::span<const Literal> a, std::span<const Literal> b, bool is_signed) {
  Literal result = kFalse;
  for (std::size_t i = 0; i + 1 < a.size(); ++i) result = circuit_.majority(-a[i], b[i], result);
  return is_signed ? circuit_.majority(a.back(), -b.back(), result) : circuit_.majority(-a.back(), b.back(), result);
}

Literal BitBlaster::equal(std::span<const Literal> a, std::span<const Literal> b) {
  Literal result = kTrue;
  for (std::size_t i = 0; i < a.size(); ++i) result = circuit_.conjunction(result, -circuit_.exclusive_or(a[i], b[i]));
  return result;
}

}  // namespace janus::solver
