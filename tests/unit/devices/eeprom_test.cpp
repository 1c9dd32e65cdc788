// The EEPROM against its data sheet (eeprom.h), and on the bus beside the thermometer.
#include "devices/eeprom.h"

#include <gtest/gtest.h>

#include "devices/i2c.h"

namespace janus::devices {
namespace {

class EepromTest : public ::testing::Test {
 protected:
  static constexpr std::uint8_t kWrite = 0x50 << 1, kRead = kWrite | 1;
  static constexpr Picoseconds kMilli = 1'000'000'000;

  bool write(std::initializer_list<std::uint8_t> bytes) {
    bool all = eeprom.start(kWrite);
    for (const std::uint8_t byte : bytes) all = all && eeprom.write(byte);
    eeprom.stop(now);
    return all;
  }
  std::vector<int> read(std::uint8_t address, int count) {
    EXPECT_TRUE(eeprom.start(kWrite) && eeprom.write(address) && eeprom.start(kRead));
    std::vector<int> bytes;
    for (int i = 0; i < count; ++i) bytes.push_back(eeprom.read());
    eeprom.stop(now);
    return bytes;
  }
  void pass(Picoseconds time) { eeprom.advance_to(now += time); }

  BusEeprom eeprom;
  Picoseconds now = 0;
};

TEST_F(EepromTest, KeepsWhatIsWrittenWithinAPage) {
  EXPECT_TRUE(write({0x0e, 1, 2, 3}));
  pass(5 * kMilli);
  EXPECT_EQ(read(0x0d, 4), (std::vector{0xff, 1, 2, 0xff}));
  EXPECT_EQ(read(0x08, 1), std::vector{3}) << "the page begins again";
}

TEST_F(EepromTest, AcknowledgesNothingWhileItWrites) {
  const BusEeprom fresh = eeprom;
  EXPECT_TRUE(write({0, 0xff}));
  EXPECT_EQ(eeprom.next_event(), 5 * kMilli);
  pass(5 * kMilli - 1);
  EXPECT_FALSE(eeprom.start(kWrite));
  eeprom.stop(now);
  pass(1);
  EXPECT_TRUE(write({0}));
  EXPECT_TRUE(eeprom == fresh) << "an address alone writes nothing";
}

TEST_F(EepromTest, KeepsTheLastBytesOfALongTransfer) {
  ASSERT_TRUE(eeprom.start(kWrite) && eeprom.write(2));
  for (int i = 0; i < 1000; ++i) ASSERT_TRUE(eeprom.write(static_cast<std::uint8_t>(i)));
  eeprom.stop(now);
  pass(5 * kMilli);
  std::vector<int> expected(8);
  for (int i = 992; i < 1000; ++i) expected[(2 + i) % 8] = i % 256;
  EXPECT_EQ(read(0, 8), expected);
}

TEST_F(EepromTest, ReadsOnFromWhereItStands) {
  EXPECT_TRUE(write({0xff, 7}));
  pass(5 * kMilli);
  EXPECT_TRUE(write({0, 8}));
  pass(5 * kMilli);
  EXPECT_EQ(read(0xff, 2), (std::vector{7, 8}));
}

TEST_F(EepromTest, SharesTheBusWithTheThermometer) {
  I2c i2c;
  EXPECT_TRUE(i2c.write(0x00, 4, 0) && i2c.write(0x04, 4, 0)) << "2 MHz";
  const auto command = [&](std::uint32_t byte, std::uint32_t bits) {
    EXPECT_TRUE(i2c.write(0x08, 4, 0x80) && i2c.write(0x0c, 4, byte) && i2c.write(0x10, 4, bits | 1));
    while (i2c.read(0x10, 4)->bits & 2) i2c.advance_to(i2c.next_event());
    return !(i2c.read(0x10, 4)->bits & 0x80);
  };
  const auto read = [&] { return command(0, 0x28), i2c.read(0x0c, 4)->bits; };
  EXPECT_TRUE(command(0x50 << 1, 0x90) && command(3, 0x10) && command(0x42, 0x50));
  EXPECT_FALSE(command(0x50 << 1, 0x90)) << "it writes";
  EXPECT_TRUE(command(0x48 << 1, 0x90) && command(7, 0x10) && command(0x48 << 1 | 1, 0x90));
  EXPECT_EQ(read(), 0x75U);
  i2c.advance_to(10 * kMilli);
  EXPECT_TRUE(command(0x50 << 1, 0x90) && command(3, 0x10) && command(0x50 << 1 | 1, 0x90));
  EXPECT_EQ(read(), 0x42U);
}

}  // namespace
}  // namespace janus::devices
