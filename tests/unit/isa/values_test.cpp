// ConcreteValues against SMT-LIB's definitions (theory FixedSizeBitVectors, logic QF_BV), computed by other means: bits
// in loops, and 128-bit integers.
#include "isa/values.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "testing/random.h"

namespace janus::isa {
namespace {

using testing::Random;
using V = ConcreteValues;
__extension__ using Wide = __int128;
__extension__ using UnsignedWide = unsigned __int128;

UnsignedWide power(unsigned exponent) { return UnsignedWide{1} << exponent; }

template <unsigned W>
std::uint64_t modulo(Wide value) {
  return static_cast<std::uint64_t>(static_cast<UnsignedWide>(value) % power(W));
}
template <unsigned W>
Wide two_complement(std::uint64_t bits) {
  return bits >> (W - 1) & 1 ? static_cast<Wide>(bits) - static_cast<Wide>(power(W)) : static_cast<Wide>(bits);
}

template <unsigned W>
std::vector<std::uint64_t> operands() {
  std::vector<std::uint64_t> values;
  if (W <= 8) {
    for (std::uint64_t i = 0; i < (1U << W % 32); ++i) values.push_back(i);
    return values;
  }
  const std::uint64_t all = modulo<W>(-1);
  values = {0, 1, 2, 3, 7, W - 1, W, W + 1, all, all - 1, all / 2, all / 2 + 1, all / 2 + 2, all / 3};
  Random random(W);
  for (int i = 0; i < 60; ++i) values.push_back(modulo<W>(static_cast<Wide>(random.word64() >> random.below(W))));
  return values;
}

// SMT-LIB defines the signed operations by the unsigned ones.
template <unsigned W>
std::uint64_t negated(std::uint64_t a) {
  return modulo<W>(-static_cast<Wide>(a));
}
template <unsigned W>
std::uint64_t udiv(std::uint64_t a, std::uint64_t b) {
  if (b == 0) return modulo<W>(-1);
  std::uint64_t quotient = 0;  // long division, bit by bit
  UnsignedWide rest = 0;
  for (unsigned i = W; i-- > 0;) {
    rest = rest * 2 + (a >> i & 1);
    if (rest >= b) {
      rest -= b;
      quotient |= std::uint64_t{1} << i;
    }
  }
  return quotient;
}
template <unsigned W>
std::uint64_t urem(std::uint64_t a, std::uint64_t b) {
  return b == 0 ? a : modulo<W>(static_cast<Wide>(a) - static_cast<Wide>(UnsignedWide{udiv<W>(a, b)} * b));
}
template <unsigned W>
std::uint64_t sdiv(std::uint64_t a, std::uint64_t b) {
  const bool minus_a = a >> (W - 1) & 1, minus_b = b >> (W - 1) & 1;
  const std::uint64_t quotient = udiv<W>(minus_a ? negated<W>(a) : a, minus_b ? negated<W>(b) : b);
  return minus_a != minus_b ? negated<W>(quotient) : quotient;
}
template <unsigned W>
std::uint64_t srem(std::uint64_t a, std::uint64_t b) {
  const bool minus_a = a >> (W - 1) & 1, minus_b = b >> (W - 1) & 1;
  const std::uint64_t rest = urem<W>(minus_a ? negated<W>(a) : a, minus_b ? negated<W>(b) : b);
  return minus_a ? negated<W>(rest) : rest;
}
template <unsigned W>
std::uint64_t shifted(std::uint64_t a, std::uint64_t amount, bool left, bool fill) {
  std::uint64_t result = 0;
  for (unsigned i = 0; i < W; ++i) {
    const bool inside = left ? i >= amount : amount < W && i + amount < W;
    const bool bit = inside ? a >> (left ? i - amount : i + amount) & 1 : fill;
    result |= std::uint64_t{bit} << i;
  }
  return result;
}

template <class Width>
class ConcreteValuesOfWidth : public ::testing::Test {};
template <unsigned W>
struct WidthOf {
  static constexpr unsigned value = W;
};
using Widths = ::testing::Types<WidthOf<1>, WidthOf<8>, WidthOf<16>, WidthOf<32>, WidthOf<64>>;
struct WidthName {
  template <class Width>
  static std::string GetName(int) {
    return std::to_string(Width::value);
  }
};
TYPED_TEST_SUITE(ConcreteValuesOfWidth, Widths, WidthName);

// Calls check(a, b, Bits a, Bits b) for pairs of operands of the width.
template <unsigned W, class Check>
void for_all_pairs(Check check) {
  for (std::uint64_t a : operands<W>()) {
    for (std::uint64_t b : operands<W>()) {
      check(a, b, V::constant<W>(a), V::constant<W>(b));
      if (::testing::Test::HasFailure()) {
        FAIL() << "for " << a << " and " << b << " of " << W << " bits";
      }
    }
  }
}

TYPED_TEST(ConcreteValuesOfWidth, ArithmeticIsModuloTwoToTheWidth) {
  constexpr unsigned W = TypeParam::value;
  for_all_pairs<W>([](auto a, auto b, auto x, auto y) {
    EXPECT_EQ(V::add(x, y).raw, modulo<W>(static_cast<Wide>(a) + b));
    EXPECT_EQ(V::sub(x, y).raw, modulo<W>(static_cast<Wide>(a) - b));
    EXPECT_EQ(V::mul(x, y).raw, modulo<W>(static_cast<Wide>(UnsignedWide{a} * b)));
  });
}

TYPED_TEST(ConcreteValuesOfWidth, DivisionIsSmtLibsAndTotal) {
  constexpr unsigned W = TypeParam::value;
  for_all_pairs<W>([](auto a, auto b, auto x, auto y) {
    EXPECT_EQ(V::udiv(x, y).raw, udiv<W>(a, b));
    EXPECT_EQ(V::urem(x, y).raw, urem<W>(a, b));
    EXPECT_EQ(V::sdiv(x, y).raw, sdiv<W>(a, b));
    EXPECT_EQ(V::srem(x, y).raw, srem<W>(a, b));
  });
}

TYPED_TEST(ConcreteValuesOfWidth, DivisionByZeroIsSmtLibs) {
  constexpr unsigned W = TypeParam::value;
  const auto zero = V::constant<W>(0), ones = V::constant<W>(~std::uint64_t{0}), one = V::constant<W>(1);
  for (std::uint64_t a : operands<W>()) {
    const auto x = V::constant<W>(a);
    EXPECT_EQ(V::udiv(x, zero), ones);
    EXPECT_EQ(V::urem(x, zero), x);
    EXPECT_EQ(V::sdiv(x, zero), two_complement<W>(a) < 0 ? one : ones);
    EXPECT_EQ(V::srem(x, zero), x);
  }
}

TYPED_TEST(ConcreteValuesOfWidth, TheSmallestNumberByMinusOneWraps) {
  constexpr unsigned W = TypeParam::value;
  const auto smallest = V::constant<W>(std::uint64_t{1} << (W - 1)), minus_one = V::constant<W>(~std::uint64_t{0});
  EXPECT_EQ(V::sdiv(smallest, minus_one), smallest);
  EXPECT_EQ(V::srem(smallest, minus_one).raw, 0U);
}

TYPED_TEST(ConcreteValuesOfWidth, LogicIsBitByBit) {
  constexpr unsigned W = TypeParam::value;
  for_all_pairs<W>([](auto a, auto b, auto x, auto y) {
    std::uint64_t conjunction = 0, disjunction = 0, difference = 0, complement = 0;
    for (unsigned i = 0; i < W; ++i) {
      const std::uint64_t p = a >> i & 1, q = b >> i & 1;
      conjunction |= (p * q) << i;
      disjunction |= (p + q - p * q) << i;
      difference |= ((p + q) % 2) << i;
      complement |= (1 - p) << i;
    }
    EXPECT_EQ(V::bit_and(x, y).raw, conjunction);
    EXPECT_EQ(V::bit_or(x, y).raw, disjunction);
    EXPECT_EQ(V::bit_xor(x, y).raw, difference);
    EXPECT_EQ(V::bit_not(x).raw, complement);
  });
}

TYPED_TEST(ConcreteValuesOfWidth, ShiftsByTheWidthOrMoreLeaveZerosOrTheSign) {
  constexpr unsigned W = TypeParam::value;
  for_all_pairs<W>([](auto a, auto b, auto x, auto y) {
    EXPECT_EQ(V::shl(x, y).raw, shifted<W>(a, b, true, false));
    EXPECT_EQ(V::lshr(x, y).raw, shifted<W>(a, b, false, false));
    EXPECT_EQ(V::ashr(x, y).raw, shifted<W>(a, b, false, a >> (W - 1) & 1));
  });
}

TYPED_TEST(ConcreteValuesOfWidth, ComparisonsAndChoice) {
  constexpr unsigned W = TypeParam::value;
  for_all_pairs<W>([](auto a, auto b, auto x, auto y) {
    EXPECT_EQ(V::eq(x, y).raw, a == b);
    EXPECT_EQ(V::ult(x, y).raw, a < b);
    EXPECT_EQ(V::slt(x, y).raw, two_complement<W>(a) < two_complement<W>(b));
    EXPECT_EQ(V::ite({1}, x, y), x);
    EXPECT_EQ(V::ite({0}, x, y), y);
  });
}

TYPED_TEST(ConcreteValuesOfWidth, ExtensionKeepsTheNumber) {
  constexpr unsigned W = TypeParam::value;
  for (std::uint64_t a : operands<W>()) {
    const auto x = V::constant<W>(a);
    EXPECT_EQ((V::zero_extend<64>(x).raw), a);
    EXPECT_EQ((V::sign_extend<64>(x).raw), modulo<64>(two_complement<W>(a)));
    EXPECT_EQ(V::as_signed(x), two_complement<W>(a));
    if constexpr (W <= 32) {
      EXPECT_EQ((V::zero_extend<32>(x).raw), a);
      EXPECT_EQ((V::sign_extend<32>(x).raw), modulo<32>(two_complement<W>(a)));
    }
  }
}

TYPED_TEST(ConcreteValuesOfWidth, ConstantsDropTheBitsAboveTheWidth) {
  constexpr unsigned W = TypeParam::value;
  EXPECT_EQ(V::constant<W>(~std::uint64_t{0}).raw, modulo<W>(-1));
}

TEST(ConcreteValues, ExtractAndConcatTakeApartAndJoin) {
  Random random(6);
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t bits = random.word64();
    const Bits<64> all{bits};
    const auto high = V::extract<63, 32>(all);
    const auto low = V::extract<31, 0>(all);
    EXPECT_EQ(high.raw, bits / power(32));
    EXPECT_EQ(low.raw, bits % power(32));
    EXPECT_EQ(V::concat(high, low), all);
    EXPECT_EQ((V::extract<0, 0>(low).raw), bits % 2);
    EXPECT_EQ((V::extract<15, 8>(low).raw), bits / 256 % 256);
    EXPECT_EQ(V::concat(V::extract<31, 16>(low), V::extract<15, 0>(low)), low);
    EXPECT_EQ(V::concat(V::extract<31, 24>(low), V::extract<23, 0>(low)), low);
  }
}

}  // namespace
}  // namespace janus::isa
