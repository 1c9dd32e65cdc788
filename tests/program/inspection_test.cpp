// The hooks by which firmware asks about its values and tells what it has reached (docs/hooks.md, codes 6 to 11).
#include <gtest/gtest.h>

#include "program.h"
#include "testing/firmware.h"

namespace janus::testing {
namespace {

const std::vector<Arguments> kInspectedBy{
    {}, {"--plain"}, {"--summarize"}, {"--learn"}, {"--subsume"}, {"--merge", "eager"}, {"--by-value"}};

TEST(Inspection, SaysTheSameWithEveryTechnique) {
  for (const Arguments& how : kInspectedBy) {
    SCOPED_TRACE(how.empty() ? "" : how[0]);
    const Exploration exploration(firmware_path("inspection"), how);
    EXPECT_EQ(last_line(exploration.result().output), "safe") << exploration.result().output;
    EXPECT_NE(exploration.result().output.find("reached: nothing, seven; not reached: a small one\n"),
              std::string::npos)
        << exploration.result().output;
    EXPECT_NE(exploration.result().errors.find("janus: sum = 11 to 510, such as "), std::string::npos);
    EXPECT_NE(exploration.result().errors.find("packet[1]"), std::string::npos) << exploration.result().errors;
    EXPECT_GE(exploration.stats().at("covered").at("seven"), 1);
    EXPECT_EQ(exploration.stats().at("covered").at("a small one"), 0);
  }
}

TEST(Inspection, OfWhetherAWordIsSymbolicIsReplayed) {
  const Exploration exploration(firmware_path("inspection"), {"--plain", "--test-cases", "all"});
  EXPECT_EQ(exploration.cases().size(), 4U);
  expect_replays(exploration);
  const CommandResult replay = janus({"replay", exploration.elf(), exploration.file("path-1.json")});
  EXPECT_EQ(replay.output, "symbolic: 1\n");
  EXPECT_EQ(janus({"run", exploration.elf()}).output, "symbolic: 0\n");
}

TEST(Inspection, ReportsAreFindingsWithTheirMessageAndThePreferredInput) {
  for (const Arguments& how : kInspectedBy) {
    SCOPED_TRACE(how.empty() ? "" : how[0]);
    const Exploration exploration(firmware_path("inspection_report"), how);
    ASSERT_EQ(last_line(exploration.result().output), "unsafe") << exploration.result().output;
    EXPECT_NE(exploration.result().output.find(": seven and two hundred\n"), std::string::npos);
    EXPECT_NE(exploration.result().output.find("packet = 07 c8 41 43 "), std::string::npos)
        << exploration.result().output;
    expect_replays(exploration);
    const CommandResult replay = janus({"replay", exploration.elf(), exploration.file("finding-1.json")});
    EXPECT_NE(replay.errors.find(": seven and two hundred, as explored"), std::string::npos) << replay.errors;
  }
}

TEST(Inspection, OfAValueExcludesTheOthersOpenly) {
  const Exploration exploration(firmware_path("inspection_value"), {"--test-cases", "all"});
  EXPECT_EQ(last_line(exploration.result().output), "unknown");
  EXPECT_EQ(exploration.stats().at("concretizations"), 4);
  EXPECT_NE(exploration.result().output.find("values were concretized"), std::string::npos);
  expect_replays(exploration);
}

TEST(Inspection, DoesNotCallAPlaceUnreachedThatWidenedStatesMayReach) {
  const TemporaryDirectory directory;
  const auto result = janus({"explore", firmware_path("goes_round"), "--revisit", "--coverage", directory.file("c")});
  EXPECT_EQ(last_line(result.output), "safe") << result.output;
  EXPECT_NE(result.output.find("reached: early; not reached, unless by widened states: late\n"), std::string::npos)
      << result.output;
  EXPECT_NE(result.output.find(" widened states executed, which stand for more than happens; may help: --plain\n"),
            std::string::npos)
      << result.output;
}

TEST(Inspection, NamesTheCallsUnderWayOnBothFaces) {
  for (const char* name : {"calls_under_way", "calls_under_way_O0"}) {
    SCOPED_TRACE(name);
    const std::string elf = firmware_path(name);
    for (const Arguments& how : {Arguments{"explore", elf}, {"explore", elf, "--plain"}, {"run", elf, "--seed", "5"}}) {
      const std::string errors = janus(how).errors;
      auto at = errors.find("janus: stack: inner at ");
      for (const char* caller : {"\n  called by outer at ", "\n  called by main at ", "\n  called by _start at "}) {
        ASSERT_NE(at, std::string::npos) << how[0] << errors;
        at = errors.find(caller, at);
      }
      EXPECT_NE(at, std::string::npos) << errors;
    }
  }
}

// riscv_range() calls other hooks: what they execute belongs to the line of the firmware that calls it.
TEST(HooksWithinHooks, AreAtTheLineThatCallsTheOuterOne) {
  const TemporaryDirectory directory;
  janus({"run", firmware_path("inspection"), "--coverage", directory.file("lcov")});
  const std::string coverage = text_of(directory.file("lcov"));
  EXPECT_NE(coverage.find("SF:tests/program/firmware/inspection.c"), std::string::npos) << coverage;
  EXPECT_EQ(coverage.find("janus.h"), std::string::npos) << coverage;
}

}  // namespace
}  // namespace janus::testing
