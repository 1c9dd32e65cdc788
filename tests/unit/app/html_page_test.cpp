// Parts of the report that need no exploration.
#include "app/html_page.h"

#include <gtest/gtest.h>

#include "app/source_coverage.h"
#include "testing/firmware.h"

namespace janus::app {
namespace {

TEST(InputsInShort, AreAllIfTheyAreFewAndElseTheFirstAndTheLast) {
  const auto image = support::FirmwareImage::load(testing::firmware_path("hello"));
  const support::DebugInfo debug(image);
  const std::map<std::string, observe::CoveredFile> coverage;
  const HtmlPage page(debug, coverage);
  engine::TestCase test_case;
  const auto add = [&](int count) {
    for (int i = 0; i < count; ++i)
      test_case.inputs.push_back({.name = fmt::format("in{}", test_case.inputs.size()), .address = {}, .bytes = {7}});
  };
  add(16);
  const std::string few = page.inputs_in_short(test_case);
  for (int i = 0; i < 16; ++i) EXPECT_NE(few.find(fmt::format("in{} = ", i)), std::string::npos) << few;
  EXPECT_EQ(few.find("more"), std::string::npos);
  add(4);
  const std::string many = page.inputs_in_short(test_case);
  EXPECT_NE(many.find("4 more inputs"), std::string::npos) << many;
  EXPECT_NE(many.find("in7 = "), std::string::npos);
  EXPECT_EQ(many.find("in8 = "), std::string::npos);
  EXPECT_NE(many.find("in19 = "), std::string::npos);
}

// Reports of progress are some time apart: the last of them is not the end.
TEST(Curves, EndWhereTheExplorationEnds) {
  ProgressHistory history;
  for (unsigned i = 1; i <= 1000; ++i) {
    engine::Progress now{};
    now.seconds = i;
    now.waiting = 9;
    history.add(now);
  }
  engine::ExplorationResult result;
  result.seconds = 1000.5;
  result.paths = 2349;
  history.end(result);
  EXPECT_EQ(history.points().back().seconds, 1000.5);
  EXPECT_EQ(history.points().back().paths, 2349U);
  EXPECT_EQ(history.points().back().waiting, 0U);
}

// A state in front of a branch that goes where others have gone waits for nothing that was not explored.
TEST(WaitingStates, WaitForTheSideToWhichTheyGo) {
  const auto image = support::FirmwareImage::load(testing::firmware_path("hello"));
  const support::DebugInfo debug(image);
  const std::map<std::string, observe::CoveredFile> coverage;
  const program::ExecutionCounts counts;
  const std::map<std::uint32_t, std::uint64_t> forks;
  const ReachedBy reached;
  constexpr std::uint32_t kKnown = 0x100, kUnknown = 0x200, kNobody = 0x300;
  const SourceCoverage source{.debug = debug,
                              .counts = counts,
                              .coverage = coverage,
                              .executed = coverage,
                              .executed_counts = counts,
                              .forks = forks,
                              .reached_by = reached,
                              .who = "the exploration",
                              .waiting = {{kKnown, 3}, {kUnknown, 2}},
                              .waiting_sides = {{kKnown, {.go_on = 2, .jump = 1}}},
                              .failing = {},
                              .failing_at = {},
                              .failing_calls = {},
                              .is_complete = false};
  EXPECT_EQ(source.waiting_for(kKnown, true), 1U);
  EXPECT_EQ(source.waiting_for(kKnown, false), 2U);
  EXPECT_EQ(source.waiting_for(kUnknown, true), 2U) << "perhaps";
  EXPECT_EQ(source.waiting_for(kUnknown, false), 2U);
  EXPECT_EQ(source.waiting_for(kNobody, true), 0U);
}

// What is in several functions is told from the inside.
TEST(Places, HaveTheirLine) {
  const auto image = support::FirmwareImage::load(testing::firmware_path("hello"));
  const support::DebugInfo debug(image);
  const auto main = image.symbol("main");
  ASSERT_TRUE(main);
  EXPECT_EQ(debug.functions_at(*main), std::vector<std::string>{"main"});
  EXPECT_EQ(debug.functions_at(0x10), std::vector<std::string>{});
}

}  // namespace
}  // namespace janus::app
