// The watchdog against its data sheet (watchdog.h), and the board that it resets.
#include "devices/watchdog.h"

#include <gtest/gtest.h>

#include "devices/board.h"

namespace janus::devices {
namespace {

class WatchdogTest : public ::testing::Test {
 protected:
  enum : std::uint32_t { kCtrl = 0x00, kTimeout = 0x04, kFeed = 0x08 };
  static constexpr Picoseconds kMicro = 1'000'000;

  void write(std::uint32_t offset, std::uint32_t value) { EXPECT_TRUE(watchdog.write(offset, 4, value)); }

  Watchdog watchdog;
};

TEST_F(WatchdogTest, BitesUnlessItIsFedInTime) {
  write(kTimeout, 10);
  write(kFeed, 0);
  EXPECT_EQ(watchdog.next_event(), kNever) << "it does not run";
  write(kCtrl, 1);
  write(kCtrl, 0);
  EXPECT_EQ(watchdog.next_event(), 10 * kMicro) << "nothing stops it";
  watchdog.advance_to(9 * kMicro);
  write(kFeed, Watchdog::kKey);
  watchdog.advance_to(19 * kMicro - 1);
  EXPECT_FALSE(watchdog.has_bitten());
  watchdog.advance_to(19 * kMicro);
  EXPECT_TRUE(watchdog.has_bitten());
  EXPECT_EQ(watchdog.next_event(), kNever);
}

TEST_F(WatchdogTest, BitesWhoeverFeedsItWronglyOrChangesItsTime) {
  write(kCtrl, 1);
  Watchdog other = watchdog;
  write(kFeed, 0x5aff);
  EXPECT_TRUE(watchdog.has_bitten());
  EXPECT_TRUE(other.write(kTimeout, 4, 20));
  EXPECT_TRUE(other.has_bitten());
}

TEST_F(WatchdogTest, ResetsTheBoardWhichIsAnEndOfItsOwn) {
  Board board;
  const std::uint32_t base = memory_map::region::watchdog.base;
  EXPECT_TRUE(board.write(base + kTimeout, 4, 5, 0));
  EXPECT_TRUE(board.write(base + kCtrl, 4, 1, 0));
  board.advance_to(5 * kMicro - 1);
  EXPECT_FALSE(board.finisher.exit_code());
  EXPECT_EQ(board.next_event(), 5 * kMicro);
  board.advance_to(5 * kMicro);
  EXPECT_EQ(board.finisher.exit_code(), TestFinisher::kWatchdog);
}

}  // namespace
}  // namespace janus::devices
