// The test finisher: the codes that end a run.
#include "devices/test_finisher.h"

#include <gtest/gtest.h>

namespace janus::devices {
namespace {

std::optional<std::uint32_t> exit_code_after(std::uint32_t value, std::uint32_t offset = 0, unsigned size = 4) {
  TestFinisher finisher;
  EXPECT_FALSE(finisher.exit_code().has_value());
  finisher.write(offset, size, value);
  return finisher.exit_code();
}

TEST(TestFinisher, PassAndResetEndWithZero) {
  EXPECT_EQ(exit_code_after(0x5555), 0U);
  EXPECT_EQ(exit_code_after(0x7777), 0U);
  EXPECT_EQ(exit_code_after(0x5555, 0, 2), 0U);
}

TEST(TestFinisher, FailEndsWithItsCodeWhichIsNeverZero) {
  EXPECT_EQ(exit_code_after(7U << 16 | 0x3333), 7U);
  EXPECT_EQ(exit_code_after(0xffffU << 16 | 0x3333), 0xffffU);
  EXPECT_EQ(exit_code_after(0x3333), 1U);
}

TEST(TestFinisher, OtherValuesAndPlacesEndNothing) {
  EXPECT_FALSE(exit_code_after(0).has_value());
  EXPECT_FALSE(exit_code_after(0x1234).has_value());
  EXPECT_FALSE(exit_code_after(0x5555, 4).has_value());
  EXPECT_FALSE(exit_code_after(0x55, 0, 1).has_value());
}

TEST(TestFinisher, CopiesAreIndependent) {
  TestFinisher original;
  TestFinisher copy = original;
  copy.write(0, 4, 0x5555);
  EXPECT_FALSE(original.exit_code().has_value());
}

}  // namespace
}  // namespace janus::devices
