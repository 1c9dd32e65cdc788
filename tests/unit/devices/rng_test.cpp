// The generator of random numbers against its data sheet (rng.h).
#include "devices/rng.h"

#include <gtest/gtest.h>

#include <set>

namespace janus::devices {
namespace {

class RngTest : public ::testing::Test {
 protected:
  enum : std::uint32_t { kCtrl = 0x00, kStatus = 0x04, kData = 0x08 };

  Datum read(std::uint32_t offset) { return rng.read(offset, 4).value_or(Datum(~0U)); }

  Rng rng;
};

TEST_F(RngTest, GivesNothingUntilItIsEnabled) {
  EXPECT_EQ(read(kStatus), Datum(0U));
  EXPECT_EQ(read(kData), Datum(0U));
  EXPECT_FALSE(rng.read(kData, 1)) << "accesses have the width of the register";
  EXPECT_FALSE(rng.write(kData, 4, 1)) << "nobody says what is random";
}

TEST_F(RngTest, GivesAnotherNumberAtEachReadAndTheSameInEachRun) {
  Rng other = rng;
  EXPECT_TRUE(rng.write(kCtrl, 4, 1) && other.write(kCtrl, 4, 1));
  std::set<std::uint32_t> numbers;
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(read(kStatus), Datum(1U));
    const Datum number = read(kData);
    numbers.insert(number.bits);
    EXPECT_NE(rng, other) << "what comes is no longer the same";
    EXPECT_EQ(other.read(kData, 4), number);
  }
  EXPECT_EQ(numbers.size(), 1000U);
}

TEST_F(RngTest, PassesOnWhatItIsFedUntilTheNoiseFails) {
  const char term = 0;
  const Datum symbol(static_cast<const void*>(&term));
  rng.feed({7, symbol});
  EXPECT_TRUE(rng.write(kCtrl, 4, 1));
  EXPECT_TRUE(rng.holds_symbols());
  EXPECT_EQ(read(kData), Datum(7U));
  EXPECT_EQ(read(kData), symbol);
  EXPECT_FALSE(rng.holds_symbols());
  EXPECT_EQ(rng.arrived(), 2U);
  EXPECT_EQ(read(kStatus), Datum(0U));
  EXPECT_EQ(read(kData), Datum(0U));
}

}  // namespace
}  // namespace janus::devices
