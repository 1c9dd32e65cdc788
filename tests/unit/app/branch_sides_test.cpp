// Which comparison of the source a branch makes, by its number.
#include "app/branch_sides.h"

#include <gtest/gtest.h>

namespace janus::app {
namespace {

TEST(ComparisonWith, FindsTheOneWithTheNumber) {
  EXPECT_EQ(comparison_with("c == 0 || c == '\\n'", 10), "c == '\\n'");
  EXPECT_EQ(comparison_with("(at < 8 && text[at] != 0x20)", 32), "text[at] != 0x20");
  EXPECT_EQ(comparison_with("a == 10u", 10), "a == 10u");
}

TEST(ComparisonWith, FindsNothingThatIsNotCertain) {
  EXPECT_EQ(comparison_with("c == 10 || d == 10", 10), std::nullopt);
  EXPECT_EQ(comparison_with("c == 11", 10), std::nullopt);
  EXPECT_EQ(comparison_with("f(c) == 10", 10), std::nullopt) << "its result may be compiled into the comparison";
  EXPECT_EQ(comparison_with("!(c == 10)", 10), std::nullopt);
  EXPECT_EQ(comparison_with("!(c == 10 || d)", 10), std::nullopt);
  EXPECT_EQ(comparison_with("c == 0", 0), std::nullopt) << "the truth of anything is a comparison with 0";
  EXPECT_EQ(comparison_with("a ? b == 10 : c", 10), std::nullopt);
  EXPECT_EQ(comparison_with("c <= 10", 10), std::nullopt);
  EXPECT_EQ(comparison_with("", 10), std::nullopt);
}

}  // namespace
}  // namespace janus::app
