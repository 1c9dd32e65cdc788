// Every operation on value sets is compared with the same operation on each pair of members, at small widths; and with
// what it means at larger ones, on samples.
#include "solver/value_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "term/evaluate.h"
#include "testing/random.h"

namespace janus::solver {
namespace {

using term::Kind;
using term::mask;

std::vector<std::uint64_t> members(const ValueSet& set) {
  std::vector<std::uint64_t> result;
  for (std::uint64_t value = 0; value <= mask(set.width()); ++value) {
    if (set.contains(value)) result.push_back(value);
  }
  return result;
}

// Singles, ranges, ranges around the ends, unions of some, and patterns of bits.
ValueSet random_set(testing::Random& random, unsigned width) {
  const auto value = [&] { return (random.one_in(3) ? random.operand() : random.word64()) & mask(width); };
  const auto piece = [&] {
    const std::uint64_t low = value();
    switch (random.below(4)) {
      case 0: return ValueSet::single(width, low);
      case 1: return ValueSet::range(width, low, low + random.below(6));
      case 2: return ValueSet::range(width, low, value());
      default: return ValueSet::without(width, low);
    }
  };
  ValueSet set = piece();
  while (random.one_in(2)) set = set.united(piece());
  if (random.one_in(3)) {
    const std::uint64_t known = value(), bits = value();
    set = set.intersected(ValueSet::with_bits(width, known & ~bits, known & bits));
  }
  return set;
}

struct Operation {
  Kind kind;
  ValueSet (ValueSet::*apply)(const ValueSet&) const;
};
const Operation kBinary[] = {
    {Kind::And, &ValueSet::bit_and}, {Kind::Or, &ValueSet::bit_or}, {Kind::Xor, &ValueSet::bit_xor},
    {Kind::Add, &ValueSet::add},     {Kind::Sub, &ValueSet::sub},   {Kind::Mul, &ValueSet::mul},
    {Kind::Udiv, &ValueSet::udiv},   {Kind::Urem, &ValueSet::urem}, {Kind::Sdiv, &ValueSet::sdiv},
    {Kind::Srem, &ValueSet::srem},   {Kind::Shl, &ValueSet::shl},   {Kind::Lshr, &ValueSet::lshr},
    {Kind::Ashr, &ValueSet::ashr},   {Kind::Eq, &ValueSet::eq},     {Kind::Ult, &ValueSet::ult},
    {Kind::Slt, &ValueSet::slt},
};

bool is_comparison(Kind kind) { return kind == Kind::Eq || kind == Kind::Ult || kind == Kind::Slt; }

TEST(ValueSet, ContainsTheResultOfEveryPairOfMembers) {
  testing::Random random(1);
  for (unsigned width = 1; width <= 5; ++width) {
    for (int i = 0; i < 300; ++i) {
      const ValueSet a = random_set(random, width), b = random_set(random, width);
      for (const Operation& operation : kBinary) {
        const ValueSet result = (a.*operation.apply)(b);
        const unsigned result_width = is_comparison(operation.kind) ? 1 : width;
        ASSERT_EQ(result.width(), result_width);
        for (const std::uint64_t x : members(a)) {
          for (const std::uint64_t y : members(b)) {
            ASSERT_TRUE(result.contains(term::apply(operation.kind, result_width, width, 0, x, y, 0)))
                << term::row(operation.kind).name << " of " << x << " and " << y << " at width " << width;
          }
        }
      }
    }
  }
}

TEST(ValueSet, ContainsTheResultsOfPiecesAndExtensions) {
  testing::Random random(2);
  for (int i = 0; i < 600; ++i) {
    const unsigned width = 1 + random.below(6), low = random.below(width), high = low + random.below(width - low);
    const unsigned wider = width + random.below(4);
    const ValueSet a = random_set(random, width), b = random_set(random, 1 + random.below(3));
    for (const std::uint64_t x : members(a)) {
      EXPECT_TRUE(a.bit_not().contains(~x & mask(width)));
      EXPECT_TRUE(a.negated().contains(-x & mask(width)));
      EXPECT_TRUE(a.extract(high, low).contains(x >> low & mask(high - low + 1)));
      EXPECT_TRUE(a.zero_extend(wider).contains(x));
      EXPECT_TRUE(a.sign_extend(wider).contains(term::apply(Kind::SignExtend, wider, width, 0, x, 0, 0)));
      for (const std::uint64_t y : members(b)) EXPECT_TRUE(a.concat(b).contains(x << b.width() | y));
    }
  }
}

TEST(ValueSet, MeetsAndJoinsExactlyUpToItsBound) {
  testing::Random random(3);
  for (int i = 0; i < 2000; ++i) {
    const unsigned width = 1 + random.below(6);
    const ValueSet a = random_set(random, width), b = random_set(random, width);
    const ValueSet both = a.intersected(b), either = a.united(b);
    for (std::uint64_t value = 0; value <= mask(width); ++value) {
      EXPECT_EQ(both.contains(value), a.contains(value) && b.contains(value));
      EXPECT_TRUE(either.contains(value) || (!a.contains(value) && !b.contains(value)));
    }
    EXPECT_EQ(both.is_empty(), members(both).empty());
    if (both.is_empty()) continue;
    const auto inside = members(both);
    EXPECT_EQ(both.min(), inside.front());
    EXPECT_EQ(both.max(), inside.back());
    EXPECT_EQ(both.is_single(), inside.size() == 1);
    EXPECT_LE(inside.size() - 1, both.size());
    for (const std::uint64_t value : inside) {
      EXPECT_LE(both.signed_min(), term::as_signed(value, width));
      EXPECT_GE(both.signed_max(), term::as_signed(value, width));
      EXPECT_EQ(both.closest(value), value);
    }
    EXPECT_TRUE(both.contains(both.closest(random.word64() & mask(width))));
  }
}

TEST(ValueSet, ContainsTheResultsOfWideWords) {
  testing::Random random(4);
  const auto member = [&](const ValueSet& set) { return set.closest(random.word64() & mask(set.width())); };
  for (int i = 0; i < 20'000; ++i) {
    const unsigned width = random.pick(std::array{31U, 32U, 33U, 63U, 64U});
    const ValueSet a = random_set(random, width), b = random_set(random, width);
    if (a.is_empty() || b.is_empty()) continue;
    const Operation& operation = kBinary[random.below(std::size(kBinary))];
    const unsigned result_width = is_comparison(operation.kind) ? 1 : width;
    const std::uint64_t x = member(a), y = member(b);
    ASSERT_TRUE((a.*operation.apply)(b).contains(term::apply(operation.kind, result_width, width, 0, x, y, 0)))
        << term::row(operation.kind).name << " of " << x << " and " << y << " at width " << width;
  }
}

TEST(ValueSet, StaysSmall) {
  ValueSet set = ValueSet::none(32);
  for (std::uint64_t i = 0; i < 1000; ++i) set = set.united(ValueSet::single(32, i * i * 16));
  EXPECT_LE(set.intervals().size(), ValueSet::kMaxIntervals);
  for (std::uint64_t i = 0; i < 1000; ++i) EXPECT_TRUE(set.contains(i * i * 16));
  EXPECT_EQ(set.zeros() & 15, 15U) << "multiples of 16 are known as such";
}

TEST(ValueSet, IsExactOnTheOperationsOfParti) {
  // The examples are those that section 3.2 needs multi-intervals for: wrap-around, casts, multiples.
  const ValueSet x = ValueSet::range(8, 200, 255);
  EXPECT_EQ(x.add(ValueSet::single(8, 10)), ValueSet::range(8, 210, 9));
  EXPECT_EQ(x.signed_min(), -56);
  EXPECT_EQ(x.signed_max(), -1);
  EXPECT_EQ(ValueSet::range(8, 0, 9).mul(ValueSet::single(8, 4)).united(ValueSet::none(8)).zeros() & 3, 3U);
  EXPECT_FALSE(ValueSet::range(8, 0, 9).mul(ValueSet::single(8, 4)).contains(6));
  EXPECT_EQ(ValueSet::range(8, 100, 200).sign_extend(16),
            ValueSet::range(16, 100, 127).united(ValueSet::range(16, 0xff80, 0xffc8)));
  EXPECT_EQ(ValueSet::range(16, 0x1f0, 0x210).extract(7, 0), ValueSet::range(8, 0xf0, 0x10));
}

}  // namespace
}  // namespace janus::solver
