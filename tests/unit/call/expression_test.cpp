// The language of --assert and --link: the precedence of C, and one line about what is no expression.
#include "call/expression.h"

#include <gtest/gtest.h>

namespace janus::call {
namespace {

std::string in_c(std::string_view text) {
  std::string why;
  const auto expression = parse_expression(text, why);
  return expression ? in_c(*expression) : why;
}

TEST(Expressions, HaveThePrecedenceOfC) {
  EXPECT_EQ(in_c("return >= -1"), "(janus_result >= (-1))");
  EXPECT_EQ(in_c("a + b * c - d"), "((a + (b * c)) - d)");
  EXPECT_EQ(in_c("a - b - c"), "((a - b) - c)");
  EXPECT_EQ(in_c("a || b && c | d ^ e & f == g < h << i + j * k"),
            "(a || (b && (c | (d ^ (e & (f == (g < (h << (i + (j * k))))))))))");
  EXPECT_EQ(in_c("!a&&~b>>1!=0x10"), "((!a) && (((~b) >> 1) != 16))");
  EXPECT_EQ(in_c("( (a) )"), "a");
  EXPECT_EQ(in_c("- - 3"), "(-(-3))");
  EXPECT_EQ(in_c("a<b==c>d"), "((a < b) == (c > d))");
  EXPECT_EQ(in_c("a % 2 / 3"), "((a % 2) / 3)");
}

TEST(Expressions, NameWhatPointersPointTo) {
  EXPECT_EQ(in_c("size(packet) > used"), "(janus_size_of_packet > used)");
  EXPECT_EQ(in_c("size > 3"), "(size > 3)") << "a name like others";
  EXPECT_EQ(in_c("*where == 5"), "((*where) == 5)");
  EXPECT_EQ(in_c("ring->bytes[ring->head - 1] == 'x'"), "(ring->bytes[(ring->head - 1)] == 120)");
  EXPECT_EQ(in_c("pair.second == returned"), "(pair.second == returned)");
}

TEST(Expressions, SayWhatIsWrong) {
  EXPECT_EQ(in_c(""), "the expression ends too early");
  EXPECT_EQ(in_c("a +"), "the expression ends too early");
  EXPECT_EQ(in_c("a b"), "'b' is not expected");
  EXPECT_EQ(in_c("a = 3"), "'= 3' is not expected");
  EXPECT_EQ(in_c("(a + 1"), "the expression ends too early");
  EXPECT_EQ(in_c("(a + 1]"), "']' stands where a ')' is expected");
  EXPECT_EQ(in_c("a[1)"), "')' stands where a ']' is expected");
  EXPECT_EQ(in_c("4294967296"), "'4294967296' is no number of 32 bits");
  EXPECT_EQ(in_c("3u"), "'u' stands in a number");
  EXPECT_EQ(in_c("'ab'"), "'ab'' is no character");
  EXPECT_EQ(in_c("size(3)"), "'3)' is no name");
  EXPECT_EQ(in_c(std::string(100'000, '(')), "the expression is nested too deeply");
  EXPECT_EQ(in_c(std::string(100'000, '-')), "the expression is nested too deeply");
}

}  // namespace
}  // namespace janus::call
