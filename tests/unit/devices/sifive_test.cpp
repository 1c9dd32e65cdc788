// Clocks and pins of SiFive's FE310 against its manual, as far as they have a model.
#include <gtest/gtest.h>

#include "devices/sifive_gpio.h"
#include "devices/sifive_prci.h"

namespace janus::devices {
namespace {

std::uint32_t read(auto& device, std::uint32_t offset) { return device.read(offset, 4).value_or(0xdead).bits; }

TEST(SiFivePrci, OscillatorsThatAreOnAreReady) {
  SiFivePrci prci;
  constexpr std::uint32_t kEn = 1U << 30, kRdy = 1U << 31;
  for (const std::uint32_t offset : {0x00U, 0x04U}) {
    EXPECT_EQ(read(prci, offset) & (kEn | kRdy), kEn | kRdy) << "after reset";
    EXPECT_TRUE(prci.write(offset, 4, kRdy));
    EXPECT_EQ(read(prci, offset), 0U) << "RDY is read only";
    EXPECT_TRUE(prci.write(offset, 4, kEn));
    EXPECT_EQ(read(prci, offset), kEn | kRdy);
  }
  EXPECT_FALSE(prci.read(0x10, 4));
  EXPECT_FALSE(prci.read(0x00, 1));
}

TEST(SiFivePrci, ThePllLocksAWhileAfterItIsUsed) {
  SiFivePrci prci;
  constexpr std::uint32_t kBypass = 1U << 18, kLock = 1U << 31, kSel = 1U << 16;
  constexpr Picoseconds kMicrosecond = 1'000'000;
  prci.advance_to(7 * kMicrosecond);
  EXPECT_EQ(prci.next_event(), kNever);
  EXPECT_TRUE(prci.write(0x08, 4, kLock));
  EXPECT_EQ(read(prci, 0x08), 0U);
  EXPECT_EQ(prci.next_event(), 107 * kMicrosecond);
  prci.advance_to(107 * kMicrosecond);
  EXPECT_EQ(read(prci, 0x08), kLock);
  EXPECT_TRUE(prci.write(0x08, 4, kSel));
  EXPECT_EQ(read(prci, 0x08), kSel | kLock) << "it stays locked";
  EXPECT_TRUE(prci.write(0x08, 4, kBypass));
  EXPECT_EQ(read(prci, 0x08), kBypass);
}

TEST(SiFiveGpio, OutputsCanBeReadBack) {
  SiFiveGpio gpio;
  EXPECT_TRUE(gpio.write(0x08, 4, 0xff));  // OUTPUT_EN
  EXPECT_TRUE(gpio.write(0x0c, 4, 0xf0f));
  EXPECT_TRUE(gpio.write(0x40, 4, 0x03));  // OUT_XOR
  EXPECT_EQ(gpio.output(), 0x0cU);
  EXPECT_EQ(read(gpio, 0x00), 0U);
  EXPECT_TRUE(gpio.write(0x04, 4, 0x04));  // INPUT_EN
  EXPECT_EQ(read(gpio, 0x00), 0x04U);
  EXPECT_FALSE(gpio.write(0x00, 4, 1));
}

TEST(SiFiveGpio, EachReadOfThePinsTakesAWord) {
  SiFiveGpio gpio;
  const Datum symbol(static_cast<const void*>(&gpio));
  gpio.feed({5, symbol});
  EXPECT_TRUE(gpio.holds_symbols());
  EXPECT_EQ(gpio.read(0x00, 4), Datum(5));
  EXPECT_EQ(gpio.read(0x00, 4), symbol);
  EXPECT_EQ(gpio.read(0x00, 4), symbol) << "the last word stays";
  EXPECT_EQ(gpio.arrived(), 2U);
  EXPECT_TRUE(gpio.holds_symbols());
}

}  // namespace
}  // namespace janus::devices
