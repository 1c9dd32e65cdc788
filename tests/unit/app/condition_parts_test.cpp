// What a condition of the source says with values, where the answer is known.
#include "app/condition_parts.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace janus::app {
namespace {

using KnownNumbers = std::map<std::string, ConditionNumber>;

std::optional<ConditionReading> reading_of(const std::string& condition, const KnownNumbers& names = {}) {
  return read_condition(condition, [&](const std::string& name) {
    const auto found = names.find(name);
    return found == names.end() ? std::nullopt : std::optional(found->second);
  });
}

TEST(ReadCondition, TellsEachPartWithItsValues) {
  const KnownNumbers names{
      {"can.state", {0, false, "ACTIVE"}}, {"BUS_OFF", {2, true, "BUS_OFF"}}, {"errors", {256, false}}};
  const auto reading = reading_of("(can.state == BUS_OFF) == (errors > 255)", names);
  ASSERT_TRUE(reading);
  ASSERT_EQ(reading->parts.size(), 3U);
  EXPECT_EQ(reading->parts[0].source, "can.state == BUS_OFF");
  EXPECT_EQ(reading->parts[0].values, "ACTIVE == BUS_OFF");
  EXPECT_FALSE(reading->parts[0].holds);
  EXPECT_EQ(reading->parts[1].values, "256 > 255");
  EXPECT_TRUE(reading->parts[1].holds);
  EXPECT_EQ(reading->parts[2].values, "false == true");
  EXPECT_FALSE(reading->holds);
}

TEST(ReadCondition, HasTheOperandsOfTheSource) {
  const auto reading = reading_of("1 + n <= f->dlc", {{"n", {2, false}}, {"f->dlc", {2, true}}});
  ASSERT_TRUE(reading);
  EXPECT_EQ(reading->parts.back().values, "3 <= 2");
  EXPECT_FALSE(reading->holds);
}

// Of the same numbers as the host computes them, in C's precedence and with C's conversions.
TEST(ReadCondition, ComputesAsCDoes) {
  const std::int32_t a = -3, b = 7;
  const std::uint32_t u = 4'000'000'000U;
  const KnownNumbers names{{"a", {static_cast<std::uint32_t>(a), true}}, {"b", {7, true}}, {"u", {u, false}}};
#define JANUS_SAME(condition)                                              \
  do {                                                                     \
    const auto reading = reading_of(#condition, names);                    \
    ASSERT_TRUE(reading) << #condition;                                    \
    EXPECT_EQ(reading->holds, static_cast<bool>(condition)) << #condition; \
  } while (false)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wparentheses"
  JANUS_SAME(a < b);
  JANUS_SAME(a < u);
  JANUS_SAME(u > b);
  JANUS_SAME(a + b * 2 == 11);
  JANUS_SAME((a + b) * 2 == 8);
  JANUS_SAME(a >> 1 == -2);
  JANUS_SAME(u >> 31 == 1);
  JANUS_SAME(a / 2 == -1 && a % 2 == -1);
  JANUS_SAME(b & 3 == 3);
  JANUS_SAME((b & 3) == 3);
  JANUS_SAME(!(a == b) && (b ^ 1) == 6 || a == 0);
  JANUS_SAME(a == 0 || !b);
  JANUS_SAME(b - 8 < 0u);
  JANUS_SAME(-a > 2 && ~b == -8);
  JANUS_SAME((b << 29) < 0 || b == 0x7);
#pragma GCC diagnostic pop
#undef JANUS_SAME
}

TEST(ReadCondition, LeavesOutWhatCDoesNotEvaluate) {
  const auto reading = reading_of("p && p->next", {{"p", {0, false, "NULL"}}});
  ASSERT_TRUE(reading) << "p->next has no value, and needs none";
  EXPECT_FALSE(reading->holds);
  ASSERT_EQ(reading->parts.size(), 2U);
  EXPECT_EQ(reading->parts[0].source, "p");
  EXPECT_EQ(reading->parts[0].values, "NULL");
  EXPECT_EQ(reading->parts[1].source, "p && p->next");
}

TEST(ReadCondition, KnowsNothingRatherThanAGuess) {
  const KnownNumbers names{{"a", {1, true}}, {"b", {0, true}}};
  for (const char* condition : {"c == 1", "f(a)", "a = b", "a++", "a == 1 ? b : a", "a ==", "(a", "a / b", "a << 32",
                                "a == 'x'", "1ull == a", "\"t\"", "", "a -> b", "a[1", "(long)a == 1"})
    EXPECT_FALSE(reading_of(condition, names)) << condition;
}

}  // namespace
}  // namespace janus::app
