#include "term/known_bits.h"

#include <algorithm>
#include <bit>

namespace janus::term {
namespace {

__extension__ using Wide = unsigned __int128;

// The known bits of an operand, and the bounds that follow from them.
struct Operand : KnownBits {
  unsigned width = 0;
  explicit Operand(Term term) : KnownBits(term->known), width(term.width()) {}
  Operand(KnownBits bits, unsigned width) : KnownBits(bits), width(width) {}
  std::uint64_t min() const { return ones; }
  std::uint64_t max() const { return ~zeros & mask(width); }
  unsigned trailing_zeros() const { return std::min(width, static_cast<unsigned>(std::countr_one(zeros))); }
  unsigned trailing_known() const { return std::min(width, static_cast<unsigned>(std::countr_one(zeros | ones))); }
};

KnownBits exactly(std::uint64_t value, unsigned width) { return {~value & mask(width), value & mask(width)}; }
KnownBits inverted(KnownBits a) { return {a.ones, a.zeros}; }
KnownBits common(KnownBits a, KnownBits b) { return {a.zeros & b.zeros, a.ones & b.ones}; }

// The known bits of a value <= `max`: the leading zeros of `max`.
KnownBits at_most(std::uint64_t max, unsigned width) { return {mask(width) & ~mask(std::bit_width(max)), 0}; }
std::uint64_t lowest_bits(unsigned count) { return count ? mask(count) : 0; }

// a + b + carry. A bit of the sum is known if the bits of both operands and the carry into this bit are known.
KnownBits sum(Operand a, Operand b, bool carry) {
  const std::uint64_t largest = a.max() + b.max() + carry, smallest = a.min() + b.min() + carry;
  const std::uint64_t carry_zero = ~(largest ^ a.zeros ^ b.zeros), carry_one = smallest ^ a.ones ^ b.ones;
  const std::uint64_t known = (a.zeros | a.ones) & (b.zeros | b.ones) & (carry_zero | carry_one) & mask(a.width);
  return {~largest & known, smallest & known};
}

KnownBits product(Operand a, Operand b) {
  const unsigned width = a.width;
  const auto largest = static_cast<Wide>(a.max()) * b.max();
  KnownBits known = largest <= mask(width) ? at_most(static_cast<std::uint64_t>(largest), width) : KnownBits{};
  // With a = 2^m * a' and b = 2^n * b', the known low bits of a' * b' are shifted up by m + n places.
  const unsigned zeros_a = a.trailing_zeros(), zeros_b = b.trailing_zeros();
  const unsigned odd_part = std::min(a.trailing_known() - zeros_a, b.trailing_known() - zeros_b);
  const std::uint64_t place = lowest_bits(std::min(width, odd_part + zeros_a + zeros_b));
  const std::uint64_t low = a.ones * b.ones;
  return {known.zeros | (~low & place), known.ones | (low & place)};
}

KnownBits quotient(Operand a, Operand b) {  // x / 0 is all ones
  return b.min() == 0 ? KnownBits{} : at_most(a.max() / b.min(), a.width);
}

KnownBits remainder(Operand a, Operand b) {  // x % 0 is x
  const std::uint64_t largest = b.min() == 0 ? a.max() : std::min(a.max(), b.max() - 1);
  KnownBits known = at_most(largest, a.width);
  const std::uint64_t low = lowest_bits(b.trailing_zeros());  // x % y subtracts a multiple of 2^n, if y is one
  return {known.zeros | (a.zeros & low), known.ones | (a.ones & low)};
}

KnownBits shifted(Kind kind, Operand a, Operand b) {
  const unsigned width = a.width;
  const std::uint64_t ones = mask(width);
  const auto least = static_cast<unsigned>(std::min<std::uint64_t>(b.min(), width));
  const bool exact = b.min() == b.max();
  if (kind == Kind::Shl) {
    if (exact && least < width) return {(a.zeros << least | lowest_bits(least)) & ones, a.ones << least & ones};
    return {lowest_bits(std::min(width, a.trailing_zeros() + least)), 0};
  }
  const std::uint64_t sign = std::uint64_t{1} << (width - 1);
  if (kind == Kind::Ashr && (a.ones & sign)) return inverted(shifted(kind, Operand(inverted(a), width), b));
  if (kind == Kind::Ashr && !(a.zeros & sign)) return {};
  if (least >= width) return exactly(0, width);
  if (exact) return {(a.zeros >> least | ~(ones >> least)) & ones, a.ones >> least};
  return at_most(a.max() >> least, width);
}

KnownBits less(Operand a, Operand b) {
  if (a.max() < b.min()) return exactly(1, 1);
  return a.min() >= b.max() ? exactly(0, 1) : KnownBits{};
}

Operand biased(Operand a) {  // with its sign bit flipped, so that signed numbers are in unsigned order
  const std::uint64_t sign = std::uint64_t{1} << (a.width - 1);
  return {{(a.zeros & ~sign) | (a.ones & sign), (a.ones & ~sign) | (a.zeros & sign)}, a.width};
}

KnownBits of_binary(Kind kind, Operand a, Operand b) {
  switch (kind) {
    case Kind::And: return {a.zeros | b.zeros, a.ones & b.ones};
    case Kind::Or: return {a.zeros & b.zeros, a.ones | b.ones};
    case Kind::Xor: return {(a.zeros & b.zeros) | (a.ones & b.ones), (a.zeros & b.ones) | (a.ones & b.zeros)};
    case Kind::Add: return sum(a, b, false);
    case Kind::Sub: return sum(a, Operand(inverted(b), b.width), true);
    case Kind::Mul: return product(a, b);
    case Kind::Udiv: return quotient(a, b);
    case Kind::Urem: return remainder(a, b);
    case Kind::Shl:
    case Kind::Lshr:
    case Kind::Ashr: return shifted(kind, a, b);
    case Kind::Eq: return (a.zeros & b.ones) | (a.ones & b.zeros) ? exactly(0, 1) : KnownBits{};
    case Kind::Ult: return less(a, b);
    case Kind::Slt: return less(biased(a), biased(b));
    case Kind::Concat: return {a.zeros << b.width | b.zeros, a.ones << b.width | b.ones};
    default: return {};
  }
}

}  // namespace

KnownBits known_bits(Kind kind, unsigned width, unsigned low, std::uint64_t value, Term a, Term b, Term c) {
  switch (kind) {
    case Kind::Constant: return exactly(value, width);
    case Kind::Variable: return {};
    case Kind::Not: return inverted(a->known);
    case Kind::Ite: return common(b->known, c->known);
    case Kind::Extract: return {a->known.zeros >> low & mask(width), a->known.ones >> low & mask(width)};
    case Kind::ZeroExtend: return {a->known.zeros | (mask(width) & ~mask(a.width())), a->known.ones};
    case Kind::SignExtend: {
      const std::uint64_t above = mask(width) & ~mask(a.width());
      return {a->known.zeros | (known_non_negative(a) ? above : 0), a->known.ones | (known_negative(a) ? above : 0)};
    }
    default: return of_binary(kind, Operand(a), Operand(b));
  }
}

}  // namespace janus::term
