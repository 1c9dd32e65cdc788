// Whole explorations: verdicts and path counts that are known by hand. Every path is replayed on the concrete machine
// up to the same end.
#include "engine/explore/explorer.h"
#include "engine/explore/exploration_run.h"
#include "engine/explore/findings.h"
#include "engine/explore/turns.h"
#include "engine/search/searchers.h"
#include "engine/state/work_profile.h"

#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <vector>

#include "devices/functional_machine.h"
#include "support/error.h"
#include "testing/firmware.h"
#include "testing/size.h"

namespace janus::engine {
namespace {

struct Expected {
  const char* firmware;
  Verdict verdict;
  std::uint64_t paths;  // under --all
};

void PrintTo(const Expected& expected, std::ostream* out) { *out << expected.firmware; }

ExplorationConfig everything(std::string_view searcher) {
  ExplorationConfig config;
  config.searcher = searcher;
  config.seed = 3;
  config.stop_at_first = false;
  config.solver.validate = testing::sized(true, false);  // takes long
  return config;
}

bool ended_alike(const devices::FunctionalMachine::End& end, const Ending& ending) {
  switch (ending.reason) {
    case Termination::Exited:
    case Termination::FailingExit: return end.exit_code == ending.exit_code;
    case Termination::Halted: return end.stop == hart::Stop::Halted;
    case Termination::AssertFailed: return end.stop == hart::Stop::AssertFailed;
    case Termination::AssumeFailed: return end.stop == hart::Stop::AssumeFailed;
    case Termination::UnhandledTrap: return end.stop == hart::Stop::UnhandledTrap;
    case Termination::WaitsForever: return end.stop == hart::Stop::Waiting;
    default: return false;
  }
}

void expect_replays(const support::FirmwareImage& image, const TestCase& test_case) {
  TestCaseInputs inputs(test_case);
  hart::HartConfig config;
  config.hooks = isa::HookRule::Always;
  devices::FunctionalMachine machine(image, config, &inputs, true, test_case.machine.memory);
  const auto end = machine.run(test_case.instructions + 1);
  EXPECT_TRUE(ended_alike(end, test_case.ending)) << row(test_case.ending.reason).text;
  EXPECT_EQ(machine.hart().pc(), test_case.pc);
  EXPECT_EQ(machine.hart().state().retired, test_case.instructions);
  EXPECT_EQ(machine.hart().state().cycles, test_case.cycles);
  EXPECT_EQ(inputs.used(), test_case.inputs.size());
}

class KnownPrograms : public ::testing::TestWithParam<Expected> {
 protected:
  // Z3 alone takes seconds to answer once more what summaries of these ask.
  static bool validates_summaries() {
    const std::string_view firmware = GetParam().firmware;
    const bool takes_long =
        firmware == "bubble_sort_safe_3" || firmware == "quick_sort_safe_3" || firmware == "max_safe_3";
    return takes_long ? testing::soaked(true, false) : testing::sized(true, false);
  }
};

TEST_P(KnownPrograms, HaveTheVerdictAndPathsCountedByHandAndReplay) {
  const auto image = support::FirmwareImage::load(testing::firmware_path(GetParam().firmware));
  for (const std::string_view searcher : searcher_names()) {
    ExplorationEvents events;
    events.on_path = [&](std::uint64_t, const TestCase& test_case) { expect_replays(image, test_case); };
    const ExplorationResult result = explore(image, everything(searcher), events);
    EXPECT_EQ(result.verdict, GetParam().verdict) << searcher;
    EXPECT_EQ(result.paths, GetParam().paths) << searcher;
    EXPECT_EQ(result.hart.concretizations, 0U);
    EXPECT_EQ(result.hart.gave_up, 0U);
  }
}

TEST_P(KnownPrograms, HaveTheSameVerdictWithTheirPathsMergedAndReplay) {
  const auto image = support::FirmwareImage::load(testing::firmware_path(GetParam().firmware));
  ExplorationConfig config = everything("dfs");
  ExplorationEvents events;
  events.on_path = [&](std::uint64_t, const TestCase& test_case) { expect_replays(image, test_case); };
  for (const Merging merging : {Merging::Careful, Merging::Eager, Merging::QueryCount, Merging::QueryCountLattice}) {
    config.merging = merging;
    config.merge_order = MergeOrder::Eager;
    const ExplorationResult result = explore(image, config, events);
    EXPECT_EQ(result.verdict, GetParam().verdict);
    EXPECT_LE(result.paths, GetParam().paths);
    EXPECT_GE(result.stand_for, GetParam().paths);
  }
  config.merging = Merging::Eager;
  config.merge_order = MergeOrder::Dynamic;
  for (const std::string_view searcher : searcher_names()) {
    config.searcher = searcher;
    const ExplorationResult result = explore(image, config, events);
    EXPECT_EQ(result.verdict, GetParam().verdict) << searcher;
    EXPECT_GE(result.stand_for, GetParam().paths) << searcher;
  }
}

TEST_P(KnownPrograms, HaveTheSameVerdictWithTheirLoopsSummarizedAndReplay) {
  const auto image = support::FirmwareImage::load(testing::firmware_path(GetParam().firmware));
  ExplorationConfig config = everything("dfs");
  config.solver.validate = validates_summaries();
  config.techniques.summarize = true;
  ExplorationEvents events;
  events.on_path = [&](std::uint64_t, const TestCase& test_case) { expect_replays(image, test_case); };
  for (const Merging merging : {Merging::None, Merging::Eager}) {
    config.merging = merging;
    const ExplorationResult result = explore(image, config, events);
    EXPECT_EQ(result.verdict, GetParam().verdict);
    EXPECT_GE(result.stand_for, GetParam().paths);
  }
}

TEST_P(KnownPrograms, HaveTheSameVerdictWithEveryTechniqueTogetherAndReplay) {
  const auto image = support::FirmwareImage::load(testing::firmware_path(GetParam().firmware));
  ExplorationConfig config = everything("dfs");
  config.solver.validate = validates_summaries();
  ExplorationEvents events;
  events.on_finding = [&](const Finding& finding) { expect_replays(image, finding.test_case); };
  config.automatic = true;
  EXPECT_EQ(explore(image, config, events).verdict, GetParam().verdict);
  config.automatic = false;
  config.techniques.summarize = config.techniques.subsume = true;
  config.techniques.learn = true;
  const bool takes_long = std::string_view(GetParam().firmware) == "bubble_sort_safe_3";
  for (const Merging merging : {Merging::None, Merging::Careful}) {
    if (takes_long && merging == Merging::None && testing::sized(false, true)) continue;  // a minute
    config.merging = merging;
    ExplorationConfig one = config;
    if (takes_long && merging == Merging::None) one.solver.validate = false;  // Z3 alone takes minutes to ask again
    EXPECT_EQ(explore(image, one, events).verdict, GetParam().verdict);
  }
}

// Turns end in the middle of long ways without a fork. What was executed until then is known, and decides who is next.
// It is the same in each run but for some microseconds, although the hart also looks up from its work after real time.
TEST(Progress, CountsInstructionsUntilTheTurnEnds) {
  for (const char* const firmware : {"listing_09_loop", "concrete_stretch"}) {
    SCOPED_TRACE(firmware);
    const auto image = support::FirmwareImage::load(testing::firmware_path(firmware));
    const auto instructions = [&image](const std::vector<double>& turns) {
      ExplorationConfig config;
      config.hart.hooks = isa::HookRule::Always;
      const auto run = start_exploration(image, config);
      JobInTurns job([&run] { run->run(); });
      std::vector<std::uint64_t> counts;
      for (const double seconds : turns) {
        EXPECT_FALSE(job.advance(seconds));
        counts.push_back(run->report(job.spent()).done.instructions);
      }
      run->cancel();
      EXPECT_TRUE(job.advance(1));
      return counts;
    };
    const std::vector<std::uint64_t> first = instructions({0.005, 0.005, 0.005});
    EXPECT_GT(first[0], 1'000U);
    EXPECT_GT(first[1], first[0] + 1'000);
    EXPECT_GT(first[2], first[1] + 1'000);
    const std::vector<std::uint64_t> second = instructions({0.005, 0.005, 0.005});
    for (std::size_t i = 0; i < first.size(); ++i)
      EXPECT_NEAR(static_cast<double>(second[i]), static_cast<double>(first[i]), 0.02 * static_cast<double>(first[i]));
  }
}

// Several explorations take turns here, until two of them have reported.
TEST(Progress, HasOneClockAndOneCountForAllTechniques) {
  const auto image = support::FirmwareImage::load(testing::firmware_path("sets_safe_8"));
  std::atomic<bool> enough = false;
  ExplorationConfig config;
  config.hart.hooks = isa::HookRule::Always;
  config.automatic = true;
  config.limits.seconds = 100;
  config.limits.memory_bytes = std::uint64_t{4} << 30;
  config.interrupted = &enough;
  std::vector<Progress> reports;
  std::set<std::string> techniques;
  ExplorationEvents events;
  events.on_progress = [&](const Progress& progress) {
    reports.push_back(progress);
    techniques.insert(progress.technique);
    if (reports.size() > 5 && techniques.size() > 1) enough = true;
  };
  WorkProfile profile(WorkProfile::Calls::Ignored);
  config.profile = &profile;
  const ExplorationResult result = explore(image, config, events);
  ASSERT_TRUE(enough) << techniques.size();
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const Progress& now = reports[i];
    EXPECT_EQ(now.limits.seconds, 100);
    EXPECT_EQ(now.limits.memory_bytes, config.limits.memory_bytes);
    EXPECT_GT(now.memory_bytes, 0U);
    EXPECT_GE(now.seconds_left.value_or(0), 0);
    if (i == 0) continue;
    const Progress& before = reports[i - 1];
    EXPECT_GT(now.seconds, before.seconds);
    EXPECT_GE(now.done.paths, before.done.paths);
    EXPECT_GE(now.done.instructions, before.done.instructions);
    EXPECT_GE(now.done.queries, before.done.queries);
  }
  // Without a verdict, what all of them have done is told, as the profile has it, which they share. Whoever is broken
  // off comes to the end of its instruction afterwards, which the profile hears, too.
  ASSERT_EQ(result.verdict, Verdict::Unknown);
  ASSERT_TRUE(result.hart_of_all);
  constexpr std::uint64_t kMostExplorations = 16;
  std::uint64_t forks = 0, told = 0;
  for (const auto& [pc, work] : profile.by_place()) {
    const auto here = result.hart_of_all->forks_at.find(pc);
    const std::uint64_t count = here == result.hart_of_all->forks_at.end() ? 0 : here->second;
    EXPECT_LE(count, work.forks) << pc;
    forks += work.forks;
    told += count;
  }
  EXPECT_EQ(told, result.hart_of_all->forks);
  EXPECT_LE(forks - told, kMostExplorations);
  EXPECT_GT(result.hart_of_all->forks, result.hart.forks);
}

TEST_P(KnownPrograms, HaveTheSameVerdictAndPathsWhicheverLayersAreOn) {
  const auto image = support::FirmwareImage::load(testing::firmware_path(GetParam().firmware));
  for (unsigned layers = 0; layers < 96; layers += testing::sized(1U, 5U)) {
    ExplorationConfig config = everything("dfs");
    config.solver.validate = false;
    config.solver.domain = layers & 1;
    config.solver.order = layers & 2;
    config.solver.independence = layers & 4;
    config.solver.cache = layers & 8;
    config.solver.cases = config.solver.guess = config.solver.equations = config.solver.narrow = config.solver.ranks =
        config.solver.integers = layers & 16;
    config.solver.values = static_cast<solver::ValueLayer>(layers / 32);
    const ExplorationResult result = explore(image, config);
    EXPECT_EQ(result.verdict, GetParam().verdict) << layers;
    EXPECT_EQ(result.paths, GetParam().paths) << layers;
  }
}

INSTANTIATE_TEST_SUITE_P(Evaluation, KnownPrograms,
                         ::testing::Values(Expected{"bubble_sort_safe_3", Verdict::Safe, 9},          // 1! + 2! + 3!
                                           Expected{"merge_sort_safe_3", Verdict::Safe, 6},           // 3!
                                           Expected{"quick_sort_safe_3", Verdict::Safe, 9},           // 1! + 2! + 3!
                                           Expected{"max_safe_3", Verdict::Safe, 7},                  // 1 + 2 + 4
                                           Expected{"loop_safe_20", Verdict::Safe, 21},               // 0 .. 20 turns
                                           Expected{"fibonacci_iterative_safe_5", Verdict::Safe, 6},  // 0 .. 5
                                           Expected{"quickstart", Verdict::Unsafe, 4},
                                           Expected{"quickstart_fixed", Verdict::Safe, 3},
                                           Expected{"timer", Verdict::Safe, 1},
                                           Expected{"ecall_trap", Verdict::Safe, 1}),
                         [](const auto& test) { return std::string(test.param.firmware); });

class Explorer : public ::testing::Test {
 protected:
  static support::FirmwareImage image(const char* name) {
    return support::FirmwareImage::load(testing::firmware_path(name));
  }
};

TEST_F(Explorer, StopsAtTheFirstViolationUnlessToldToGoOn) {
  auto config = everything("dfs");
  config.stop_at_first = true;
  const auto first = explore(image("bubble_sort_unsafe_3"), config);
  EXPECT_EQ(first.verdict, Verdict::Unsafe);
  EXPECT_EQ(first.findings.size(), 1U);
  EXPECT_GT(explore(image("bubble_sort_unsafe_3"), everything("dfs")).findings.size(), 1U);
}

TEST_F(Explorer, TheSameSeedGivesTheSameExploration) {
  const auto paths = [&](std::string_view searcher) {
    std::vector<std::string> cases;
    ExplorationEvents events;
    events.on_path = [&](std::uint64_t, const TestCase& test_case) { cases.push_back(test_case.to_json()); };
    explore(image("bubble_sort_safe_3"), everything(searcher), events);
    return cases;
  };
  for (const std::string_view searcher : searcher_names()) EXPECT_EQ(paths(searcher), paths(searcher)) << searcher;
}

TEST_F(Explorer, TurnsDoNotChangeWhatIsExplored) {
  const auto expect_the_same = [&](const ExplorationConfig& config, const char* name) {
    const auto firmware = image(name);
    const ExplorationResult whole = explore(firmware, config);
    std::unique_ptr<ExplorationRun> run;
    JobInTurns job([&] {
      run = start_exploration(firmware, config);
      run->run();
    });
    unsigned turns = 1;
    while (!job.advance(1e-4)) ++turns;
    const ExplorationResult pieces = run->finish();
    EXPECT_GT(turns, 1U);
    EXPECT_EQ(pieces.verdict, whole.verdict);
    EXPECT_EQ(pieces.ended, whole.ended);
    EXPECT_EQ(pieces.hart.instructions, whole.hart.instructions);
    EXPECT_EQ(pieces.hart.forks, whole.hart.forks);
    EXPECT_EQ(pieces.queries, whole.queries);
    EXPECT_EQ(pieces.findings.size(), whole.findings.size());
  };
  for (const std::string_view searcher : searcher_names()) {
    SCOPED_TRACE(searcher);
    if (searcher != "dfs" && searcher != "mixed" && testing::soaked(false, true)) continue;
    expect_the_same(everything(searcher), "bubble_sort_unsafe_3");
  }
  ExplorationConfig config = everything("dfs");
  config.hart.max_load_targets = config.hart.max_store_targets = 1;
  expect_the_same(config, "quick_sort_safe_3");
  config.techniques.summarize = config.techniques.subsume = true;
  expect_the_same(config, "quick_sort_safe_3");
  config.merging = Merging::Eager;
  expect_the_same(config, "quick_sort_safe_3");
}

TEST_F(Explorer, CountsCoverageIfTheSearcherNeedsIt) {
  EXPECT_FALSE(explore(image("quickstart_fixed"), everything("random-path")).coverage);
  const auto coverage = explore(image("quickstart_fixed"), everything("coverage")).coverage;
  ASSERT_TRUE(coverage);
  EXPECT_GT(coverage->covered, 20U);
  EXPECT_GT(coverage->reachable, coverage->covered) << "no assertion fails";
}

// The purpose of these searchers: they need not explore everything beside the way first.
TEST_F(Explorer, FindsAHiddenTargetWithAFractionOfTheInstructionsOfDepthFirstSearch) {
  const auto instructions = [&](std::string_view searcher) {
    auto config = everything(searcher);
    config.stop_at_first = true;
    const auto result = explore(image("hidden_target"), config);
    EXPECT_EQ(result.verdict, Verdict::Unsafe) << searcher;
    return result.hart.instructions;
  };
  const std::uint64_t depth_first = instructions("dfs");
  for (const char* searcher : {"random-path", "coverage", "mixed", "best-of-three", "best-sum", "weighted-sum"}) {
    EXPECT_LT(instructions(searcher), depth_first / 10) << searcher;
  }
}

TEST_F(Explorer, NeverSaysSafeWhenALimitCutItShort) {
  const auto cut = [&](auto set) {
    auto config = everything("dfs");
    set(config.limits);
    return explore(image("bubble_sort_safe_3"), config);
  };
  const auto paths = cut([](ExplorationLimits& limits) { limits.paths = 3; });
  EXPECT_EQ(paths.verdict, Verdict::Unknown);
  EXPECT_EQ(paths.paths, 3U);
  ASSERT_EQ(paths.gave_up.size(), 1U);
  EXPECT_NE(paths.gave_up[0].find("--max-paths"), std::string::npos);

  EXPECT_EQ(cut([](ExplorationLimits& limits) { limits.forks = 2; }).verdict, Verdict::Unknown);
  EXPECT_EQ(cut([](ExplorationLimits& limits) { limits.memory_bytes = 1; }).verdict, Verdict::Unknown);

  const auto instructions = cut([](ExplorationLimits& limits) { limits.instructions = 60; });
  EXPECT_EQ(instructions.verdict, Verdict::Unknown);
  EXPECT_FALSE(instructions.findings.empty()) << "a path that does not end is a finding, with its input";
}

TEST_F(Explorer, AnInterruptionEndsAsUnknown) {
  const std::atomic<bool> interrupted = true;
  auto config = everything("dfs");
  config.interrupted = &interrupted;
  const auto result = explore(image("bubble_sort_safe_3"), config);
  EXPECT_EQ(result.verdict, Verdict::Unknown);
  EXPECT_EQ(result.gave_up, std::vector<std::string>{"interrupted"});
}

TEST_F(Explorer, LayersChangeNeitherVerdictsNorPaths) {
  for (const char* name : {"bubble_sort_safe_3", "bubble_sort_unsafe_3", "max_safe_3", "loop_safe_20", "quickstart"}) {
    std::set<std::pair<Verdict, std::uint64_t>> results;
    for (unsigned switches = 0; switches < 8; ++switches) {
      auto config = everything("dfs");
      config.solver.domain = switches & 1;
      config.solver.order = switches & 2;
      config.solver.core = switches & 4 ? "z3" : "auto";
      const auto result = explore(image(name), config);
      results.insert({result.verdict, result.paths});
    }
    EXPECT_EQ(results.size(), 1U) << name;
  }
}

// No path fails where every path is said to have been explored without a failure, and the path that is named goes
// there.
TEST_F(Explorer, WhatEveryPathHasBehindItIsBeforeTheShortestFailure) {
  for (const char* name : {"bubble_sort_unsafe_3", "quickstart"}) {
    const auto firmware = image(name);
    std::uint64_t shortest_failure = ~std::uint64_t{0};
    ExplorationConfig whole = everything("dfs");
    whole.solver.validate = false;
    for (const Finding& finding : explore(firmware, whole).findings)
      shortest_failure = std::min(shortest_failure, finding.test_case.instructions);
    ASSERT_NE(shortest_failure, ~std::uint64_t{0});
    std::set<std::uint64_t> depths;
    for (const char* searcher : {"dfs", "bfs", "mixed"}) {
      for (const Merging merging : {Merging::None, Merging::Eager}) {
        for (const std::uint64_t forks : {1, 2, 4, 7}) {
          ExplorationConfig config = everything(searcher);
          config.solver.validate = false;
          config.merging = merging;
          config.limits.forks = forks;
          const ExplorationResult result = explore(firmware, config);
          if (result.waiting == 0 || violations(result.findings) > 0) continue;
          ASSERT_TRUE(result.reach.every_path) << name;
          const Reach::Least& least = *result.reach.every_path;
          EXPECT_LE(least.instructions, shortest_failure) << name << " " << searcher << " " << forks;
          depths.insert(least.instructions);
          EXPECT_EQ(result.reach.waiting, result.waiting);
          if (!least.shortest) continue;
          TestCaseInputs inputs(*least.shortest);
          hart::HartConfig machine_config;
          machine_config.hooks = isa::HookRule::Always;
          devices::FunctionalMachine machine(firmware, machine_config, &inputs, true, least.shortest->machine.memory);
          machine.run(least.instructions);
          EXPECT_EQ(machine.hart().state().retired, least.instructions) << "it ended before";
          EXPECT_EQ(inputs.used(), least.shortest->inputs.size());
        }
      }
    }
    EXPECT_GT(depths.size(), name == std::string("quickstart") ? 0U : 2U) << "more forks, more depth";
  }
}

// Where something was cut off or pruned, nobody knows how far every path has come.
TEST_F(Explorer, WhatEveryPathHasBehindItIsNotKnownBehindGivenUpPaths) {
  ExplorationConfig config = everything("dfs");
  config.limits.instructions = 60;
  config.limits.forks = 3;
  const ExplorationResult result = explore(image("bubble_sort_safe_3"), config);
  ASSERT_GT(result.ended.count(Termination::InstructionLimit), 0U);
  EXPECT_FALSE(result.reach.every_path);
}

TEST_F(Explorer, ASearcherThatDoesNotExistIsBadUsage) {
  EXPECT_THROW(explore(image("max_safe_3"), everything("clairvoyant")), support::InputError);
}

}  // namespace
}  // namespace janus::engine
