// The timer with a pulse-width modulator against its data sheet (pwm.h), and its value semantics.
#include "devices/pwm.h"

#include <gtest/gtest.h>

#include "devices/data_sheet.h"

namespace janus::devices {
namespace {

class PwmTest : public ::testing::Test {
 protected:
  enum : std::uint32_t { kCtrl = 0x00, kPeriod = 0x04, kCompare = 0x08, kCount = 0x0c, kEvents = 0x10, kOutput = 0x14 };
  enum : std::uint32_t { kEnable = 1, kIrq = 2, kOneShot = 4 };
  static constexpr Picoseconds kMicro = 1'000'000;

  void write(std::uint32_t offset, std::uint32_t value) { EXPECT_TRUE(pwm.write(offset, 4, value)); }
  std::uint32_t read(std::uint32_t offset) { return pwm.read(offset, 4).value().bits; }

  Pwm pwm;
};

TEST_F(PwmTest, IsHighInTheFirstMicrosecondsOfEachPeriod) {
  write(kPeriod, 10);
  write(kCompare, 3);
  EXPECT_EQ(read(kOutput), 0U) << "it does not count";
  pwm.advance_to(100 * kMicro);
  write(kCtrl, kEnable | kIrq);
  for (std::uint32_t at = 0; at < 25; ++at) {
    pwm.advance_to((100 + at) * kMicro);
    EXPECT_EQ(read(kCount), at % 10);
    EXPECT_EQ(read(kOutput), at % 10 < 3) << at;
    EXPECT_EQ(pwm.interrupt(), at >= 10);
  }
  write(kEvents, 1);
  EXPECT_FALSE(pwm.interrupt());
  EXPECT_EQ(pwm.next_event(), 130 * kMicro);
  pwm.advance_to(100'000'007 * kMicro);
  EXPECT_EQ(read(kCount), 7U) << "however many periods have passed";
  EXPECT_EQ(pwm.next_event(), 100'000'010 * kMicro);
}

TEST_F(PwmTest, CanStopAtTheEndOfAPeriod) {
  const Pwm fresh = pwm;
  write(kPeriod, 0);
  write(kCtrl, kEnable | kOneShot);
  EXPECT_EQ(pwm.next_event(), kMicro);
  pwm.advance_to(5 * kMicro);
  EXPECT_EQ(pwm.next_event(), kNever);
  EXPECT_EQ(read(kCtrl), kOneShot);
  EXPECT_EQ(read(kEvents), 1U);
  write(kEvents, 1);
  write(kCtrl, 0);
  write(kPeriod, 1000);
  EXPECT_TRUE(pwm.same_but_for_time(fresh));
}

TEST_F(PwmTest, RefusesAccessesThatItsTableDoesNotHave) {
  EXPECT_FALSE(pwm.read(kCount, 1));
  EXPECT_FALSE(pwm.write(kOutput, 4, 1));
  EXPECT_FALSE(pwm.shows_time(kCompare));
  EXPECT_TRUE(pwm.shows_time(kCount));
}

}  // namespace
}  // namespace janus::devices
