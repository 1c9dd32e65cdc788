// Which variables the report names at the end of a path.
#include "app/end_values.h"

#include <gtest/gtest.h>

namespace janus::app {
namespace {

using Names = std::vector<std::string>;

TEST(VariablesOfLine, AreThoseOfTheConditionOfAnAssertion) {
  EXPECT_EQ(variables_of_line("  riscv_assert(modem.rate < RATES);"), (Names{"modem.rate", "RATES"}));
  EXPECT_EQ(variables_of_line("if (ready) assert(used + (left) == 4u); // left"), (Names{"used", "left"}));
}

TEST(VariablesOfLine, HaveMembersAndElementsButNoCalls) {
  EXPECT_EQ(variables_of_line("riscv_assert(held[i] != NULL && f(x->next[2]) > 0x1fu);"),
            (Names{"i", "held[i]", "x->next[2]"}));
}

TEST(VariablesOfLine, AreThoseOfTheWholeLineWithoutAnAssertion) {
  EXPECT_EQ(variables_of_line("if (a == 'b') s.t = \"c d\"; /* e */"), (Names{"a", "s.t"}));
  EXPECT_EQ(variables_of_line(""), Names{});
  EXPECT_EQ(variables_of_line("riscv_assert(a["), (Names{"a"}));
}

}  // namespace
}  // namespace janus::app
