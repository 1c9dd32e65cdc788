// The CRC-32 accelerator against the check values of the algorithm.
#include "devices/crc.h"

#include <gtest/gtest.h>

namespace janus::devices {
namespace {

enum : std::uint32_t { kCrcCtrl = 0x00, kCrcData = 0x04, kCrcByte = 0x08, kCrcResult = 0x0c };

TEST(Crc, HasTheCheckValueByBytesAndByWords) {
  Crc crc;
  EXPECT_EQ(crc.read(kCrcResult, 4), 0U) << "of no bytes";
  for (const char c : std::string_view("123456789")) EXPECT_TRUE(crc.write(kCrcByte, 4, static_cast<unsigned char>(c)));
  EXPECT_EQ(crc.read(kCrcResult, 4), 0xcbf43926U);
  EXPECT_TRUE(crc.write(kCrcCtrl, 4, 0));
  EXPECT_EQ(crc.read(kCrcResult, 4), 0xcbf43926U) << "only a one clears";
  EXPECT_TRUE(crc.write(kCrcCtrl, 4, 1));
  EXPECT_EQ(crc.read(kCrcResult, 4), 0U);
  for (const std::uint32_t word : {0x3433'3231U, 0x3837'3635U}) EXPECT_TRUE(crc.write(kCrcData, 4, word));
  EXPECT_TRUE(crc.write(kCrcByte, 4, 0x139)) << "the upper bits do not count";
  EXPECT_EQ(crc.read(kCrcResult, 4), 0xcbf43926U);
}

TEST(Crc, DiffersByWhatWasAdded) {
  Crc one, other;
  EXPECT_TRUE(one.same_but_for_time(other));
  one.write(kCrcByte, 4, 0);
  EXPECT_FALSE(one.same_but_for_time(other));
}

TEST(Crc, RefusesAccessesThatItsTableDoesNotHave) {
  Crc crc;
  EXPECT_FALSE(crc.read(kCrcData, 4));
  EXPECT_FALSE(crc.write(kCrcResult, 4, 0));
  EXPECT_FALSE(crc.write(kCrcByte, 1, 0));
}

}  // namespace
}  // namespace janus::devices
