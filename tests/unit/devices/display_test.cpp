// The display against its data sheet (display.h), and its value semantics.
#include "devices/display.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace janus::devices {
namespace {

class DisplayTest : public ::testing::Test {
 protected:
  enum : std::uint32_t { kCtrl = 0x00, kStatus = 0x04, kEvents = 0x08, kShow = 0x0c, kRow = 0x40 };
  enum : std::uint32_t { kEnable = 1, kIrq = 2 };
  static constexpr Picoseconds kRowTime = 100'000'000;

  void write(std::uint32_t offset, std::uint32_t value) { EXPECT_TRUE(display.write(offset, 4, value)); }
  std::uint32_t read(std::uint32_t offset) { return display.read(offset, 4).value().bits; }

  Display display;
};

TEST_F(DisplayTest, DrawsARowAfterTheOtherAndInterrupts) {
  for (std::uint32_t row = 0; row < Display::kHeight; ++row) write(kRow + 4 * row, row + 1);
  EXPECT_EQ(read(kRow + 4 * 15), 16U);
  write(kShow, 1);
  EXPECT_EQ(display.next_event(), kNever) << "it is off";
  display.advance_to(kRowTime);
  write(kCtrl, kEnable | kIrq);
  write(kShow, 1);
  EXPECT_EQ(read(kStatus), 1U);
  for (std::uint32_t row = 0; row < Display::kHeight; ++row) {
    EXPECT_EQ(display.picture()[row], 0U);
    EXPECT_EQ(display.pictures(), 0U);
    display.advance_to(display.next_event());
    EXPECT_EQ(display.picture()[row], row + 1);
  }
  EXPECT_EQ(display.pictures(), 1U);
  EXPECT_EQ(read(kStatus), 0U);
  EXPECT_TRUE(display.interrupt());
  write(kEvents, 1);
  EXPECT_FALSE(display.interrupt());
  EXPECT_EQ(display.next_event(), kNever);
}

TEST_F(DisplayTest, ShowsStoresToRowsThatAreNotDrawnYet) {
  write(kCtrl, kEnable);
  write(kShow, 1);
  display.advance_to(3 * kRowTime);  // rows 0 to 2
  for (std::uint32_t row = 0; row < Display::kHeight; ++row) write(kRow + 4 * row, ~0U);
  write(kShow, 1);  // has no effect
  display.advance_to(16 * kRowTime);
  EXPECT_EQ(display.picture()[2], 0U);
  EXPECT_EQ(display.picture()[3], ~0U);
  EXPECT_EQ(display.pictures(), 1U);
}

TEST_F(DisplayTest, GivesUpAPictureWhenItIsSwitchedOff) {
  write(kCtrl, kEnable);
  write(kShow, 1);
  write(kCtrl, 0);
  EXPECT_EQ(read(kStatus), 0U);
  EXPECT_EQ(display.next_event(), kNever);
  EXPECT_EQ(display.pictures(), 0U);
}

TEST_F(DisplayTest, RefusesWhatItsTableDoesNotHave) {
  EXPECT_FALSE(display.read(kShow, 4)) << "write only";
  EXPECT_FALSE(display.write(kStatus, 4, 1)) << "read only";
  EXPECT_FALSE(display.write(kRow, 1, 1));
  EXPECT_FALSE(display.write(kRow + 4 * Display::kHeight, 4, 1));
}

// Firmware cannot see the screen.
TEST_F(DisplayTest, EqualsOneThatHasDrawnSomethingElse) {
  const Display before = display;
  write(kCtrl, kEnable);
  write(kRow, 5);
  write(kShow, 1);
  EXPECT_NE(display, before);
  display.advance_to(16 * kRowTime);
  write(kEvents, 1);
  write(kRow, 0);
  write(kCtrl, 0);
  EXPECT_EQ(display, before);
  EXPECT_EQ(display.contents().substr(0, 33), std::string(29, '.') + "#.#\n");
}

}  // namespace
}  // namespace janus::devices
