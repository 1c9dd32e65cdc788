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
  EXPECT_EQ(variables_of_line("while (n < sizeof text + sizeof(int*) * m)"), (Names{"n", "m"}));
  EXPECT_EQ(variables_of_line("riscv_assert(a["), (Names{"a"}));
}

TEST(VariablesOfLine, AreInBracketsWhateverIsComputedThere) {
  EXPECT_EQ(variables_of_line("int high = nibble(line[1 + 2 * i]);"), (Names{"high", "i", "line[1 + 2 * i]"}));
  EXPECT_EQ(variables_of_line("x = line[1 + 2 * i];"), (Names{"x", "i", "line[1 + 2 * i]"}));
}

TEST(AllVariablesOfLine, BeginWithThoseOfTheCondition) {
  EXPECT_EQ(all_variables_of_line("if (place > 0) riscv_assert(other == old);"), (Names{"other", "old", "place"}));
}

}  // namespace
}  // namespace janus::app
