// What a technique without detectors has found, with the mistake that came first.
#include "engine/explore/first_mistake.h"

#include <gtest/gtest.h>

#include "engine/explore/explorer.h"
#include "testing/firmware.h"

namespace janus::engine {
namespace {

class FirstMistake : public ::testing::Test {
 protected:
  std::optional<Finding> mistake_of(const Finding& finding) const {
    return mistake_before(finding, image_, config_, [] { return false; });
  }
  Finding found() {
    config_.memory_look = hart::detectors_for(image_, std::nullopt);
    config_.memory_look->add_memory();
    hart::add_locals(*config_.memory_look, image_);
    const ExplorationResult result = explore(image_, config_);
    EXPECT_EQ(result.findings.size(), 1U);
    return result.findings.at(0);
  }

  const support::FirmwareImage image_ = support::FirmwareImage::load(testing::firmware_path("overwritten"));
  ExplorationConfig config_;
};

TEST_F(FirstMistake, IsTheStoreBeyondAnArrayThatAnAssertionHasNoticed) {
  const Finding finding = found();
  ASSERT_EQ(finding.test_case.ending.reason, Termination::AssertFailed);
  const auto first = mistake_of(finding);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->test_case.ending.reason, Termination::BoundsLeft);
  EXPECT_LT(first->test_case.instructions, finding.test_case.instructions);
  EXPECT_EQ(first->test_case.inputs.at(0).bytes, finding.test_case.inputs.at(0).bytes);
}

TEST_F(FirstMistake, IsNoneWhereDetectorsHaveLookedOrNobodyIsToLook) {
  const Finding finding = found();
  config_.hart.detectors = *config_.memory_look;
  EXPECT_FALSE(mistake_of(finding));
  config_.memory_look.reset();
  config_.hart.detectors = {};
  EXPECT_FALSE(mistake_of(finding));
}

TEST_F(FirstMistake, IsNoneOfAPathThatNeverLeavesAnArray) {
  Finding finding = found();
  finding.test_case.inputs.at(0).bytes.at(0) = 3;
  EXPECT_FALSE(mistake_of(finding));
}

}  // namespace
}  // namespace janus::engine
