// The sensor against its data sheet (sensor.h), and its value semantics.
#include "devices/sensor.h"

#include <gtest/gtest.h>

#include "devices/data_sheet.h"

namespace janus::devices {
namespace {

enum : std::uint32_t {
  kSensorCtrl = 0x00,
  kSensorStatus = 0x04,
  kSensorEvents = 0x08,
  kSensorPeriod = 0x0c,
  kSensorWatermark = 0x10,
  kSensorSample = 0x14
};
constexpr std::uint32_t kSensorEnable = 1, kSensorIrq = 2, kSensorClear = 4, kSensorReady = 0x100, kSensorFull = 0x200,
                        kSensorOverflow = 1;
constexpr Picoseconds kMicrosecond = 1'000'000;

class SensorTest : public ::testing::Test {
 protected:
  std::uint32_t read(std::uint32_t offset) {
    const auto value = sensor.read(offset, 4);
    EXPECT_TRUE(value && !value->symbol);
    return value.value_or(Datum()).bits;
  }
  void write(std::uint32_t offset, std::uint32_t value) { EXPECT_TRUE(sensor.write(offset, 4, value)); }
  void advance(std::uint32_t microseconds) { sensor.advance_to(now += microseconds * kMicrosecond); }
  // A term of the symbolic machine: only its address counts.
  Datum symbol(int i) { return Datum(static_cast<const void*>(&terms[i])); }

