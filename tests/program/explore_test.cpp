// janus explore on programs with known verdicts and numbers of paths, and its output files.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <regex>

#include "engine/search/searchers.h"
#include "program.h"
#include "testing/firmware.h"

namespace janus::testing {
namespace {

struct Known {
  std::string firmware;
  std::uint64_t paths;  // 0: unsafe
  Arguments options = {};
};
void PrintTo(const Known& known, std::ostream* out) { *out << known.firmware; }

class Evaluation : public ::testing::TestWithParam<std::tuple<Known, std::string>> {};

TEST_P(Evaluation, HasTheVerdictAndThePathsKnownByHand) {
  const auto& [known, searcher] = GetParam();
  Arguments options{"--searcher", searcher, "--seed", "7"};
  options.insert(options.end(), known.options.begin(), known.options.end());
  const Exploration exploration(firmware_path(known.firmware), options);
  const bool safe = known.paths > 0;
  EXPECT_EQ(exploration.result().exit_code, safe ? kSafe : kUnsafe) << exploration.result().errors;
  EXPECT_EQ(last_line(exploration.result().output), safe ? "safe" : "unsafe");
  EXPECT_EQ(exploration.result().errors, "");
  EXPECT_EQ(exploration.stats().at("verdict"), safe ? "safe" : "unsafe");
  EXPECT_EQ(exploration.stats().at("concretizations"), 0);
  EXPECT_EQ(exploration.findings().size(), safe ? 0U : 1U);
  if (safe) {
    EXPECT_EQ(exploration.paths(), known.paths);
    EXPECT_EQ(exploration.stats().at("forks"), known.paths - 1);
  }
  expect_replays(exploration);
}

const Known kPrograms[] = {
    {"sum_safe_3", 3},
    {"sum_unsafe_3", 0},
    {"branch_safe", 2},
    {"branch_unsafe", 0},
    {"bubble_sort_safe_3", 1 + 2 + 6},
    {"bubble_sort_safe_5", 1 + 2 + 6 + 24 + 120},
    {"bubble_sort_unsafe_3", 0},
    {"fibonacci_recursive_safe_5", 5},
    {"fibonacci_recursive_unsafe_5", 0},
    {"fibonacci_iterative_safe_5", 6},
    {"fibonacci_iterative_unsafe_5", 0},
    {"loop_safe_20", 21},
    {"loop_unsafe_20", 0},
    {"max_safe_3", 1 + 2 + 4},
    {"max_safe_5", 1 + 2 + 4 + 8 + 16},
    {"max_unsafe_3", 0},
    {"merge_sort_safe_3", 6},
    {"merge_sort_safe_5", 120},
    {"merge_sort_unsafe_3", 0},
    {"quick_sort_safe_3", 1 + 2 + 6},
    {"quick_sort_safe_5", 1 + 2 + 6 + 24 + 120},
    {"quick_sort_unsafe_3", 0},
    {"sets_safe_2", 20},
    {"sets_unsafe_2", 0},
    {"string_to_number_safe_3", 2 + 3 + 4},
    {"string_to_number_safe_5", 2 + 3 + 4 + 5 + 6},
    {"string_to_number_unsafe_3", 0},
    {"quickstart_fixed", 3},
    {"quickstart", 0},
    {"raw_abi_safe", 2, {"--hooks", "always"}},
    {"raw_abi_unsafe", 0, {"--hooks", "always"}},
};
std::string name_of(const ::testing::TestParamInfo<std::tuple<Known, std::string>>& row) {
  return std::get<0>(row.param).firmware + "_" + std::get<1>(row.param);
}
INSTANTIATE_TEST_SUITE_P(All, Evaluation,
                         ::testing::Combine(::testing::ValuesIn(kPrograms), ::testing::Values("dfs", "random")),
                         name_of);
// The engine's own tests have every program under every searcher.
TEST(Searchers, OfTheEngineAreTheChoicesOfTheOption) {
  const std::string help = janus({"explore", "--help=all"}).output;
  std::string choices;
  for (const std::string_view name : engine::searcher_names()) {
    const Exploration exploration(firmware_path("bubble_sort_safe_3"), {"--searcher", std::string(name)});
    EXPECT_EQ(exploration.paths(), 9U) << name;
    EXPECT_EQ(exploration.stats().contains("coverage"), engine::needs_coverage(name)) << name;
    EXPECT_NE(help.find(name), std::string::npos) << name;
    choices += (choices.empty() ? "" : "|") + std::string(name);
  }
  const std::string complaint = janus({"explore", firmware_path("hello"), "--searcher", "none"}).errors;
  EXPECT_NE(complaint.find("one of " + choices + ","), std::string::npos) << complaint;
}

// A loop without a limit has no last path, and is proved by a summary.
TEST(Techniques, AreChosenUnlessSomethingElseIsAskedFor) {
  const Exploration chosen(firmware_path("listing_4_3_O1"));
  EXPECT_EQ(last_line(chosen.result().output), "safe");
  EXPECT_TRUE(chosen.stats().at("techniques").contains("auto"));
  for (const Arguments& options :
       {Arguments{"--plain"}, Arguments{"--searcher", "dfs"}, Arguments{"--all"}, Arguments{"--max-forks", "100"},
        Arguments{"--max-paths", "100"}, Arguments{"--test-cases", "all"}, Arguments{"--learn"}}) {
    Arguments command{"--max-time", "0.5"};
    command.insert(command.end(), options.begin(), options.end());
    const Exploration exploration(firmware_path("listing_4_3_O1"), command);
    EXPECT_EQ(last_line(exploration.result().output), "unknown") << options[0];
    EXPECT_FALSE(exploration.stats().at("techniques").contains("auto")) << options[0];
  }
  const Exploration asked_for(firmware_path("listing_4_3_O1"), {"--all", "--auto"});
  EXPECT_EQ(last_line(asked_for.result().output), "safe");
}

// What every contender asks is kept apart.
TEST(Techniques, LogTheirOwnQuestions) {
  const TemporaryDirectory directory;
  const std::string log = directory.file("log");
  const Exploration exploration(firmware_path("listing_4_3_O1"), {"--log-queries", log, "--solver-order", "off"});
  EXPECT_EQ(last_line(exploration.result().output), "safe");
  EXPECT_TRUE(std::filesystem::exists(log + "/memory/query-000001.smt2"));
  const auto has_questions = [](const auto& entry) {
    return entry.path().filename() != "memory" && std::filesystem::exists(entry.path() / "query-000001.smt2");
  };
  const std::filesystem::directory_iterator folders(log);
  EXPECT_TRUE(std::any_of(begin(folders), end(folders), has_questions)) << "of any technique";
}

// Depth first, it would count to 2^32.
INSTANTIATE_TEST_SUITE_P(Constructed, Evaluation,
                         ::testing::Combine(::testing::Values(Known{"constructed_unsafe", 0}),
                                            ::testing::Values("random", "bfs", "coverage")),
                         name_of);

struct Row {
  std::string firmware, verdict;
  std::uint64_t paths;
  Arguments options = {};
};
void PrintTo(const Row& row, std::ostream* out) { *out << row.verdict << ", " << row.paths << " paths"; }

class EveryPath : public ::testing::TestWithParam<Row> {};

TEST_P(EveryPath, ReplaysToTheEndItWasExploredTo) {
  const auto& [firmware, verdict, paths, options] = GetParam();
  expect_every_path(firmware, verdict, paths, options);
}

const Row kEveryPath[] = {
    {"bubble_sort_safe_3", "safe", 9},
    {"quick_sort_safe_3", "safe", 9},
    {"string_to_number_safe_3", "safe", 9},
    {"timer", "safe", 1},
    {"ecall_trap", "safe", 1},
    {"uart_echo", "safe", 1},  // which waits for a byte that nobody sends
    {"interrupt_storm", "safe", 1},
    {"symbolic_table_lookup", "safe", 1},
    {"symbolic_store", "safe", 1},
    {"symbolic_jump_table", "safe", 8},
    {"symbolic_out_of_bounds", "unsafe", 2},
    {"symbolic_divide", "safe", 1},
    {"symbolic_shift", "safe", 1},
    {"symbolic_atomic", "safe", 1},
    {"symbolic_atomic_indexed", "safe", 4},
    {"symbolic_deadline", "safe", 4},
    {"symbolic_clock", "safe", 4},
    {"symbolic_csrs", "safe", 1},
    {"symbolic_csrs_enable", "safe", 2},
    {"symbolic_trap", "safe", 4},
    {"symbolic_protection", "safe", 32},
    {"symbolic_code", "safe", 2},
    {"symbolic_output", "safe", 1},
    {"symbolic_two_bugs", "unsafe", 3},
    {"symbolic_endless", "unknown", 3, {"--max-instructions", "2000"}},
};
INSTANTIATE_TEST_SUITE_P(All, EveryPath, ::testing::ValuesIn(kEveryPath),
                         [](const auto& row) { return row.param.firmware; });

TEST(Explore, FindsTheAccessThatLeavesMemory) {
  const Exploration exploration(firmware_path("symbolic_out_of_bounds"));
  ASSERT_EQ(exploration.findings().size(), 1U);
  const auto end = json_of(exploration.file("finding-1.json")).at("end");
  EXPECT_EQ(end.at("reason"), "trap");
  EXPECT_EQ(end.at("cause"), 5);
  const auto address = std::stoul(end.at("trap_value").get<std::string>(), nullptr, 16);
  EXPECT_GE(address, 0x88000000U);
  EXPECT_LT(address, 0x88000010U);
}

TEST(Explore, GivesTheByteThatTheReplayPrints) {
  const Exploration exploration(firmware_path("symbolic_output"), {"--test-cases", "all"});
  EXPECT_EQ(exploration.result().output.find('K'), std::string::npos);
  EXPECT_EQ(janus({"replay", exploration.elf(), exploration.file("path-1.json")}).output, "K");
}

TEST(Explore, FillsTheStatistics) {
  const Exploration exploration(firmware_path("bubble_sort_unsafe_3"));
  for (const char* key : {"verdict", "paths", "forks", "instructions", "cycles", "queries", "solver_seconds", "seconds",
                          "peak_bytes", "concretizations", "findings"}) {
    EXPECT_TRUE(exploration.stats().contains(key)) << key;
  }
  ASSERT_EQ(exploration.findings().size(), 1U);
  const auto& finding = exploration.findings()[0];
  EXPECT_EQ(finding.at("reason"), "assert");
  EXPECT_TRUE(std::regex_match(finding.at("pc").get<std::string>(), std::regex("0x8[0-9a-f]{7}")));
  EXPECT_EQ(finding.at("function"), "main");
  EXPECT_EQ(finding.at("file"), "evaluation/sym-iss/programs/bubble_sort.c");
  EXPECT_EQ(finding.at("line"), 37);
  ASSERT_EQ(finding.at("inputs").size(), 2U);
  EXPECT_EQ(finding.at("inputs")[0].at("name"), "size");
  EXPECT_EQ(finding.at("inputs")[1].at("name"), "array");
  EXPECT_EQ(finding.at("test_case"), exploration.file("finding-1.json"));
}

TEST(Explore, TellsThePlaceTheInputsAndHowToReplay) {
  const Exploration exploration(firmware_path("symbolic_two_bugs"), {"--all"});
  const std::string& text = exploration.result().output;
  EXPECT_TRUE(
      std::regex_search(text, std::regex("assertion failed at 0x8[0-9a-f]{7} \\(main at [^)]*two_bugs.c:7\\)")));
  EXPECT_NE(text.find("\n  x = 0 (0x00000000)\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\n  x = 5 (0x00000005)\n"), std::string::npos) << text;
  EXPECT_NE(text.find("janus replay " + exploration.elf() + " " + exploration.file("finding-2.json")),
            std::string::npos);
}

TEST(Explore, StopsAtTheFirstFindingUnlessToldToGoOn) {
  EXPECT_EQ(Exploration(firmware_path("symbolic_two_bugs")).findings().size(), 1U);
  EXPECT_EQ(Exploration(firmware_path("symbolic_two_bugs"), {"--stop-at-first"}).findings().size(), 1U);
  EXPECT_EQ(Exploration(firmware_path("symbolic_two_bugs"), {"--all"}).findings().size(), 2U);
}

TEST(Explore, TellsTheFirstOfManyFindingsOfOneAssertion) {
  const Exploration exploration(firmware_path("bubble_sort_unsafe_3"), {"--plain", "--all"});
  const std::string& text = exploration.result().output;
  EXPECT_NE(text.find("finding 1: assertion failed"), std::string::npos) << text;
  EXPECT_EQ(text.find("finding 2"), std::string::npos) << text;
  EXPECT_NE(text.find("\nfinding 1: 2 more of the same assertion; all in " + exploration.file("")), std::string::npos);
  EXPECT_NE(text.find(", 3 findings\n"), std::string::npos) << text;
  EXPECT_EQ(exploration.findings().size(), 3U);
  EXPECT_EQ(exploration.cases(), (std::vector<std::string>{"finding-1.json", "finding-2.json", "finding-3.json"}));
}

nlohmann::json without_times(nlohmann::json stats) {
  for (const char* key : {"seconds", "solver_seconds", "peak_bytes"}) stats.erase(key);
  for (auto& layer : stats.at("solver")) layer.erase("seconds");
  for (auto& finding : stats.at("findings")) finding.erase("test_case");
  return stats;
}

TEST(Explore, DoesTheSameAgainForTheSameSeed) {
  for (const char* firmware : {"quick_sort_safe_3", "sets_unsafe_2", "symbolic_jump_table", "constructed_unsafe"}) {
    const Arguments options{"--searcher", "random", "--seed", "42"};
    const Exploration once(firmware_path(firmware), options), again(firmware_path(firmware), options);
    EXPECT_EQ(without_times(once.stats()), without_times(again.stats())) << firmware;
  }
}

TEST(Explore, WritesTheSignatureOfTheOnlyPath) {
  TemporaryDirectory directory;
  const std::string file = directory.file("signature"), out = directory.file("out");
  for (const char* how : {"--auto", "--plain"}) {
    const auto result = janus({"explore", firmware_path("foreign_tohost"), how, "--signature", file, "--out", out});
    EXPECT_EQ(result.exit_code, kSafe) << result.errors;
    EXPECT_EQ(text_of(file), "0000000c\n00000006\nffffffff\ndeadbeef\n");
    std::filesystem::remove(file);
  }
  const auto wrong = janus({"explore", firmware_path("foreign_tohost_wrong"), "--signature", file, "--out", out});
  EXPECT_EQ(wrong.exit_code, 73);
  EXPECT_EQ(last_line(wrong.output), "unsafe");
  EXPECT_NE(wrong.errors.find("did not end normally"), std::string::npos) << wrong.errors;
  const auto without = janus({"explore", firmware_path("hello"), "--signature", file});
  EXPECT_EQ(without.exit_code, 65);
  EXPECT_EQ(without.output, "");
  EXPECT_FALSE(std::filesystem::exists(file));
}

// One firmware for all: an input, a signature, and as many paths as CASE says.
TEST(Explore, SaysWhyThereIsNoSignature) {
  TemporaryDirectory directory;
  const std::string file = directory.file("signature");
  for (const auto& [firmware, why] : {std::pair{"symbolic_signature_symbolic", "it depends on symbolic input at 0x8"},
                                      {"symbolic_signature_paths", "there are several paths"}}) {
    const auto result = janus({"explore", firmware_path(firmware), "--signature", file});
    EXPECT_EQ(result.exit_code, 73);
    EXPECT_EQ(last_line(result.output), "safe");
    EXPECT_NE(result.errors.find(why), std::string::npos) << result.errors;
    EXPECT_FALSE(std::filesystem::exists(file));
  }
  const auto assumed = janus({"explore", firmware_path("symbolic_signature_assumed"), "--signature", file});
  EXPECT_EQ(assumed.exit_code, 0) << assumed.errors;
  EXPECT_EQ(text_of(file), "00000007\n");
}

// The profile goes with the test cases, wherever both go.
TEST(Explore, WritesTheTimingProfileBesideTheTestCases) {
  TemporaryDirectory directory;
  std::filesystem::create_directory(directory.file("profiles"));
  const std::string profile = directory.file("profiles/ibex"), out = directory.file("out"),
                    moved = directory.file("moved");
  write_file(profile, std::string("alu = 3\nload = 17\n"));
  const std::string elf = firmware_path("quickstart");
  const auto explored = janus({"explore", elf, "--timing", profile, "--out", out});
  ASSERT_EQ(explored.exit_code, kUnsafe) << explored.errors;
  EXPECT_EQ(json_of(out + "/finding-1.json").at("machine").at("timing"), "machine.timing");
  std::filesystem::remove_all(directory.file("profiles"));
  std::filesystem::rename(out, moved);
  const auto replayed = janus({"replay", elf, moved + "/finding-1.json"});
  EXPECT_EQ(replayed.exit_code, 1);
  EXPECT_TRUE(last_line(replayed.errors).ends_with("as explored")) << replayed.errors;
  EXPECT_EQ(janus({"replay", elf, moved + "/finding-1.json", "--timing", "default"}).exit_code, 71) << "overridden";
}

TEST(Finding, HasAnInputWithZerosAndPrintableBytesWhereverItCan) {
  const Exploration exploration(firmware_path("small_inputs"));
  ASSERT_EQ(exploration.findings().size(), 1U);
  const auto bytes = json_of(exploration.file("finding-1.json")).at("inputs").at(0).at("bytes").get<std::string>();
  EXPECT_EQ(bytes.substr(0, 4) + bytes.substr(6), "0000000000") << bytes;
  const int third = std::stoi(bytes.substr(4, 2), nullptr, 16);
  EXPECT_TRUE(third >= 60 && third < 127) << bytes;
}

// Depth first, 40 events come before it, of which 3 are needed.
TEST(Finding, HasOnlyTheInputsThatItNeeds) {
  const Exploration exploration(firmware_path("long_way"), {"--plain"});
  EXPECT_NE(exploration.result().output.find("\n  found with 40 inputs; what it does not need was left out\n"),
            std::string::npos)
      << exploration.result().output;
  const auto inputs = json_of(exploration.file("finding-1.json")).at("inputs");
  ASSERT_EQ(inputs.size(), 3U);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    EXPECT_EQ(inputs[i].at("bytes"), "01");
    EXPECT_EQ(inputs[i].at("name"), i == 0 ? "event" : "event#" + std::to_string(i + 1));
  }
  ASSERT_EQ(exploration.findings().size(), 1U);
  EXPECT_EQ(exploration.findings().at(0).at("inputs").size(), 3U) << "everywhere";
  const auto replayed = janus({"replay", firmware_path("long_way"), exploration.file("finding-1.json")});
  EXPECT_EQ(replayed.exit_code, 1);
  EXPECT_TRUE(last_line(replayed.errors).ends_with("as explored")) << replayed.errors;
}

// Of what a device receives, no fewer words than --symbolic says.
TEST(Finding, HasAsManyWordsOfADeviceAsThereMustBe) {
  for (const auto& [words, least] : {std::pair{"uart=0..12", 3U}, {"uart=7..12", 7U}, {"uart=12", 12U}}) {
    const std::string elf = firmware_path("long_way_received");
    const Exploration exploration(elf, {"--plain", "--symbolic", words});
    ASSERT_EQ(exploration.findings().size(), 1U) << words;
    const auto inputs = json_of(exploration.file("finding-1.json")).at("inputs");
    std::string bytes;
    for (const auto& input : inputs) bytes += input.at("bytes").get<std::string>();
    EXPECT_EQ(bytes.size(), 2 * least) << words << ": " << bytes;
    const auto replayed = janus({"replay", elf, exploration.file("finding-1.json")});
    EXPECT_TRUE(last_line(replayed.errors).ends_with("as explored")) << replayed.errors;
  }
}

// The formula of a path is that of its test case.
TEST(Finding, KeepsItsInputsBesideItsFormula) {
  const Exploration exploration(firmware_path("long_way"), {"--plain", "--write", "smt2"});
  EXPECT_EQ(json_of(exploration.file("finding-1.json")).at("inputs").size(), 40U);
}

}  // namespace
}  // namespace janus::testing
