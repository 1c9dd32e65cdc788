// Buttons and LEDs against their data sheet (gpio.h), and their value semantics.
#include "devices/gpio.h"

#include <gtest/gtest.h>

#include "devices/data_sheet.h"

namespace janus::devices {
namespace {

enum : std::uint32_t { kGpioCtrl = 0x00, kLeds = 0x04, kButtons = 0x08, kGpioEvents = 0x0c, kGpioPeriod = 0x10 };
constexpr std::uint32_t kGpioEnable = 1, kGpioIrq = 2, kNew = 1;
constexpr Picoseconds kMillisecond = 1'000'000'000;

class GpioTest : public ::testing::Test {
 protected:
  Datum read(std::uint32_t offset) { return gpio.read(offset, 4).value(); }
  void write(std::uint32_t offset, std::uint32_t value) { EXPECT_TRUE(gpio.write(offset, 4, value)); }
  Datum symbol(int i) { return Datum(static_cast<const void*>(&terms[i])); }

  Gpio gpio;
  char terms[8] = {};
};

TEST_F(GpioTest, KeepsASymbolInItsLeds) {
  EXPECT_TRUE(gpio.keeps(kLeds));
  EXPECT_FALSE(gpio.keeps(kGpioPeriod));
  gpio.keep(kLeds, symbol(0));
  EXPECT_EQ(read(kLeds), symbol(0));
  EXPECT_TRUE(gpio.keeps_symbols() && gpio.holds_symbols());
  EXPECT_FALSE(gpio.same_but_for_time(Gpio()));
  write(kLeds, 0x155);
  EXPECT_EQ(read(kLeds), 0x55U);
  EXPECT_FALSE(gpio.keeps_symbols() || gpio.holds_symbols());
}

TEST_F(GpioTest, LooksAtTheButtonsEveryPeriodAndInterrupts) {
  gpio.feed({0x81, 0x02});
  EXPECT_EQ(gpio.next_event(), kNever);
  gpio.advance_to(kMillisecond);
  write(kGpioCtrl, kGpioEnable | kGpioIrq);
  EXPECT_EQ(gpio.next_event(), 2 * kMillisecond);
  EXPECT_FALSE(gpio.interrupt());
  gpio.advance_to(2 * kMillisecond);
  EXPECT_EQ(read(kButtons), 0x81U);
  EXPECT_TRUE(gpio.interrupt());
  write(kGpioEvents, kNew);
  EXPECT_FALSE(gpio.interrupt());
  write(kGpioPeriod, 2000);
  gpio.advance_to(3 * kMillisecond);
  EXPECT_EQ(read(kButtons), 0x02U) << "this look was to come already";
  EXPECT_EQ(read(kGpioEvents), kNew);
  EXPECT_EQ(gpio.next_event(), kNever) << "there are no more";
  EXPECT_EQ(gpio.arrived(), 2U);
}

TEST_F(GpioTest, PressesOneButtonAfterTheOtherIfNobodyFeedsIt) {
  write(kGpioPeriod, 0);  // as 1
  write(kGpioCtrl, kGpioEnable);
  for (unsigned i = 0; i < 40; ++i) {
    gpio.advance_to(Picoseconds{i + 1} * 1'000'000);
    EXPECT_EQ(read(kButtons), i % 2 == 0 ? 1U << i / 2 % 8 : 0U) << i;
  }
  write(kGpioCtrl, 0);
  EXPECT_EQ(gpio.next_event(), kNever);
}

TEST_F(GpioTest, LedsAreAByteAndShowNoTime) {
  write(kLeds, 0x1a5);
  EXPECT_EQ(read(kLeds), 0xa5U);
  EXPECT_FALSE(gpio.shows_time(kLeds));
  for (const std::uint32_t offset : {kGpioCtrl, kButtons, kGpioEvents, kGpioPeriod}) {
    EXPECT_TRUE(gpio.shows_time(offset));
  }
}

TEST_F(GpioTest, PassesSymbolsOnAndKnowsUntilWhen) {
  gpio.feed({symbol(0), 3});
  EXPECT_TRUE(gpio.holds_symbols());
  Gpio other = gpio;
  write(kGpioCtrl, kGpioEnable);
  EXPECT_FALSE(gpio.same_but_for_time(other));
  gpio.advance_to(kMillisecond);
  EXPECT_EQ(read(kButtons), symbol(0));
  EXPECT_TRUE(gpio.holds_symbols()) << "BUTTONS still has it";
  EXPECT_NE(describe(gpio).find("BUTTONS      symbolic\n"), std::string::npos);
  gpio.advance_to(2 * kMillisecond);
  EXPECT_FALSE(gpio.holds_symbols());
}

TEST_F(GpioTest, RefusesAccessesThatItsTableDoesNotHave) {
  EXPECT_FALSE(gpio.write(kButtons, 4, 0));
  EXPECT_FALSE(gpio.read(kLeds, 1));
  EXPECT_FALSE(gpio.read(0x14, 4));
}

}  // namespace
}  // namespace janus::devices
