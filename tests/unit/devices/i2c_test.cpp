// The I2C controller and the thermometer behind it against their data sheet (i2c.h), and their value semantics.
#include "devices/i2c.h"

#include <gtest/gtest.h>

#include "devices/data_sheet.h"

namespace janus::devices {
namespace {

enum : std::uint32_t {
  kPrescaleLow = 0x00,
  kPrescaleHigh = 0x04,
  kI2cControl = 0x08,
  kI2cData = 0x0c,
  kCommand = 0x10
};
enum : std::uint32_t {
  kIen = 0x40,
  kEn = 0x80,
  kIack = 1,
  kNack = 8,
  kWr = 0x10,
  kRd = 0x20,
  kSto = 0x40,
  kSta = 0x80
};
enum : std::uint32_t { kIf = 1, kTip = 2, kBusy = 0x40, kNoAck = 0x80 };
constexpr std::uint32_t kI2cWrite = 0x48 << 1, kI2cRead = kI2cWrite | 1;
constexpr Picoseconds kBit = 5 * 20'000;  // with a prescale of 0

class I2cTest : public ::testing::Test {
 protected:
  void SetUp() override {
    write(kPrescaleLow, 0);
    write(kPrescaleHigh, 0);
    write(kI2cControl, kEn);
  }
  void write(std::uint32_t offset, std::uint32_t value) { EXPECT_TRUE(i2c.write(offset, 4, value)); }
  Datum read(std::uint32_t offset) { return i2c.read(offset, 4).value(); }
  std::uint32_t status() { return read(kCommand).bits; }

  // Gives a command, and waits for its end.
  void command(std::uint32_t bits) {
    write(kCommand, bits | kIack);
    i2c.advance_to(i2c.next_event());
  }
  // Whether the byte was acknowledged.
  bool send(std::uint32_t byte, std::uint32_t more = 0) {
    write(kI2cData, byte);
    command(kWr | more);
    return !(status() & kNoAck);
  }
  std::vector<Datum> read_register(std::uint8_t number, unsigned count) {
    EXPECT_TRUE(send(kI2cWrite, kSta) && send(number) && send(kI2cRead, kSta));
    std::vector<Datum> bytes;
    for (unsigned i = 0; i < count; ++i) {
      command(kRd | (i + 1 == count ? kNack | kSto : 0));
      bytes.push_back(read(kI2cData));
    }
    return bytes;
  }
  using Bytes = std::vector<Datum>;
  Datum symbol(int i) { return Datum(static_cast<const void*>(&terms[i])); }

