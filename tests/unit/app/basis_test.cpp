// What is said of the coverage of an exploration that has left paths out, or has explored more than happens.
#include "app/basis.h"

#include <gtest/gtest.h>

#include "testing/firmware.h"

namespace janus::app {
namespace {

class RemarkOnCoverage : public ::testing::Test {
 protected:
  RemarkOnCoverage() { config_.counts = &counts_; }
  std::string remark() const { return remark_on_coverage(result_, config_); }

  program::ExecutionCounts counts_;
  engine::ExplorationConfig config_;
  engine::ExplorationResult result_;
};

TEST_F(RemarkOnCoverage, IsSilentIfEveryPathWasExecuted) { EXPECT_EQ(remark(), ""); }

TEST_F(RemarkOnCoverage, IsSilentWithoutCoverage) {
  config_.counts = nullptr;
  result_.ended[engine::Termination::Subsumed] = 3;
  EXPECT_EQ(remark(), "");
}

TEST_F(RemarkOnCoverage, NamesPrunedStates) {
  result_.ended[engine::Termination::Subsumed] = 3;
  EXPECT_EQ(remark(), "coverage: without the code that only 3 pruned states would have executed; may help: --plain\n");
}

TEST_F(RemarkOnCoverage, NamesWidenedStatesEvenIfNoneWasPruned) {
  result_.techniques.push_back({.name = "revisit", .counts = {{"kept", 7}, {"widened", 1}}, .remarks = {}});
  EXPECT_EQ(remark(),
            "coverage: without the code that only 1 widened state executed, which stands for more than happens; may "
            "help: --plain\n");
}

TEST_F(RemarkOnCoverage, NamesBoth) {
  result_.ended[engine::Termination::Revisited] = 2;
  result_.techniques.push_back({.name = "revisit", .counts = {{"widened", 5}}, .remarks = {}});
  EXPECT_EQ(remark(),
            "coverage: without the code that only 2 pruned states would have executed, or 5 widened states executed, "
            "which stand for more than happens; may help: --plain\n");
}

// The plain exploration may have seen no assertion at all before the others had their turns.
class BasisOfAnUndecidedExploration : public ::testing::Test {
 protected:
  const support::FirmwareImage image_ = support::FirmwareImage::load(testing::firmware_path("hello"));
  const support::DebugInfo debug_{image_};
};

TEST_F(BasisOfAnUndecidedExploration, CountsWhatAllExplorationsHaveChecked) {
  engine::ExplorationResult result;
  result.hart.most_inputs = 9;
  result.hart_of_all = result.hart;
  result.hart_of_all->assertions = {{0x80000040, 12749}};
  EXPECT_EQ(basis_of(result, {}, image_, debug_), "rests on: 9 inputs (0 bytes), 1 assertion (checked 12749 times)\n");
}

// As reports do, which show lines of the source.
TEST_F(BasisOfAnUndecidedExploration, CountsCopiesOfAnAssertionOnce) {
  const std::uint32_t main = image_.symbol("main").value();
  ASSERT_EQ(debug_.describe(main), debug_.describe(main + 8));
  engine::ExplorationResult result;
  result.hart.assertions = {{main, 2}, {main + 8, 3}};
  EXPECT_EQ(basis_of(result, {}, image_, debug_), "rests on: 0 inputs, 1 assertion (checked 5 times)\n");
}

}  // namespace
}  // namespace janus::app
