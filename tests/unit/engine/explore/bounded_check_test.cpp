// Bounded checks compared with explorations: the same verdict, merged or not, and a test case that replays on the
// concrete machine.
#include "engine/explore/bounded_check.h"

#include <gtest/gtest.h>

#include "devices/functional_machine.h"
#include "engine/explore/explorer.h"
#include "testing/firmware.h"

namespace janus::engine {
namespace {

support::FirmwareImage image_of(const std::string& name) {
  return support::FirmwareImage::load(testing::firmware_path(name));
}

ExplorationConfig bounded(Merging merging) {
  ExplorationConfig config;
  config.stop_at_first = false;
  config.merging = merging;
  config.hart.detectors.add(hart::Detector::division);
  config.bounded.emplace();
  return config;
}

// Checks that the inputs of a test case lead to the pc, instruction and cycle that the test case names.
void expect_replays(const support::FirmwareImage& image, const TestCase& test_case) {
  TestCaseInputs inputs(test_case);
  hart::HartConfig config;
  config.hooks = isa::HookRule::Always;
  devices::FunctionalMachine machine(image, config, &inputs, true, test_case.machine.memory);
  machine.run(test_case.instructions + (test_case.ending.reason == Termination::DivisionByZero ? 0 : 1));
  EXPECT_EQ(machine.hart().state().pc, test_case.pc);
  EXPECT_EQ(machine.hart().state().retired, test_case.instructions);
  EXPECT_EQ(machine.hart().state().cycles, test_case.cycles);
  EXPECT_EQ(inputs.used(), test_case.inputs.size());
}

class BoundedCheck : public ::testing::TestWithParam<const char*> {};

TEST_P(BoundedCheck, HasTheVerdictOfTheExplorationAndReplays) {
  const auto image = image_of(GetParam());
  ExplorationConfig exploration;
  exploration.hart.detectors.add(hart::Detector::division);
  const Verdict expected = explore(image, exploration).verdict;
  for (const Merging merging : {Merging::None, Merging::Eager}) {
    for (const char* core : {"z3", "cadical", "auto"}) {
      ExplorationConfig config = bounded(merging);
      config.bounded->core = core;
      const ExplorationResult result = explore(image, config);
      EXPECT_EQ(result.verdict, expected) << core;
      ASSERT_TRUE(result.formula);
      EXPECT_EQ(result.formula->answer, expected == Verdict::Unsafe ? "sat" : "unsat");
      ASSERT_EQ(result.findings.size(), expected == Verdict::Unsafe ? 1U : 0U);
      for (const Finding& finding : result.findings) expect_replays(image, finding.test_case);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Known, BoundedCheck,
                         ::testing::Values("bubble_sort_safe_3", "bubble_sort_unsafe_3", "merge_sort_safe_3",
                                           "quick_sort_safe_3", "quick_sort_unsafe_3", "max_safe_3", "loop_safe_20",
                                           "loop_unsafe_20", "fibonacci_iterative_safe_5", "sum_unsafe_3",
                                           "sets_unsafe_2", "quickstart", "quickstart_fixed", "timer", "ecall_trap",
                                           "division_safe", "division_unsafe", "invalid_access_safe",
                                           "invalid_access_unsafe", "exit_code_safe", "exit_code_unsafe",
                                           "factorial_safe", "factorial_unsafe"),
                         [](const auto& test) { return std::string(test.param); });

TEST(BoundedCheckLimits, ABoundThatAnInputReachesIsUnknownAndOneThatNoneReachesIsSafe) {
  const auto image = image_of("loop_safe_20");
  ExplorationConfig config = bounded(Merging::None);
  config.limits.path_forks = 5;
  const ExplorationResult cut = explore(image, config);
  EXPECT_EQ(cut.verdict, Verdict::Unknown);
  EXPECT_EQ(cut.formula->answer, "unsat");
  EXPECT_EQ(cut.formula->cut, "sat");
  EXPECT_GT(cut.formula->cut_paths, 0U);
  EXPECT_EQ(cut.gave_up.size(), 1U);
  config.limits.path_forks = 100;
  EXPECT_EQ(explore(image, config).verdict, Verdict::Safe);
  config.limits.instructions = 30;
  EXPECT_EQ(explore(image, config).verdict, Verdict::Unknown);
}

TEST(BoundedCheckLimits, AFormulaThatIsNotSolvedIsNoVerdict) {
  ExplorationConfig config = bounded(Merging::Eager);
  config.bounded->solve = false;
  config.bounded->remarks = {"a\nremark"};
  std::string script;
  ExplorationEvents events;
  events.on_formula = [&](const std::string& text) { script = text; };
  const ExplorationResult result = explore(image_of("bubble_sort_unsafe_3"), config, events);
  EXPECT_EQ(result.verdict, Verdict::Unknown);
  EXPECT_EQ(result.formula->answer, "not asked");
  EXPECT_EQ(result.formula->bytes, script.size());
  EXPECT_TRUE(script.starts_with("; a?remark\n")) << "a comment stays one";
  EXPECT_NE(script.find("(check-sat)"), std::string::npos);
}

TEST(DivisionByZero, IsAViolationOnlyIfAskedFor) {
  const auto image = image_of("division_unsafe");
  ExplorationConfig config;
  EXPECT_EQ(explore(image, config).verdict, Verdict::Unsafe) << "1000 / 0 is more than 1000";
  EXPECT_EQ(explore(image, config).findings.at(0).test_case.ending.reason, Termination::FailingExit);
  config.hart.detectors.add(hart::Detector::division);
  const auto result = explore(image, config);
  ASSERT_EQ(result.findings.size(), 1U);
  EXPECT_EQ(result.findings[0].test_case.ending.reason, Termination::DivisionByZero);
  EXPECT_EQ(result.findings[0].test_case.inputs.at(0).bytes, std::vector<std::uint8_t>{42});
  expect_replays(image, result.findings[0].test_case);
}

TEST(PathEnds, AreSharedPrefixesInOneFormulaAndFoundAgainByTheirInput) {
  term::TermPool pool;
  const term::Term x = pool.variable("x", 32);
  const auto is = [&](std::uint64_t value) { return pool.eq(x, pool.constant(32, value)); };
  PathEnds ends(pool);
  EXPECT_TRUE(ends.formula().is_constant(0)) << "nothing can be reached";
  for (const std::uint64_t value : {3, 5, 8}) {
    auto state = std::make_unique<ExecutionState>(Memory(4096));
    state->path = solver::extend(state->path, is(value));
    state->hart.pc = static_cast<std::uint32_t>(value);
    ends.add(std::move(state));
  }
  EXPECT_EQ(term::evaluate(ends.formula(), {5}), 1U);
  EXPECT_EQ(term::evaluate(ends.formula(), {6}), 0U);
  ASSERT_TRUE(ends.reached_by({8}));
  EXPECT_EQ(ends.reached_by({8})->state->hart.pc, 8U);
  EXPECT_FALSE(ends.reached_by({9}));
}

}  // namespace
}  // namespace janus::engine
