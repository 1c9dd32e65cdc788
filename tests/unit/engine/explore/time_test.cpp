// Programs that see how long they take: each technique comes to the verdict of the plain exploration, whatever shows
// the time.
#include <gtest/gtest.h>

#include "devices/functional_machine.h"
#include "engine/explore/explorer.h"
#include "testing/firmware.h"
#include "testing/stopwatch.h"

namespace janus::engine {
namespace {

struct Program {
  const char* name;
  Verdict verdict;
};
void PrintTo(const Program& program, std::ostream* out) { *out << program.name; }

ExplorationConfig on_the_tests_board() {
  ExplorationConfig config;
  config.hart.board.attach(testing::Stopwatch::kRegion, testing::Stopwatch());
  config.stop_at_first = false;
  return config;
}

class TimeIsSeen : public ::testing::TestWithParam<Program> {
 protected:
  Verdict verdict(const std::function<void(ExplorationConfig&)>& change) {
    const auto image = support::FirmwareImage::load(testing::firmware_path(std::string("time_") + GetParam().name));
    ExplorationConfig config = on_the_tests_board();
    change(config);
    const ExplorationResult result = explore(image, config);
    for (const Finding& finding : result.findings) expect_replays(image, config, finding.test_case);
    return result.verdict;
  }

 private:
  static void expect_replays(const support::FirmwareImage& image, const ExplorationConfig& config,
                             const TestCase& test_case) {
    TestCaseInputs inputs(test_case);
    hart::HartConfig hart;
    hart.hooks = config.hart.hooks;
    devices::FunctionalMachine machine(image, hart, &inputs, true, test_case.machine.memory, config.hart.board);
    EXPECT_EQ(machine.run(test_case.instructions + 1).stop, hart::Stop::AssertFailed);
    EXPECT_EQ(machine.hart().state().pc, test_case.pc);
    EXPECT_EQ(machine.hart().state().cycles, test_case.cycles);
  }
};

TEST_P(TimeIsSeen, AndEachTechniqueHasTheVerdictOfThePlainExploration) {
  EXPECT_EQ(verdict([](ExplorationConfig&) {}), GetParam().verdict);
  for (const TechniqueRow& technique : kTechniques) {
    EXPECT_EQ(verdict([&](ExplorationConfig& config) { config.techniques.*technique.on = true; }), GetParam().verdict)
        << technique.name;
  }
  for (const Merging merging : {Merging::Eager, Merging::Careful, Merging::QueryCount, Merging::QueryCountLattice}) {
    EXPECT_EQ(verdict([&](ExplorationConfig& config) { config.merging = merging; }), GetParam().verdict)
        << "merging " << static_cast<int>(merging);
  }
}

TEST_P(TimeIsSeen, AndABoundedCheckHasTheVerdictOfThePlainExploration) {
  for (const Merging merging : {Merging::None, Merging::Eager}) {
    EXPECT_EQ(verdict([&](ExplorationConfig& config) {
                config.merging = merging;
                config.bounded.emplace();
              }),
              GetParam().verdict);
  }
}

constexpr Program kTimePrograms[] = {
    {"clint", Verdict::Unsafe},     {"clint_slow", Verdict::Unsafe},     {"clint_safe", Verdict::Safe},
    {"stopwatch", Verdict::Unsafe}, {"stopwatch_slow", Verdict::Unsafe}, {"stopwatch_safe", Verdict::Safe},
    {"mcycle", Verdict::Unsafe},    {"mcycle_slow", Verdict::Unsafe},    {"mcycle_safe", Verdict::Safe},
    {"minstret", Verdict::Unsafe},  {"minstret_slow", Verdict::Unsafe},  {"minstret_safe", Verdict::Safe}};
INSTANTIATE_TEST_SUITE_P(All, TimeIsSeen, ::testing::ValuesIn(kTimePrograms),
                         [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace janus::engine
