// Learning: saves a known number of paths on some programs, and never changes a verdict.
#include <gtest/gtest.h>

#include <set>

#include "engine/explore/explorer.h"
#include "testing/firmware.h"
#include "testing/size.h"

namespace janus::engine {
namespace {

constexpr LearnStrategy kStrategies[] = {LearnStrategy::BlackBox, LearnStrategy::Guide, LearnStrategy::Maximize};
constexpr const char* kLevels[] = {"O0", "O1", "O2"};

support::FirmwareImage program(const std::string& name, const char* level) {
  return support::FirmwareImage::load(testing::firmware_path("learn_" + name + "_" + level));
}

ExplorationConfig everything(std::optional<LearnStrategy> strategy) {
  ExplorationConfig config;
  config.stop_at_first = false;
  config.techniques.learn = strategy.has_value();
  if (strategy) config.options.learn = {.strategy = *strategy, .percent = 10};
  return config;
}

std::set<std::uint32_t> where(const ExplorationResult& result) {
  std::set<std::uint32_t> places;
  for (const Finding& finding : result.findings) places.insert(finding.test_case.pc);
  return places;
}

std::uint64_t count(const ExplorationResult& result, const std::string& name) {
  for (const auto& [what, number] : result.techniques.at(0).counts) {
    if (what == name) return number;
  }
  return 0;
}

TEST(Learning, ProvesTheAbsoluteDifferenceByTwoPathsOfEight) {
  for (const char* level : kLevels) {
    const auto image = program("ABSOLUTE_DIFFERENCE", level);
    const ExplorationResult plain = explore(image, everything(std::nullopt));
    EXPECT_EQ(plain.paths, 8U);
    for (const LearnStrategy strategy : kStrategies) {
      const ExplorationResult result = explore(image, everything(strategy));
      EXPECT_EQ(result.verdict, Verdict::Safe) << level;
      EXPECT_LE(result.paths, 2U) << level;
      EXPECT_LT(result.hart.instructions, plain.hart.instructions / 3) << "states end where paths meet";
    }
  }
}

TEST(Learning, ProvesByOnePathWhatABranchDoesNotMatterFor) {
  for (const char* level : kLevels) {
    const auto image = program("DIAMOND", level);
    EXPECT_EQ(explore(image, everything(std::nullopt)).paths, 2U);
    for (const LearnStrategy strategy : kStrategies) {
      const ExplorationResult result = explore(image, everything(strategy));
      EXPECT_EQ(result.verdict, Verdict::Safe);
      EXPECT_EQ(result.paths, 1U) << level;
      EXPECT_EQ(count(result, "pruned states"), 1U);
    }
  }
}

// What a step leaves behind is learned for the value that it leaves, whoever left it.
TEST(Learning, NeedsNoPathForEachWayThroughAProtocol) {
  for (const char* level : kLevels) {
    const auto image = program("HANDSHAKE_SAFE", level);
    const ExplorationResult plain = explore(image, everything(std::nullopt));
    EXPECT_GE(plain.paths, 128U) << level;
    for (const LearnStrategy strategy : kStrategies) {
      const ExplorationResult result = explore(image, everything(strategy));
      EXPECT_LE(result.paths, 4U) << level;
      EXPECT_LT(result.hart.instructions, plain.hart.instructions / 10) << level;
    }
  }
}

struct Program {
  const char* name;
  Verdict verdict;
};
void PrintTo(const Program& program, std::ostream* out) { *out << program.name; }

class Verdicts : public ::testing::TestWithParam<Program> {};

TEST_P(Verdicts, AndFailingPlacesAreTheSameWithLearning) {
  for (const char* level : kLevels) {
    const auto image = program(GetParam().name, level);
    const ExplorationResult plain = explore(image, everything(std::nullopt));
    EXPECT_EQ(plain.verdict, GetParam().verdict) << level;
    for (const LearnStrategy strategy : kStrategies) {
      const ExplorationResult result = explore(image, everything(strategy));
      EXPECT_EQ(result.verdict, plain.verdict) << level;
      EXPECT_EQ(where(result), where(plain)) << level;
      EXPECT_LE(result.paths, plain.paths) << level;
    }
  }
}

TEST_P(Verdicts, AreTheSameInOtherOrdersMergedAndByAddress) {
  for (const char* level : testing::soaked(std::vector{"O0", "O1", "O2"}, std::vector{"O1"})) {
    const auto image = program(GetParam().name, level);
    for (const char* searcher : {"bfs", "random-path"}) {
      ExplorationConfig config = everything(LearnStrategy::Maximize);
      config.searcher = searcher;
      EXPECT_EQ(explore(image, config).verdict, GetParam().verdict) << level << ' ' << searcher;
    }
    ExplorationConfig merged = everything(LearnStrategy::Maximize);
    merged.merging = Merging::Careful;
    EXPECT_EQ(explore(image, merged).verdict, GetParam().verdict) << level;
    ExplorationConfig forking = everything(LearnStrategy::Guide);
    forking.hart.max_load_targets = forking.hart.max_store_targets = 1;
    EXPECT_EQ(explore(image, forking).verdict, GetParam().verdict) << level;
  }
}

constexpr Program kPrograms[] = {{"ABSOLUTE_DIFFERENCE", Verdict::Safe},
                                 {"ABSOLUTE_DIFFERENCE_OVERFLOWS", Verdict::Unsafe},
                                 {"DIAMOND", Verdict::Safe},
                                 {"IMPLICIT", Verdict::Unsafe},
                                 {"IMPLICIT_SAFE", Verdict::Safe},
                                 {"IMPLICIT_MEMORY", Verdict::Unsafe},
                                 {"IMPLICIT_MEMORY_SAFE", Verdict::Safe},
                                 {"CALLS", Verdict::Unsafe},
                                 {"CALLS_SAFE", Verdict::Safe},
                                 {"LOOP", Verdict::Unsafe},
                                 {"LOOP_SAFE", Verdict::Safe},
                                 {"SYMBOLIC_POINTER", Verdict::Unsafe},
                                 {"SYMBOLIC_POINTER_SAFE", Verdict::Safe},
                                 {"CHOSEN_POINTER", Verdict::Unsafe},
                                 {"CHOSEN_POINTER_SAFE", Verdict::Safe},
                                 {"FUNCTION_POINTER", Verdict::Unsafe},
                                 {"FUNCTION_POINTER_SAFE", Verdict::Safe},
                                 {"INPUT_UNDER_BRANCH", Verdict::Unsafe},
                                 {"INPUT_UNDER_BRANCH_SAFE", Verdict::Safe},
                                 {"ASSUME_UNDER_BRANCH", Verdict::Unsafe},
                                 {"ASSUME_UNDER_BRANCH_SAFE", Verdict::Safe},
                                 {"SWITCH", Verdict::Unsafe},
                                 {"SWITCH_SAFE", Verdict::Safe},
                                 {"RECURSION", Verdict::Unsafe},
                                 {"RECURSION_SAFE", Verdict::Safe},
                                 {"HANDSHAKE", Verdict::Unsafe},
                                 {"HANDSHAKE_SAFE", Verdict::Safe},
                                 {"INTERRUPT", Verdict::Unsafe},
                                 {"INTERRUPT_SAFE", Verdict::Safe},
                                 {"TRAP", Verdict::Unsafe},
                                 {"TRAP_SAFE", Verdict::Safe}};

INSTANTIATE_TEST_SUITE_P(Programs, Verdicts, ::testing::ValuesIn(kPrograms),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace janus::engine
