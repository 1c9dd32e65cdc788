// Subsumption: the same verdicts as without subsumption, from fewer paths; and proofs of loops without a bound.
#include "engine/explore/explorer.h"

#include <gtest/gtest.h>

#include <set>

#include "hart/detectors.h"
#include "testing/firmware.h"
#include "testing/loop_seed.h"
#include "testing/size.h"

namespace janus::engine {
namespace {

struct Program {
  const char* firmware;
  Verdict verdict;
  std::uint64_t paths;  // most paths of a depth-first search with subsumption under --all
};
void PrintTo(const Program& program, std::ostream* out) { *out << program.firmware; }

support::FirmwareImage image_of(const char* firmware) {
  return support::FirmwareImage::load(testing::firmware_path(firmware));
}

// Whether each answer of the layers is asked of Z3 as well: takes long, and seconds for these programs.
bool validates(std::string_view firmware) {
  const bool takes_long = firmware.starts_with("subsume_unsafe_diamonds") || firmware == "bubble_sort_unsafe_3";
  return takes_long ? testing::soaked(true, false) : testing::sized(true, false);
}

ExplorationConfig subsuming(bool subsume = true, std::string_view firmware = {}) {
  ExplorationConfig config;
  config.techniques.subsume = subsume;
  config.stop_at_first = false;
  config.seed = 5;
  config.solver.validate = validates(firmware);
  return config;
}

// The addresses of failing instructions.
std::set<std::uint32_t> failures(const ExplorationResult& result) {
  std::set<std::uint32_t> at;
  for (const Finding& finding : result.findings) at.insert(finding.test_case.pc);
  return at;
}

class Subsume : public ::testing::TestWithParam<Program> {};

TEST_P(Subsume, SaysTheSameFromFewerPaths) {
  const auto image = image_of(GetParam().firmware);
  const ExplorationResult plain = explore(image, subsuming(false, GetParam().firmware));
  EXPECT_EQ(plain.verdict, GetParam().verdict);
  for (const std::string_view searcher : {"dfs", "bfs", "random-path", "coverage"}) {
    if ((searcher == "bfs" || searcher == "coverage") && testing::soaked(false, true)) continue;
    ExplorationConfig config = subsuming(true, GetParam().firmware);
    config.searcher = searcher;
    config.solver.validate &= searcher == "dfs";
    const ExplorationResult result = explore(image, config);
    EXPECT_EQ(result.verdict, plain.verdict) << searcher;
    EXPECT_EQ(failures(result), failures(plain)) << searcher;
    EXPECT_LE(result.paths, plain.paths) << searcher;
    if (searcher == "dfs") {
      EXPECT_LE(result.paths, GetParam().paths);
    }
  }
}

TEST_P(Subsume, SaysTheSameTogetherWithMerging) {
  const auto image = image_of(GetParam().firmware);
  for (const Merging merging : {Merging::Careful, Merging::Eager}) {
    ExplorationConfig config = subsuming(true, GetParam().firmware);
    config.merging = merging;
    config.solver.validate = false;
    const ExplorationResult result = explore(image, config);
    config.techniques.subsume = false;
    EXPECT_EQ(result.verdict, explore(image, config).verdict);
  }
}

TEST_P(Subsume, SaysTheSameWherePointersFork) {
  const auto image = image_of(GetParam().firmware);
  ExplorationConfig config = subsuming(true, GetParam().firmware);
  config.hart.max_load_targets = config.hart.max_store_targets = 1;
  EXPECT_EQ(explore(image, config).verdict, GetParam().verdict);
}

#define AT_EVERY_LEVEL(name, verdict, paths) \
  Program{name "_O0", verdict, paths}, Program { name "_O1", verdict, paths }

INSTANTIATE_TEST_SUITE_P(
    Acyclic, Subsume,
    ::testing::Values(
        AT_EVERY_LEVEL("subsume_difference", Verdict::Safe, 1), AT_EVERY_LEVEL("subsume_diamonds", Verdict::Safe, 1),
        AT_EVERY_LEVEL("subsume_unsafe_diamonds", Verdict::Unsafe, 2),
        AT_EVERY_LEVEL("subsume_pointers", Verdict::Safe, 1), AT_EVERY_LEVEL("subsume_recursion", Verdict::Safe, 1),
        AT_EVERY_LEVEL("subsume_late_input", Verdict::Safe, 1),
        AT_EVERY_LEVEL("subsume_late_input_unsafe", Verdict::Unsafe, 5),
        AT_EVERY_LEVEL("subsume_device", Verdict::Safe, 1), AT_EVERY_LEVEL("subsume_device_unsafe", Verdict::Unsafe, 3),
        AT_EVERY_LEVEL("subsume_control", Verdict::Safe, 2),
        AT_EVERY_LEVEL("subsume_control_unsafe", Verdict::Unsafe, 3),
        AT_EVERY_LEVEL("subsume_clock", Verdict::Unsafe, 3), AT_EVERY_LEVEL("subsume_own_code", Verdict::Unsafe, 3),
        Program{"timer", Verdict::Safe, 1}, Program{"ecall_trap", Verdict::Safe, 1},
        Program{"quickstart", Verdict::Unsafe, 2}, Program{"quick_sort_safe_3", Verdict::Safe, 1},
        Program{"max_safe_3", Verdict::Safe, 1}, Program{"loop_safe_20", Verdict::Safe, 1},
        Program{"bubble_sort_unsafe_3", Verdict::Unsafe, 4}),
    [](const auto& test) { return std::string(test.param.firmware); });

class SubsumeLoops : public ::testing::TestWithParam<Program> {};

TEST_P(SubsumeLoops, AreProvedWithoutABoundIfTheyAreSafe) {
  ExplorationConfig config = subsuming(true, GetParam().firmware);
  config.solver.validate = false;  // Z3 takes long for some questions
  config.stop_at_first = true;
  const ExplorationResult result = explore(image_of(GetParam().firmware), config);
  EXPECT_EQ(result.verdict, GetParam().verdict);
  EXPECT_LE(result.paths, GetParam().paths);
}

INSTANTIATE_TEST_SUITE_P(
    Subsumption, SubsumeLoops,
    ::testing::Values(
        AT_EVERY_LEVEL("subsume_loop", Verdict::Safe, 1), AT_EVERY_LEVEL("subsume_loop_unsafe", Verdict::Unsafe, 2),
        AT_EVERY_LEVEL("subsume_nested", Verdict::Safe, 1), AT_EVERY_LEVEL("subsume_nested_unsafe", Verdict::Unsafe, 2),
        AT_EVERY_LEVEL("subsume_meeting", Verdict::Safe, 1),
        AT_EVERY_LEVEL("subsume_meeting_unsafe", Verdict::Unsafe, 3), AT_EVERY_LEVEL("subsume_table", Verdict::Safe, 1),
        AT_EVERY_LEVEL("subsume_table_unsafe", Verdict::Unsafe, 2),
        AT_EVERY_LEVEL("subsume_approach", Verdict::Safe, 1),
        AT_EVERY_LEVEL("subsume_approach_unsafe", Verdict::Unsafe, 2),
        AT_EVERY_LEVEL("subsume_steps", Verdict::Safe, 1), AT_EVERY_LEVEL("subsume_steps_unsafe", Verdict::Unsafe, 3),
        AT_EVERY_LEVEL("subsume_irregular", Verdict::Safe, 1), AT_EVERY_LEVEL("subsume_entries", Verdict::Safe, 1),
        AT_EVERY_LEVEL("subsume_entries_unsafe", Verdict::Unsafe, 3), AT_EVERY_LEVEL("subsume_right", Verdict::Safe, 1),
        AT_EVERY_LEVEL("subsume_wrong_at_last", Verdict::Unsafe, 2)),
    [](const auto& test) { return std::string(test.param.firmware); });

// The first state at the head is proved. What else the loop's iterations lead to is behind it.
TEST(SubsumeLoops, AreProvedFromWhereTheyAreEntered) {
  ExplorationConfig config = subsuming();
  config.solver.validate = false;
  const ExplorationResult result = explore(image_of("subsume_irregular_O1"), config);
  ASSERT_EQ(result.techniques.size(), 1);
  for (const auto& [name, count] : result.techniques.front().counts) {
    if (name == "loops_tried" || name == "loops_proved") {
      EXPECT_EQ(count, 1) << name;
    }
  }
}

// --- With detectors, and where repetitions are violations.

void detect(ExplorationConfig& config, const support::FirmwareImage& image) {
  config.hart.detectors = hart::detectors_for(image, std::nullopt);
  for (const hart::DetectorRow& row : hart::kDetectors) config.hart.detectors.add(row.detector);
  config.hart.detectors.remove(hart::Detector::leaks);
  hart::add_locals(config.hart.detectors, image);
  config.hart.repeating_fails = true;
}

std::uint64_t proved(const ExplorationResult& result) {
  for (const auto& [name, count] : result.techniques.front().counts) {
    if (name == "loops_proved") return count;
  }
  return 0;
}

class SubsumeWithDetectors : public ::testing::TestWithParam<Program> {};

TEST_P(SubsumeWithDetectors, ProvesTheSameLoops) {
  const auto image = image_of(GetParam().firmware);
  ExplorationConfig config = subsuming();
  config.solver.validate = false;
  config.stop_at_first = true;
  config.limits.forks = 60;
  config.limits.instructions = 20'000;
  detect(config, image);
  const ExplorationResult result = explore(image, config);
  EXPECT_EQ(result.verdict, GetParam().verdict);
  if (GetParam().verdict == Verdict::Safe) {
    EXPECT_GE(proved(result), 1);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Subsumption, SubsumeWithDetectors,
    ::testing::Values(
        AT_EVERY_LEVEL("subsume_loop", Verdict::Safe, 1), AT_EVERY_LEVEL("subsume_loop_unsafe", Verdict::Unsafe, 2),
        AT_EVERY_LEVEL("subsume_nested", Verdict::Safe, 1), AT_EVERY_LEVEL("subsume_nested_unsafe", Verdict::Unsafe, 2),
        AT_EVERY_LEVEL("subsume_table", Verdict::Safe, 1), AT_EVERY_LEVEL("subsume_table_unsafe", Verdict::Unsafe, 2),
        AT_EVERY_LEVEL("subsume_approach", Verdict::Safe, 1),
        AT_EVERY_LEVEL("subsume_approach_unsafe", Verdict::Unsafe, 2),
        AT_EVERY_LEVEL("subsume_steps", Verdict::Safe, 1), AT_EVERY_LEVEL("subsume_steps_unsafe", Verdict::Unsafe, 3),
        AT_EVERY_LEVEL("subsume_irregular", Verdict::Safe, 1), AT_EVERY_LEVEL("subsume_right", Verdict::Safe, 1),
        AT_EVERY_LEVEL("subsume_poisons", Verdict::Unsafe, 2),
        AT_EVERY_LEVEL("subsume_never_poisons", Verdict::Safe, 1), AT_EVERY_LEVEL("subsume_stays", Verdict::Unknown, 2),
        AT_EVERY_LEVEL("subsume_never_stays", Verdict::Safe, 1)),
    [](const auto& test) { return std::string(test.param.firmware); });

support::FirmwareImage mistaken_loop(std::uint32_t seed) {
  return testing::with_loop_seed(image_of(seed % 2 ? "subsume_mistaken_O1" : "subsume_mistaken_O0"), seed);
}

// What a path finds in the first iterations, a proof for all of them must not miss.
TEST(MistakenLoops, AreNotProved) {
  const unsigned loops = testing::sized(testing::soaked(600U, 40U), 6U);
  unsigned wrong = 0, safe = 0;
  for (std::uint32_t seed = 0; seed < loops; ++seed) {
    const auto image = mistaken_loop(seed);
    ExplorationConfig config = subsuming(false);
    config.solver.validate = false;
    config.stop_at_first = true;
    config.limits.forks = 40;
    config.limits.instructions = 20'000;
    detect(config, image);
    const Verdict verdict = explore(image, config).verdict;
    config.techniques.subsume = true;
    const Verdict with_proofs = explore(image, config).verdict;
    wrong += verdict == Verdict::Unsafe;
    safe += with_proofs == Verdict::Safe;
    if (verdict == Verdict::Unsafe) {
      EXPECT_NE(with_proofs, Verdict::Safe) << seed;
    }
  }
  EXPECT_GE(wrong, loops / 6);
  EXPECT_GE(safe, loops / 10);
}

}  // namespace
}  // namespace janus::engine
