// Paths once more, along their test cases: the same end, and no harm from a test case that is of another path.
#include "engine/explore/retrace.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace janus::engine