  I2c i2c;
  char terms[8] = {};
};

TEST_F(I2cTest, ACommandTakesItsBitsAndInterruptsAtItsEnd) {
  write(kI2cControl, kEn | kIen);
  write(kI2cData, kI2cWrite);
  write(kCommand, kWr | kSta);
  EXPECT_EQ(i2c.next_event(), 10 * kBit);
  i2c.advance_to(10 * kBit - 1);
  EXPECT_EQ(status(), kTip);
  EXPECT_FALSE(i2c.interrupt());
  i2c.advance_to(10 * kBit);
  EXPECT_EQ(status(), kIf | kBusy);
  EXPECT_TRUE(i2c.interrupt());
  write(kCommand, kIack);
  EXPECT_EQ(status(), kBusy);
  EXPECT_FALSE(i2c.interrupt());
  write(kPrescaleLow, 3);
  write(kPrescaleHigh, 1);
  write(kCommand, kSto);
  EXPECT_EQ(i2c.next_event(), 10 * kBit + (0x103 + 1) * kBit);
  i2c.advance_to(i2c.next_event());
  EXPECT_EQ(status(), kIf);
}

TEST_F(I2cTest, ACommandDuringAnotherOrWithoutEnableIsIgnored) {
  write(kI2cData, kI2cWrite);
  write(kCommand, kWr | kSta);
  write(kI2cData, 0xff);  // for the next command
  i2c.advance_to(kBit);
  write(kCommand, kSto);
  EXPECT_EQ(i2c.next_event(), 10 * kBit);
  i2c.advance_to(10 * kBit);
  EXPECT_EQ(status(), kIf | kBusy) << "the thermometer has acknowledged its address";
  write(kI2cControl, 0);
  write(kCommand, kSto);
  EXPECT_EQ(i2c.next_event(), kNever);
}

TEST_F(I2cTest, OnlyWhatIsOnTheBusAcknowledges) {
  for (std::uint32_t address = 0; address < 128; ++address) {
    EXPECT_EQ(send(address << 1, kSta), address == 0x48 || address == 0x50) << address;
    command(kSto);
  }
  EXPECT_FALSE(send(7)) << "after STOP";
}

TEST_F(I2cTest, RegistersAreThoseOfTheDataSheet) {
  EXPECT_EQ(read_register(7, 2), (Bytes{0x75, 0xff}));
  EXPECT_EQ(read_register(1, 2), (Bytes{0, 0xff}));
  EXPECT_EQ(read_register(5, 1), (Bytes{0xff}));
  EXPECT_TRUE(send(kI2cWrite, kSta) && send(1) && send(1, kSto));
  EXPECT_EQ(read_register(1, 1), (Bytes{1}));
  EXPECT_TRUE(send(kI2cWrite, kSta) && send(0));
  EXPECT_FALSE(send(1)) << "TEMPERATURE cannot be written";
}

TEST_F(I2cTest, EachTransferConvertsOnce) {
  i2c.feed({1, 2, 3, 4, 5, 6});
  EXPECT_EQ(read_register(0, 1), (Bytes{1})) << "its other byte is lost";
  EXPECT_EQ(i2c.arrived(), 2U);
  EXPECT_EQ(read_register(0, 4), (Bytes{3, 4, 0xff, 0xff}));
  EXPECT_TRUE(send(kI2cWrite, kSta) && send(1) && send(1, kSto));
  EXPECT_EQ(read_register(0, 2), (Bytes{3, 4})) << "shut down";
  EXPECT_TRUE(send(kI2cWrite, kSta) && send(1) && send(0, kSto));
  EXPECT_EQ(read_register(0, 2), (Bytes{5, 6}));
  EXPECT_EQ(read_register(0, 2), (Bytes{5, 6})) << "there are no more";
}

TEST_F(I2cTest, AByteThatDoesNotComeStays) {
  i2c.feed({1, 2, 3});
  EXPECT_EQ(read_register(0, 2), (Bytes{1, 2}));
  EXPECT_EQ(read_register(0, 2), (Bytes{3, 2}));
  EXPECT_EQ(i2c.arrived(), 3U);
}

TEST_F(I2cTest, SeesAnEveningIfNobodyFeedsIt) {
  for (int i = 0; i < 40; ++i) {
    const int eighths = 24 - i % 17 * 4;
    const Bytes bytes = read_register(0, 2);
    EXPECT_EQ(static_cast<std::int16_t>(bytes[0].bits << 8 | bytes[1].bits), eighths * 32) << i;
  }
}

TEST_F(I2cTest, PassesSymbolsOnAndKnowsUntilWhen) {
  i2c.feed({symbol(0), symbol(1), 2, 3});
  EXPECT_TRUE(i2c.holds_symbols());
  EXPECT_EQ(read_register(0, 2), (Bytes{symbol(0), symbol(1)}));
  EXPECT_TRUE(i2c.holds_symbols()) << "RECEIVE still has it";
  EXPECT_EQ(read_register(0, 2), (Bytes{2, 3}));
  EXPECT_FALSE(i2c.holds_symbols());
}

TEST_F(I2cTest, DiffersIfAnythingButThePassedTimeDiffers) {
  i2c.feed({symbol(0), symbol(1), symbol(2), 3});
  I2c other = i2c;
  other.advance_to(kBit);
  EXPECT_TRUE(i2c.same_but_for_time(other));
  read_register(0, 2);
  EXPECT_FALSE(i2c.same_but_for_time(other));
  other = i2c;
  read_register(0, 1);
  EXPECT_FALSE(i2c.same_but_for_time(other));
}

TEST_F(I2cTest, RefusesAccessesThatItsTableDoesNotHave) {
  for (const unsigned size : {1U, 2U}) {
    EXPECT_FALSE(i2c.read(kCommand, size));
    EXPECT_FALSE(i2c.write(kCommand, size, 0));
  }
  EXPECT_FALSE(i2c.read(0x14, 4));
  EXPECT_FALSE(i2c.write(0x14, 4, 0));
}

TEST_F(I2cTest, IsShownWithTheThermometer) {
  read_register(7, 1);
  const std::string text = describe(i2c);
  for (const char* line : {"CONTROL      0x00000080  EN\n", "RECEIVE      0x00000075  BYTE=117\n",
                           "STATUS       0x00000001  IF\n", "thermometer: register 7\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
  }
}

}  // namespace
}  // namespace janus::devices
