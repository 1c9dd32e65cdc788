// The CLINT: msip, mtimecmp, mtime, the two interrupt lines, and when the next of them moves.
#include "devices/clint.h"

#include <gtest/gtest.h>

#include "testing/random.h"

namespace janus::devices {
namespace {

constexpr std::uint32_t kMsip = 0x0, kMtimecmp = 0x4000, kMtime = 0xbff8;
constexpr Picoseconds kTick = hart::kMtimePeriod;

void write64(Clint& clint, std::uint32_t offset, std::uint64_t value) {
  ASSERT_TRUE(clint.write(offset, 4, static_cast<std::uint32_t>(value)));
  ASSERT_TRUE(clint.write(offset + 4, 4, static_cast<std::uint32_t>(value >> 32)));
}
std::uint64_t read64(Clint& clint, std::uint32_t offset) {
  return std::uint64_t{*clint.read(offset + 4, 4)} << 32 | *clint.read(offset, 4);
}

TEST(Clint, SoftwareInterruptFollowsBit0OfMsip) {
  Clint clint;
  EXPECT_FALSE(clint.software_interrupt());
  clint.write(kMsip, 4, 0xffff'ffff);
  EXPECT_TRUE(clint.software_interrupt());
  EXPECT_EQ(clint.read(kMsip, 4), 1U);
  clint.write(kMsip, 4, 0xffff'fffe);
  EXPECT_FALSE(clint.software_interrupt());
}

TEST(Clint, MtimeCountsAt10MHz) {
  Clint clint;
  clint.advance_to(kTick - 1);
  EXPECT_EQ(read64(clint, kMtime), 0U);
  clint.advance_to(kTick);
  EXPECT_EQ(read64(clint, kMtime), 1U);
  clint.advance_to(1'000'000'000'000);  // a second
  EXPECT_EQ(read64(clint, kMtime), 10'000'000U);
}

TEST(Clint, TimerLineIsHighFromTheTickAtWhichMtimeReachesMtimecmp) {
  Clint clint;
  EXPECT_FALSE(clint.timer_interrupt());
  write64(clint, kMtimecmp, 5);
  EXPECT_EQ(clint.next_event(), 5 * kTick);
  clint.advance_to(5 * kTick - 1);
  EXPECT_FALSE(clint.timer_interrupt());
  clint.advance_to(5 * kTick);
  EXPECT_TRUE(clint.timer_interrupt());
  EXPECT_EQ(clint.next_event(), kNever);
  write64(clint, kMtimecmp, 6);
  EXPECT_FALSE(clint.timer_interrupt());
  EXPECT_EQ(clint.next_event(), 6 * kTick);
}

TEST(Clint, HalvesOfMtimecmpAreWrittenAlone) {
  Clint clint;
  write64(clint, kMtimecmp, 0x1111'2222'3333'4444);
  EXPECT_EQ(read64(clint, kMtimecmp), 0x1111'2222'3333'4444U);
  clint.write(kMtimecmp, 4, 0xaaaa'aaaa);
  EXPECT_EQ(read64(clint, kMtimecmp), 0x1111'2222'aaaa'aaaaU);
  clint.write(kMtimecmp + 4, 4, 0xbbbb'bbbb);
  EXPECT_EQ(read64(clint, kMtimecmp), 0xbbbb'bbbb'aaaa'aaaaU);
}

TEST(Clint, MtimeCanBeSetAndGoesOnFromThere) {
  Clint clint;
  clint.advance_to(1000 * kTick);
  write64(clint, kMtime, 0xffff'ffff);
  EXPECT_EQ(read64(clint, kMtime), 0xffff'ffffU);
  clint.advance_to(1001 * kTick);
  EXPECT_EQ(read64(clint, kMtime), 0x1'0000'0000U);
  write64(clint, kMtime, 7);
  EXPECT_EQ(read64(clint, kMtime), 7U);
}

// Whatever was written to mtime and mtimecmp: the line is low until the announced event, and high at it.
TEST(Clint, TheNextEventIsWhenTheLineRises) {
  testing::Random random(70);
  for (int round = 0; round < 2000; ++round) {
    Clint clint;
    clint.advance_to(random.below(1000) * kTick + random.below(kTick));
    write64(clint, kMtime, random.one_in(2) ? random.below(3000) : random.word64());
    write64(clint, kMtimecmp, *clint.read(kMtime, 4) + static_cast<std::uint64_t>(random.between(-1000, 1000)));
    const Picoseconds event = clint.next_event();
    if (clint.timer_interrupt()) {
      EXPECT_EQ(event, kNever);
      continue;
    }
    if (event == kNever) continue;
    clint.advance_to(event - 1);
    EXPECT_FALSE(clint.timer_interrupt());
    clint.advance_to(event);
    EXPECT_TRUE(clint.timer_interrupt());
  }
}

TEST(Clint, ATimerThatIsNeverDueHasNoEventAlsoAfterMtimeWasReset) {
  Clint clint;
  EXPECT_EQ(clint.next_event(), kNever);
  clint.advance_to(1000 * kTick);
  write64(clint, kMtime, 0);
  EXPECT_EQ(clint.next_event(), kNever);
}

TEST(Clint, OnlyAlignedWordsAreAccepted) {
  Clint clint;
  EXPECT_FALSE(clint.read(kMtime, 1).has_value());
  EXPECT_FALSE(clint.read(kMtime + 2, 4).has_value());
  EXPECT_FALSE(clint.write(kMtimecmp, 2, 0));
}

TEST(Clint, CopiesAreIndependent) {
  Clint original;
  write64(original, kMtimecmp, 3);
  Clint copy = original;
  copy.advance_to(10 * kTick);
  copy.write(kMsip, 4, 1);
  EXPECT_TRUE(copy.timer_interrupt());
  EXPECT_FALSE(original.timer_interrupt());
  EXPECT_FALSE(original.software_interrupt());
  EXPECT_EQ(read64(original, kMtime), 0U);
}

}  // namespace
}  // namespace janus::devices
