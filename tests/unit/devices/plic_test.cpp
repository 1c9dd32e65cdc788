// The PLIC against the RISC-V PLIC specification 1.0: priorities, threshold, claim and completion.
#include "devices/plic.h"

#include <gtest/gtest.h>

namespace janus::devices {
namespace {

constexpr std::uint32_t kPending = 0x1000, kEnable = 0x2000, kThreshold = 0x200000, kClaim = 0x200004;

class PlicTest : public ::testing::Test {
 protected:
  void configure(unsigned source, std::uint32_t priority) {
    plic.write(4 * source, 4, priority);
    plic.write(kEnable + source / 32 * 4, 4, *plic.read(kEnable + source / 32 * 4, 4) | 1U << source % 32);
  }
  bool pending(unsigned source) { return *plic.read(kPending + source / 32 * 4, 4) >> source % 32 & 1; }
  std::uint32_t claim() { return *plic.read(kClaim, 4); }
  void complete(std::uint32_t source) { plic.write(kClaim, 4, source); }

  Plic plic;
};

TEST_F(PlicTest, AnEnabledSourceWithAPriorityInterrupts) {
  configure(10, 1);
  EXPECT_FALSE(plic.interrupt());
  plic.set_source(10, true);
  EXPECT_TRUE(plic.interrupt());
  EXPECT_TRUE(pending(10));
}

TEST_F(PlicTest, PriorityZeroNeverInterrupts) {
  configure(10, 0);
  plic.set_source(10, true);
  EXPECT_FALSE(plic.interrupt());
  EXPECT_EQ(claim(), 0U);
  EXPECT_TRUE(pending(10));
}

TEST_F(PlicTest, ADisabledSourceIsPendingButSilent) {
  plic.write(4 * 10, 4, 7);
  plic.set_source(10, true);
  EXPECT_TRUE(pending(10));
  EXPECT_FALSE(plic.interrupt());
  EXPECT_EQ(claim(), 0U);
}

TEST_F(PlicTest, TheThresholdMasksPrioritiesUpToItself) {
  configure(10, 3);
  plic.set_source(10, true);
  for (std::uint32_t threshold = 0; threshold < 8; ++threshold) {
    plic.write(kThreshold, 4, threshold);
    EXPECT_EQ(*plic.read(kThreshold, 4), threshold);
    EXPECT_EQ(plic.interrupt(), 3 > threshold);
  }
}

// "The PLIC can perform a claim at any time and the claim operation is not affected by the setting of the priority
// threshold register."
TEST_F(PlicTest, AClaimIsNotAffectedByTheThreshold) {
  configure(10, 3);
  plic.set_source(10, true);
  plic.write(kThreshold, 4, 7);
  EXPECT_FALSE(plic.interrupt());
  EXPECT_EQ(claim(), 10U);
}

TEST_F(PlicTest, ClaimsComeByPriorityThenByLowestNumber) {
  configure(5, 2);
  configure(40, 7);
  configure(41, 7);
  configure(95, 2);
  for (unsigned source : {95U, 41U, 5U, 40U}) plic.set_source(source, true);
  for (unsigned expected : {40U, 41U, 5U, 95U, 0U}) EXPECT_EQ(claim(), expected);
}

TEST_F(PlicTest, AClaimClearsPendingAndTheLine) {
  configure(10, 1);
  plic.set_source(10, true);
  EXPECT_EQ(claim(), 10U);
  EXPECT_FALSE(pending(10));
  EXPECT_FALSE(plic.interrupt());
  EXPECT_EQ(claim(), 0U);
}

TEST_F(PlicTest, ALevelThatIsStillHighInterruptsAgainAfterCompletion) {
  configure(10, 1);
  plic.set_source(10, true);
  claim();
  plic.set_source(10, true);
  EXPECT_FALSE(plic.interrupt()) << "not before completion";
  complete(10);
  EXPECT_TRUE(plic.interrupt());
  EXPECT_EQ(claim(), 10U);
  plic.set_source(10, false);
  complete(10);
  EXPECT_FALSE(plic.interrupt());
}

TEST_F(PlicTest, ARequestOnceForwardedStaysWhenTheLevelFalls) {
  configure(10, 1);
  plic.set_source(10, true);
  plic.set_source(10, false);
  EXPECT_TRUE(plic.interrupt());
  EXPECT_EQ(claim(), 10U);
}

TEST_F(PlicTest, CompletionOfASourceThatIsNotEnabledIsIgnored) {
  configure(10, 1);
  plic.set_source(10, true);
  claim();
  plic.write(kEnable, 4, 0);
  complete(10);
  plic.write(kEnable, 4, 1U << 10);
  EXPECT_FALSE(plic.interrupt());
}

TEST_F(PlicTest, CompletionOfSourcesThatDoNotExistIsIgnored) {
  for (std::uint32_t source : {0U, Plic::kSources, 0xffff'ffffU}) complete(source);
  EXPECT_FALSE(plic.interrupt());
}

TEST_F(PlicTest, PrioritiesAreThreeBitsAndSource0HasNone) {
  plic.write(4 * 10, 4, 0xff);
  EXPECT_EQ(plic.read(4 * 10, 4), 7U);
  plic.write(0, 4, 7);
  EXPECT_EQ(plic.read(0, 4), 0U);
  plic.write(kEnable, 4, ~0U);
  EXPECT_EQ(plic.read(kEnable, 4), ~1U);
}

TEST_F(PlicTest, PendingBitsAreReadOnly) {
  plic.write(kPending, 4, ~0U);
  EXPECT_EQ(plic.read(kPending, 4), 0U);
}

TEST_F(PlicTest, OnlyAlignedWordsAreAccepted) {
  EXPECT_FALSE(plic.read(kClaim, 1).has_value());
  EXPECT_FALSE(plic.read(kClaim + 1, 4).has_value());
  EXPECT_FALSE(plic.write(kThreshold, 2, 1));
}

TEST_F(PlicTest, CopiesAreIndependent) {
  configure(10, 1);
  Plic copy = plic;
  copy.set_source(10, true);
  EXPECT_TRUE(copy.interrupt());
  EXPECT_FALSE(plic.interrupt());
  plic.set_source(10, true);
  EXPECT_EQ(claim(), 10U);
  EXPECT_TRUE(copy.interrupt());
}

}  // namespace
}  // namespace janus::devices
