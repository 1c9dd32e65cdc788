// Which comparison of the source a branch makes, by its number.
#include "app/branch_sides.h"

#include <gtest/gtest.h>

namespace janus::app {
namespace {

// What a branch for equality with the number may be.
std::vector<NumberedSign> is(std::int32_t number) { return {{"==", number}, {"!=", number}}; }

TEST(ComparisonWith, FindsOrdersInTheFormOfTheCompiler) {
  EXPECT_EQ(comparison_with("n <= 63 && x->n > 9", equivalents("<", 64)), "n <= 63");
  EXPECT_EQ(comparison_with("n <= 63 && x->n > 9", equivalents(">=", 10)), "x->n > 9");
  EXPECT_EQ(comparison_with("n >> 2 < 8", equivalents("<", 8)), "n >> 2 < 8");
  EXPECT_EQ(comparison_with("n <= 64", equivalents("<", 64)), std::nullopt);
}

TEST(ComparisonWith, FindsTheOneWithTheNumber) {
  EXPECT_EQ(comparison_with("c == 0 || c == '\\n'", is(10)), "c == '\\n'");
  EXPECT_EQ(comparison_with("(at < 8 && text[at] != 0x20)", is(32)), "text[at] != 0x20");
  EXPECT_EQ(comparison_with("a == 10u", is(10)), "a == 10u");
}

TEST(ComparisonWith, FindsNothingThatIsNotCertain) {
  EXPECT_EQ(comparison_with("c == 10 || d == 10", is(10)), std::nullopt);
  EXPECT_EQ(comparison_with("c == 11", is(10)), std::nullopt);
  EXPECT_EQ(comparison_with("f(c) == 10", is(10)), std::nullopt) << "its result may be compiled into the comparison";
  EXPECT_EQ(comparison_with("!(c == 10)", is(10)), std::nullopt);
  EXPECT_EQ(comparison_with("!(c == 10 || d)", is(10)), std::nullopt);
  EXPECT_EQ(comparison_with("a ? b == 10 : c", is(10)), std::nullopt);
  EXPECT_EQ(comparison_with("c <= 10", is(10)), std::nullopt);
  EXPECT_EQ(comparison_with("", is(10)), std::nullopt);
}

}  // namespace
}  // namespace janus::app
