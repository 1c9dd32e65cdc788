// Coverage of all paths: what explore says must be what replays of all its paths say together.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>

#include "program.h"
#include "testing/firmware.h"

namespace janus::testing {
namespace {

// What a tracefile says was executed, with the file in front: functions, lines, directions of branches.
std::set<std::string> executed(const std::string& tracefile) {
  std::set<std::string> hits;
  std::istringstream lines{text_of(tracefile)};
  std::string source;
  for (std::string line; std::getline(lines, line);) {
    const std::string kind = line.substr(0, line.find(':'));
    if (kind == "SF") source = line;
    const auto comma = line.rfind(',');
    const auto add = [&](std::string what, const std::string& count) {
      if (count != "0" && count != "-") hits.insert(source + " " + std::move(what));
    };
    if (kind == "DA" || kind == "BRDA") add(line.substr(0, comma), line.substr(comma + 1));
    if (kind == "FNDA") add(line.substr(comma + 1), line.substr(5, comma - 5));
  }
  return hits;
}

class CoverageOfAllPaths : public ::testing::TestWithParam<std::string> {};

TEST_P(CoverageOfAllPaths, IsThatOfTheirReplaysTogether) {
  const TemporaryDirectory directory;
  const std::string explored = directory.file("explored.info"), replayed = directory.file("replayed.info");
  const Exploration exploration(firmware_path(GetParam()),
                                {"--plain", "--all", "--test-cases", "all", "--coverage", explored});
  for (const std::string& name : exploration.cases()) {
    if (!name.starts_with("path-")) continue;
    janus({"replay", exploration.elf(), exploration.file(name), "--coverage", replayed, "--coverage-append"});
  }
  EXPECT_EQ(executed(explored), executed(replayed));
  EXPECT_GT(executed(explored).size(), 10U);
}

INSTANTIATE_TEST_SUITE_P(All, CoverageOfAllPaths,
                         ::testing::Values("sum_safe_3", "sum_unsafe_3", "bubble_sort_safe_3", "sets_safe_2",
                                           "string_to_number_unsafe_3", "quickstart", "driver_unsafe_4",
                                           "nested_if_safe", "symbolic_trap", "symbolic_jump_table",
                                           "symbolic_two_bugs", "symbolic_excluded"),
                         [](const auto& row) { return row.param; });

// The code that calls share has the line of one of them.
TEST(Coverage, LeavesOutALineOfWhichOnlyCodeWasExecutedThatOthersShare) {
  for (const std::string level : {"O1", "O2"}) {
    const TemporaryDirectory directory;
    const Exploration exploration(firmware_path("merged_calls_" + level),
                                  {"--plain", "--all", "--coverage", directory.file("coverage")});
    const std::string found = text_of(directory.file("coverage"));
    EXPECT_NE(found.find("DA:16,1\n"), std::string::npos) << found;
    EXPECT_NE(found.find("DA:20,0\n"), std::string::npos) << found;
  }
}

// What a widened state executes proves nothing, but its finding has happened.
TEST(CoverageOfWidenedStates, HasWhatTheirFindingsExecute) {
  const TemporaryDirectory directory;
  const std::string explored = directory.file("explored.info"), replayed = directory.file("replayed.info");
  const Exploration exploration(firmware_path("uart_commands_bug"),
                                {"--symbolic", "uart=16", "--plain", "--revisit", "--revisit-widen", "inputs",
                                 "--revisit-apart", "endless", "--coverage", explored});
  ASSERT_EQ(exploration.result().exit_code, kUnsafe) << exploration.result().output;
  janus({"replay", exploration.elf(), exploration.file("finding-1.json"), "--coverage", replayed});
  const auto all = executed(explored), own = executed(replayed);
  EXPECT_GT(own.size(), 20U);
  EXPECT_TRUE(std::ranges::includes(all, own));
}

class CoveringCases : public ::testing::TestWithParam<std::string> {};

TEST_P(CoveringCases, CoverWhatAllPathsCover) {
  const TemporaryDirectory directory;
  const std::string explored = directory.file("explored.info"), replayed = directory.file("replayed.info");
  const auto explore = [&](const char* which) {
    return Exploration(firmware_path(GetParam()), {"--plain", "--all", "--test-cases", which, "--coverage", explored});
  };
  const Exploration few = explore("covering");
  std::size_t cases = 0;
  for (const std::string& name : few.cases()) {
    if (!name.starts_with("path-")) continue;
    ++cases;
    const auto replay = janus({"replay", few.elf(), few.file(name), "--coverage", replayed, "--coverage-append"});
    EXPECT_NE(replay.exit_code, 71) << name << ": " << replay.errors;
  }
  const auto only_branches = [](std::set<std::string> hits) {
    std::erase_if(hits, [](const std::string& hit) { return hit.find(" BRDA:") == std::string::npos; });
    return hits;
  };
  EXPECT_EQ(only_branches(executed(explored)), only_branches(executed(replayed)));
  EXPECT_LE(cases, only_branches(executed(explored)).size()) << "each is for another direction of a branch";
  EXPECT_GE(cases, 1U);
  EXPECT_LE(cases, explore("all").paths());
}

INSTANTIATE_TEST_SUITE_P(All, CoveringCases,
                         ::testing::Values("bubble_sort_safe_4", "string_to_number_unsafe_3", "quickstart",
                                           "symbolic_two_bugs", "symbolic_jump_table"),
                         [](const auto& row) { return row.param; });

using CoverGoal = ::testing::Test;

TEST_F(CoverGoal, GoesOnAfterFindingsAndSaysHowMuchIsCovered) {
  const Exploration exploration(firmware_path("quickstart"), {"--cover"});
  EXPECT_EQ(exploration.paths(), 4U);
  const auto& branches = exploration.stats().at("branch_directions");
  EXPECT_GT(branches.at("covered"), 0);
  EXPECT_LE(branches.at("covered"), branches.at("reachable"));
}

TEST_F(CoverGoal, EndsWhenEveryBranchHasGoneBothWays) {
  const Exploration exploration(firmware_path("cover_goal"), {"--cover"});
  const auto& branches = exploration.stats().at("branch_directions");
  EXPECT_EQ(branches.at("covered"), branches.at("reachable"));
  EXPECT_GT(exploration.stats().at("waiting"), 0) << "of 2^16 paths";
  EXPECT_EQ(last_line(exploration.result().output), "unknown");
  EXPECT_NE(exploration.result().output.find("every branch has gone both ways"), std::string::npos);
}

using CoverageByDefault = ::testing::Test;

TEST_F(CoverageByDefault, HasTheSameCodeWhereNothingIsPruned) {
  const TemporaryDirectory directory;
  const std::string plain = directory.file("plain.info"), other = directory.file("other.info");
  for (const char* firmware : {"symbolic_explosion", "default_commands", "max_safe_5"}) {
    const auto explore = [&](const std::string& tracefile, Arguments options) {
      options.insert(options.begin(),
                     {"explore", firmware_path(firmware), "--out", directory.file("out"), "--coverage"});
      options.insert(options.begin() + 5, tracefile);
      janus(options);
      return executed(tracefile);
    };
    const auto some = explore(plain, {"--plain", "--max-paths", "200"});
    for (const Arguments& options : {Arguments{}, Arguments{"--merge", "eager"}}) {
      const auto all = explore(other, options);
      for (const std::string& hit : some) EXPECT_TRUE(all.contains(hit)) << firmware << ": " << hit;
    }
  }
}

TEST_F(CoverageByDefault, SaysWhatPrunedStatesMayHaveExecuted) {
  const TemporaryDirectory directory;
  const auto result = janus({"explore", firmware_path("bubble_sort_safe_4"), "--learn", "--out", directory.file("out"),
                             "--coverage", directory.file("coverage")});
  EXPECT_NE(result.output.find("coverage: without the code that only "), std::string::npos) << result.output;
}

TEST_F(CoverageByDefault, IsRefusedBeforeTheExplorationIfItCannotBeWritten) {
  const auto result = janus({"explore", firmware_path("quickstart"), "--coverage", "/no/such/directory/file"});
  EXPECT_EQ(result.exit_code, 73);
  EXPECT_EQ(result.output, "");
}

}  // namespace
}  // namespace janus::testing
