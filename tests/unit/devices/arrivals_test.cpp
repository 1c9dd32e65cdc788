// Devices that are told when their words arrive and when their lines rise.
#include "devices/arrivals.h"

#include <gtest/gtest.h>

#include <vector>

#include "devices/board.h"
#include "devices/data_sheet.h"

namespace janus::devices {
namespace {

constexpr Picoseconds kSecond = 1'000'000'000'000;
constexpr std::uint32_t kClintBase = 0x0200'0000, kMtimecmpLow = kClintBase + 0x4000;

class ArrivalsTest : public ::testing::Test {
 protected:
  const ArrivalRow& row(const char* name) {
    const ArrivalRow* found = arrival_row(name);
    EXPECT_NE(found, nullptr) << name;
    return *found;
  }
  void write(std::uint32_t address, std::uint32_t value, unsigned size = 4) {
    EXPECT_TRUE(board.write(address, size, value, now));
  }
  std::uint32_t read(std::uint32_t address, unsigned size = 4) { return board.read(address, size, now)->bits; }

  Board board;
  Picoseconds now = 0;
};

TEST_F(ArrivalsTest, AreThoseOfTheDevicesThatCanDoIt) {
  std::vector<std::string_view> names;
  for (const ArrivalRow& row : arrival_rows()) names.push_back(row.name);
  EXPECT_EQ(names, (std::vector<std::string_view>{"software", "timer", "uart", "sensor", "gpio", "sifive_uart"}));
  EXPECT_EQ(arrival_row("i2c"), nullptr);
  EXPECT_EQ(arrival_row("clint"), nullptr);
}

TEST_F(ArrivalsTest, OfATimerThatIsHeldComeOnlyIfItIsArmedAndUntilItIsSetAgain) {
  board.hold(row("timer"));
  EXPECT_FALSE(board.can_arrive(row("timer"))) << "after reset";
  write(kMtimecmpLow + 4, 0);
  EXPECT_FALSE(board.can_arrive(row("timer"))) << "half of the comparator";
  write(kMtimecmpLow, 5);
  EXPECT_EQ(board.next_event(), kNever);
  now = kSecond;
  board.advance_to(now);
  EXPECT_FALSE(board.timer_interrupt()) << "by the clock";
  ASSERT_TRUE(board.can_arrive(row("timer")));
  board.arrive(row("timer"));
  EXPECT_TRUE(board.timer_interrupt());
  EXPECT_FALSE(board.can_arrive(row("timer"))) << "it is there already";
  write(kMtimecmpLow, 6);
  EXPECT_FALSE(board.timer_interrupt());
  EXPECT_TRUE(board.can_arrive(row("timer")));
  EXPECT_TRUE(board.shows_time(kClintBase + 0xbff8));
  EXPECT_FALSE(board.shows_time(kMtimecmpLow));
}

TEST_F(ArrivalsTest, OfTheSoftwareInterruptSetMsip) {
  board.hold(row("software"));
  board.arrive(row("software"));
  EXPECT_TRUE(board.software_interrupt());
  EXPECT_EQ(read(kClintBase), 1U);
  EXPECT_FALSE(board.can_arrive(row("software")));
  write(kClintBase, 0);
  EXPECT_TRUE(board.can_arrive(row("software")));
}

TEST_F(ArrivalsTest, AtTheUartAreItsWordsOneByOne) {
  constexpr std::uint32_t kUart = 0x1000'0000;
  board.hold(row("uart"));
  EXPECT_FALSE(board.can_arrive(row("uart"))) << "there are no words";
  board.feed("uart", {7, 8});
  EXPECT_EQ(read(kUart + 5, 1) & 1, 0U);
  board.arrive(row("uart"));
  EXPECT_EQ(read(kUart + 5, 1) & 1, 1U);
  EXPECT_FALSE(board.can_arrive(row("uart"))) << "there is no room";
  board.arrive(row("uart"));  // does nothing
  EXPECT_EQ(read(kUart, 1), 7U);
  board.arrive(row("uart"));
  EXPECT_EQ(read(kUart, 1), 8U);
  EXPECT_FALSE(board.can_arrive(row("uart")));
}

TEST_F(ArrivalsTest, AtTheSensorAndTheButtonsNeedADeviceThatIsOn) {
  constexpr std::uint32_t kSensor = 0x1001'0000, kGpio = 0x1001'2000;
  for (const auto& [name, control, word] :
       {std::tuple{"sensor", kSensor, kSensor + 0x14}, {"gpio", kGpio, kGpio + 0x08}}) {
    board.hold(row(name));
    board.feed(name, {9, 5});
    EXPECT_FALSE(board.can_arrive(row(name))) << name;
    write(control, 1);
    EXPECT_EQ(board.next_event(), kNever) << name;
    EXPECT_FALSE(board.shows_time(control)) << name;
    const Board before = board;
    board.arrive(row(name));
    EXPECT_FALSE(board.same_but_for_time(before)) << name;
    EXPECT_EQ(read(word), 9U) << name;
    board.arrive(row(name));
    EXPECT_EQ(read(word), 5U) << name;
    EXPECT_FALSE(board.can_arrive(row(name))) << name;
  }
}

}  // namespace
}  // namespace janus::devices