  Sensor sensor;
  Picoseconds now = 0;
  char terms[8] = {};
};

TEST_F(SensorTest, TakesASampleEveryPeriodOfARampIfNobodyFeedsIt) {
  EXPECT_EQ(sensor.next_event(), kNever);
  write(kSensorCtrl, kSensorEnable);
  EXPECT_EQ(sensor.next_event(), 10 * kMicrosecond);
  advance(9);
  EXPECT_EQ(read(kSensorStatus), 0U);
  advance(1);
  EXPECT_EQ(read(kSensorStatus), 1 | kSensorReady);
  advance(20);
  EXPECT_EQ(sensor.next_event(), 40 * kMicrosecond);
  EXPECT_EQ(read(kSensorStatus), 3 | kSensorReady);
  for (const std::uint32_t expected : {0U, 64U, 128U, 0U}) EXPECT_EQ(read(kSensorSample), expected);
  EXPECT_EQ(read(kSensorStatus), 0U);
  write(kSensorCtrl, 0);
  EXPECT_EQ(sensor.next_event(), kNever);
}

TEST_F(SensorTest, TheRampBeginsAgainAfterTwelveBits) {
  write(kSensorPeriod, 0);  // as 1
  write(kSensorCtrl, kSensorEnable);
  for (std::uint32_t i = 0; i < 70; ++i) {
    advance(1);
    EXPECT_EQ(read(kSensorSample), 64 * i % 4096);
  }
}

TEST_F(SensorTest, LosesSamplesOnceTheFifoIsFull) {
  sensor.feed({1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
  write(kSensorCtrl, kSensorEnable);
  advance(80);
  EXPECT_EQ(read(kSensorStatus), 8 | kSensorReady | kSensorFull);
  EXPECT_EQ(read(kSensorEvents), 0U);
  advance(10);
  EXPECT_EQ(read(kSensorEvents), kSensorOverflow);
  write(kSensorEvents, 0);
  EXPECT_EQ(read(kSensorEvents), kSensorOverflow) << "only ones clear";
  write(kSensorEvents, kSensorOverflow);
  EXPECT_EQ(read(kSensorEvents), 0U);
  EXPECT_EQ(read(kSensorSample), 1U);
  advance(10);
  for (const std::uint32_t expected : {2U, 3U, 4U, 5U, 6U, 7U, 8U, 10U, 0U}) EXPECT_EQ(read(kSensorSample), expected);
  EXPECT_EQ(sensor.next_event(), kNever) << "there are no more";
}

TEST_F(SensorTest, InterruptsAtTheWatermarkAndWhenASampleWasLost) {
  write(kSensorWatermark, 2);
  write(kSensorCtrl, kSensorEnable | kSensorIrq);
  advance(10);
  EXPECT_FALSE(sensor.interrupt());
  advance(10);
  EXPECT_TRUE(sensor.interrupt());
  read(kSensorSample);
  EXPECT_FALSE(sensor.interrupt());
  write(kSensorWatermark, 15);
  advance(80);
  EXPECT_TRUE(sensor.interrupt()) << "overflow";
  write(kSensorEvents, kSensorOverflow);
  EXPECT_FALSE(sensor.interrupt());
  write(kSensorWatermark, 0);
  EXPECT_TRUE(sensor.interrupt());
  write(kSensorCtrl, kSensorEnable | kSensorIrq | kSensorClear);
  EXPECT_EQ(read(kSensorCtrl), kSensorEnable | kSensorIrq);
  EXPECT_FALSE(sensor.interrupt()) << "an empty FIFO has nothing to read";
}

TEST_F(SensorTest, RefusesAccessesThatItsTableDoesNotHave) {
  for (const std::uint32_t offset : {0x18U, 0xffcU, 1U, 2U}) {
    EXPECT_FALSE(sensor.read(offset, 4)) << offset;
    EXPECT_FALSE(sensor.write(offset, 4, 0)) << offset;
  }
  EXPECT_FALSE(sensor.read(kSensorStatus, 1));
  EXPECT_FALSE(sensor.read(kSensorStatus, 2));
  EXPECT_FALSE(sensor.write(kSensorStatus, 4, 0)) << "read only";
  EXPECT_FALSE(sensor.write(kSensorSample, 4, 0));
}

TEST_F(SensorTest, PassesSymbolsOnInOrderAndKnowsThatTheyWillCome) {
  EXPECT_FALSE(sensor.holds_symbols());
  sensor.feed({symbol(0), symbol(1)});
  EXPECT_TRUE(sensor.holds_symbols()) << "they may come with time";
  write(kSensorCtrl, kSensorEnable);
  advance(20);
  EXPECT_EQ(sensor.read(kSensorSample, 4), symbol(0));
  EXPECT_TRUE(sensor.holds_symbols());
  EXPECT_EQ(sensor.read(kSensorSample, 4), symbol(1));
  EXPECT_FALSE(sensor.holds_symbols());
}

TEST_F(SensorTest, DiffersIfAnythingButThePassedTimeDiffers) {
  sensor.feed({symbol(0), symbol(1), 5});
  write(kSensorCtrl, kSensorEnable);
  Sensor other = sensor;
  EXPECT_TRUE(sensor.same_but_for_time(other));
  other.advance_to(9 * kMicrosecond);
  EXPECT_TRUE(sensor.same_but_for_time(other));
  other.advance_to(10 * kMicrosecond);
  EXPECT_FALSE(sensor.same_but_for_time(other)) << "it has a sample";
  advance(10);
  EXPECT_TRUE(sensor.same_but_for_time(other));
  other.read(kSensorSample, 4);
  EXPECT_FALSE(sensor.same_but_for_time(other)) << "it has none any more";
  sensor.read(kSensorSample, 4);
  EXPECT_TRUE(sensor.same_but_for_time(other));
  other.write(kSensorPeriod, 4, 11);
  EXPECT_FALSE(sensor.same_but_for_time(other));
}

TEST_F(SensorTest, DiffersIfOnlyTheSymbolsDifferThatAreInTheFifoOrStillCome) {
  Sensor other = sensor;
  sensor.feed({symbol(0), symbol(1)});
  other.feed({symbol(0), symbol(2)});
  EXPECT_FALSE(sensor.same_but_for_time(other)) << "to come";
  for (Sensor* one : {&sensor, &other}) {
    one->write(kSensorCtrl, 4, kSensorEnable);
    one->advance_to(20 * kMicrosecond);
  }
  EXPECT_FALSE(sensor.same_but_for_time(other)) << "in the FIFO";
  for (Sensor* one : {&sensor, &other}) {
    one->read(kSensorSample, 4);
    one->read(kSensorSample, 4);
  }
  EXPECT_TRUE(sensor.same_but_for_time(other)) << "what was taken counts no more";
}

TEST_F(SensorTest, ASensorThatGetsNothingIsNotOneThatNobodyFeeds) {
  Sensor other = sensor;
  other.feed({});
  EXPECT_FALSE(sensor.same_but_for_time(other));
  other.write(kSensorCtrl, 4, kSensorEnable);
  EXPECT_EQ(other.next_event(), kNever);
}

TEST_F(SensorTest, IsShownByRegistersAndFieldsWithoutEffect) {
  sensor.feed({0x123, symbol(0)});
  write(kSensorCtrl, kSensorEnable | kSensorIrq);
  advance(20);
  const std::string text = describe(sensor);
  for (const char* line : {"CTRL         0x00000003  ENABLE IRQ\n", "STATUS       0x00000102  LEVEL=2 READY\n",
                           "EVENTS       0x00000000\n", "PERIOD       0x0000000a  MICROSECONDS=10\n",
                           "SAMPLE       0x00000123  VALUE=291\n", "interrupt pending\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
  }
  EXPECT_EQ(describe(sensor), text);
  read(kSensorSample);
  EXPECT_NE(describe(sensor).find("SAMPLE       symbolic\n"), std::string::npos);
}

}  // namespace
}  // namespace janus::devices
