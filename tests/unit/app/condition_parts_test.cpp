// What a condition of the source says with values, where the answer is known.
#include "app/condition_parts.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/mixed_statements.h"

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

TEST(ReadCondition, CountsElementsOfPointers) {
  const ConditionNumber words{.bits = 0x80000010, .is_signed = false, .text = "&words[4]", .pointee = 4};
  const ConditionNumber end{.bits = 0x80000020, .is_signed = false, .text = "&words[8]", .pointee = 4};
  const KnownNumbers names{{"at", words}, {"end", end}, {"n", {5, true}}};
  const auto moved = reading_of("at + n > end", names);
  ASSERT_TRUE(moved);
  EXPECT_EQ(moved->parts.back().values, "0x80000024 > &words[8]");
  EXPECT_TRUE(moved->holds);
  const auto difference = reading_of("end - at < n", names);
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->parts.back().values, "4 < 5");
  EXPECT_TRUE(reading_of("at - end < 0", names)->holds) << "a difference has a sign";
  EXPECT_FALSE(reading_of("(at & 3) == 0", names)) << "C does not know it";
}

TEST(ReadCondition, GivesNamesTheirValues) {
  const auto reading = reading_of("sp == STACK", {{"sp", {0, true}}, {"STACK", {6, true, {}, true}}});
  ASSERT_TRUE(reading);
  using Named = std::vector<std::pair<std::string, std::string>>;
  EXPECT_EQ(reading->parts.back().named, (Named{{"sp", "0"}, {"STACK", "6"}}));
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

// A branch stands for a comparison of the source if it has compared these words, and came out like it.
TEST(ComparesTheSame, OnlyTheWordsThatWereCompared) {
  using isa::Opcode;
  const auto part = [](const std::string& condition, std::uint32_t a, std::uint32_t b, bool is_signed = true) {
    return reading_of(condition, {{"a", {a, is_signed}}, {"b", {b, is_signed}}})->parts.front();
  };
  EXPECT_TRUE(compares_the_same(part("a == b", 6, 7), {Opcode::bne, 6, 7}));
  EXPECT_TRUE(compares_the_same(part("a == b", 6, 7), {Opcode::bne, 7, 6}));
  EXPECT_FALSE(compares_the_same(part("a == b", 6, 7), {Opcode::beq, 7, 7})) << "another element";
  EXPECT_FALSE(compares_the_same(part("a == b", 6, 7), {Opcode::bne, 5, 7}));
  EXPECT_FALSE(compares_the_same(part("a < b", 6, 7), {Opcode::bge, 7, 7}));
  EXPECT_TRUE(compares_the_same(part("a <= 63", 63, 0), {Opcode::blt, 63, 64})) << "a constant, as compilers shift it";
  EXPECT_FALSE(compares_the_same(part("a <= b", 63, 63), {Opcode::blt, 63, 64})) << "a variable has its value";
  EXPECT_TRUE(compares_the_same(part("a > 0", 0, 0, false), {Opcode::beq, 0, 0}));
  EXPECT_FALSE(compares_the_same(part("a < b", ~0U, 1), {Opcode::bgeu, ~0U, 1})) << "with a sign, -1 is less";
  EXPECT_TRUE(compares_the_same(part("a", 3, 0), {Opcode::bne, 3, 0}));
}

// By C: each of the six signs, on all pairs near to each other and to the ends, against every branch that decides it.
TEST(ComparesTheSame, NeverTellsAnotherTruth) {
  using isa::Opcode;
  const std::uint32_t words[] = {0, 1, 2, 3, 0x7ffffffe, 0x7fffffff, 0x80000000, 0x80000001, ~1U, ~0U};
  unsigned same = 0;
  for (const char* sign : {"==", "!=", "<", "<=", ">", ">="}) {
    for (const std::uint32_t a : words) {
      for (const std::uint32_t b : words) {
        const auto part =
            reading_of(std::string("a ") + sign + " b", {{"a", {a, true}}, {"b", {b, true}}})->parts.front();
        for (const std::uint32_t left : words) {
          for (const std::uint32_t right : words) {
            const bool less = static_cast<std::int32_t>(left) < static_cast<std::int32_t>(right);
            for (const Opcode held : {less ? Opcode::blt : Opcode::bge, left < right ? Opcode::bltu : Opcode::bgeu,
                                      left == right ? Opcode::beq : Opcode::bne}) {
              if (!compares_the_same(part, {held, left, right})) continue;
              ++same;
              EXPECT_TRUE((left == a && right == b) || (left == b && right == a)) << part.values;
            }
          }
        }
      }
    }
  }
  EXPECT_GT(same, 0U);
}

TEST(MixedStatements, KnowWhichVariablesALineChanges) {
  using Names = std::set<std::string>;
  EXPECT_EQ(changed_by("for (int i = 0; i < n; i++)"), (Names{"i"}));
  EXPECT_EQ(changed_by("if (a[i] == b && c <= d) return &a[i];"), Names{});
  EXPECT_EQ(changed_by("p->count[k + 1] += 2; --left;"), (Names{"p", "left"}));
  EXPECT_TRUE(names_one_of("cache[i].block == block", {"i"}));
  EXPECT_FALSE(names_one_of("index == block", {"i"}));
  EXPECT_EQ(names_in_brackets("cache[i + k].rank[0] < n"), (Names{"i", "k"}));
}

}  // namespace
}  // namespace janus::app
