// Paths once more, along their test cases: the same end, and no harm from a test case that is of another path.
#include "engine/explore/retrace.h"

#include <gtest/gtest.h>

#include <set>

#include "engine/explore/explorer.h"
#include "testing/firmware.h"

namespace janus::engine {
namespace {

TEST(Retrace, EndsAsThePathDidAndSurvivesInputsOfAnotherSize) {
  const support::FirmwareImage image = support::FirmwareImage::load(testing::firmware_path("bubble_sort_unsafe_3"));
  ExplorationConfig config;
  const ExplorationResult result = explore(image, config);
  ASSERT_EQ(result.findings.size(), 1U);
  const TestCase& found = result.findings.front().test_case;
  const RetracedPath path = retrace(image, config.hart, found, found.instructions + 1);
  EXPECT_TRUE(path.complete);
  EXPECT_FALSE(path.decisions.empty());

  for (const std::size_t bytes : {0U, 1U, 100U}) {
    TestCase other = found;
    for (TestInput& input : other.inputs) input.bytes.resize(bytes);
    EXPECT_FALSE(retrace(image, config.hart, other, found.instructions + 1).complete);
  }
  TestCase none = found;
  none.inputs.clear();
  EXPECT_FALSE(retrace(image, config.hart, none, found.instructions + 1).complete);
}

TEST(Retrace, SaysWhereIndirectJumpsGo) {
  const support::FirmwareImage image = support::FirmwareImage::load(testing::firmware_path("retraced_jumps"));
  ExplorationConfig config;
  config.hart.hooks = isa::HookRule::Marked;
  ExplorationEvents events;
  std::set<std::string> called;
  events.on_path = [&](std::uint64_t, const TestCase& test_case) {
    for (const InputDecision& decision : retrace(image, config.hart, test_case, test_case.instructions + 1).decisions) {
      if (decision.target) called.insert(image.covering(*decision.target, true)->name);
    }
  };
  explore(image, config, events);
  EXPECT_EQ(called, (std::set<std::string>{"handler_0", "handler_1", "handler_2", "handler_3", "handler_4", "handler_5",
                                           "handler_6", "handler_7"}));
}

}  // namespace
}  // namespace janus::engine
