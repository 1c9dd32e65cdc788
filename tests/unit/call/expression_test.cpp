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

TEST(Expressions, HaveNumbersCastsAndChoicesAsInC) {
  EXPECT_EQ(in_c("017 + 0b101 + 0xFfu + 4294967296 - 2147483648"),
            "((((15 + 5) + 255u) + 4294967296ll) - 2147483648ll)");
  EXPECT_EQ(in_c("0x80000000 | 1ull | 7L"), "((2147483648u | 1ull) | 7)");
  EXPECT_EQ(in_c("'\\n' + '\\0' + '\\x7f' + '\\\\' + '\\''"), "((((10 + 0) + 127) + 92) + 39)");
  EXPECT_EQ(in_c("true + false == NULL"), "((1 + 0) == 0)");
  EXPECT_EQ(in_c("(uint8_t)a + (unsigned long)-b"), "(((uint8_t)a) + ((unsigned long)(-b)))");
  EXPECT_EQ(in_c("(a) - 1 + (int_of)(b)"), "'(b)' is not expected");
  EXPECT_EQ(in_c("a || b ? c : d ? e : f"), "((a || b) ? c : (d ? e : f))");
  EXPECT_EQ(in_c("a[b ? 1 : 2] + &p[3] - &x"), "((a[(b ? 1 : 2)] + (&p[3])) - (&x))");
}

TEST(Expressions, SayWhatIsWrong) {
  EXPECT_EQ(in_c(""), "the expression ends too early");
  EXPECT_EQ(in_c("a +"), "the expression ends too early");
  EXPECT_EQ(in_c("a b"), "'b' is not expected");
  EXPECT_EQ(in_c("a = 3"), "'= 3' is not expected");
  EXPECT_EQ(in_c("(a + 1"), "the expression ends too early");
  EXPECT_EQ(in_c("(a + 1]"), "']' stands where a ')' is expected");
  EXPECT_EQ(in_c("a[1)"), "')' stands where a ']' is expected");
  EXPECT_EQ(in_c("18446744073709551616"), "'184467440737' is no number of 64 bits");
  EXPECT_EQ(in_c("3uu"), "'u' stands in a number");
  EXPECT_EQ(in_c("08"), "'8' stands in a number");
  EXPECT_EQ(in_c("0b2"), "'2' is no number of 64 bits");
  EXPECT_EQ(in_c("'\\400'"), "'\\400'' is no character");
  EXPECT_EQ(in_c("'"), "the expression ends too early");
  EXPECT_EQ(in_c("a ? b"), "the expression ends too early");
  EXPECT_EQ(in_c("a ? b, c"), "', c' stands where a ':' is expected");
  EXPECT_EQ(in_c("(char *)a"), "')a' is no cast to an integer type");
  EXPECT_EQ(in_c("(int long char)a"), "'long char)a' stands where a ')' is expected");
  EXPECT_EQ(in_c("'ab'"), "'ab'' is no character");
  EXPECT_EQ(in_c("size(3)"), "'3)' is no name");
  EXPECT_EQ(in_c(std::string(100'000, '(')), "the expression is nested too deeply");
  EXPECT_EQ(in_c(std::string(100'000, '-')), "the expression is nested too deeply");
}

}  // namespace
}  // namespace janus::call
