// A limit ends an exploration cleanly: the output names the limit and contains the findings made before.
#include <gtest/gtest.h>

#include "program.h"
#include "testing/firmware.h"
#include "testing/size.h"

namespace janus::testing {
namespace {

bool says(const Exploration& exploration, const std::string& text) {
  return exploration.result().output.find(text) != std::string::npos;
}

struct Limit {
  std::string firmware;
  Arguments options;
  std::string text;
};
void PrintTo(const Limit& limit, std::ostream* out) { *out << limit.options[0]; }

class Limits : public ::testing::TestWithParam<Limit> {};

TEST_P(Limits, AreNamedAndMakeTheVerdictUnknown) {
  const auto& [firmware, options, text] = GetParam();
  const Exploration exploration(firmware_path(firmware), options);
  EXPECT_EQ(exploration.result().exit_code, kUnknown);
  EXPECT_EQ(last_line(exploration.result().output), "unknown");
  EXPECT_EQ(exploration.stats().at("verdict"), "unknown");
  EXPECT_TRUE(says(exploration, text)) << exploration.result().output;
  EXPECT_EQ(without_warnings(exploration.result().errors), "");
}

INSTANTIATE_TEST_SUITE_P(
    All, Limits,
    ::testing::Values(Limit{"symbolic_explosion", {"--max-time", "0.3", "--plain"}, "--max-time 0.3"},
                      Limit{"symbolic_explosion", {"--max-memory", "1"}, "--max-memory 1"},
                      Limit{"symbolic_explosion", {"--max-paths", "5"}, "--max-paths 5"},
                      Limit{"symbolic_explosion", {"--max-forks", "40"}, "--max-forks 40"},
                      Limit{"symbolic_endless", {"--max-instructions", "2000"}, "--max-instructions 2000"},
                      Limit{"symbolic_factors", {"--solver-timeout", "0.05"}, "--solver-timeout"}),
    [](const auto& row) {
      std::string name = row.param.options[0].substr(2);
      for (char& character : name) character = character == '-' ? '_' : character;
      return name;
    });

// The question needs gigabytes if nobody looks. What is given back is no limit of what is needed, so there is some
// room.
TEST(LimitOfMemory, HoldsWithinAQuestion) {
  const Exploration exploration(firmware_path("trust_long_sum"), {"--max-memory", "300", "--solver-guess", "off"});
  EXPECT_EQ(exploration.result().exit_code, kUnknown);
  EXPECT_TRUE(says(exploration, "--max-memory 300")) << exploration.result().output;
  EXPECT_LT(exploration.stats().at("peak_bytes"), std::uint64_t{1} << 30);
}

TEST(LimitOfTime, IsNamedEvenIfItBreaksOffTheLastQuestion) {
  const Exploration exploration(firmware_path("symbolic_factors"), {"--max-time", "0.2"});
  EXPECT_EQ(last_line(exploration.result().output), "unknown");
  EXPECT_TRUE(says(exploration, "--max-time 0.2")) << exploration.result().output;
}

// Whatever a run is busy with when its time is over: many questions of one path, or one that Z3 does not come back
// from.
TEST(LimitOfTime, EndsARunThatIsBusy) {
  for (const std::string firmware : {"symbolic_questions", "symbolic_quotients"}) {
    if (firmware == "symbolic_quotients" && testing::soaked(false, true)) continue;  // a second for each of these
    for (const Arguments& options : {Arguments{}, Arguments{"--solver", "z3"}, Arguments{"--solver", "cadical"},
                                     Arguments{"--solver-validate", "--searcher", "random-path"},
                                     Arguments{"--symbolic-address", "fork", "--merge", "eager"},
                                     Arguments{"--subsume", "--summarize", "--learn"}, Arguments{"--auto"}}) {
      SCOPED_TRACE(firmware + (options.empty() ? "" : " " + options[0]));
      const TemporaryDirectory directory;
      const std::string stats = directory.file("stats");
      Arguments command{janus_program(), "explore", firmware_path(firmware), "--max-time", "1", "--stats",
                        stats,           "--out",   directory.file("out")};
      command.insert(command.end(), options.begin(), options.end());
      const auto result = run_command(command, true, 20);
      ASSERT_EQ(result.exit_code, kUnknown) << result.output;
      EXPECT_EQ(last_line(result.output), "unknown");
      EXPECT_NE(result.output.find("--max-time 1"), std::string::npos) << result.output;
      EXPECT_EQ(json_of(stats).at("verdict"), "unknown");
      EXPECT_GT(json_of(stats).at("waiting"), 0);
    }
  }
}

TEST(LimitOfPaths, IsExact) {
  const Exploration exploration(firmware_path("symbolic_explosion"), {"--max-paths", "5"});
  EXPECT_EQ(exploration.paths(), 5U);
  EXPECT_GT(exploration.stats().at("waiting"), 0);
}

// Whoever waits for paths without end is told of --auto, and who has it is not.
TEST(LimitOfPaths, SaysWhatMayHelp) {
  for (const auto& [options, helps] :
       {std::pair{Arguments{}, true}, {Arguments{"--auto"}, false}, {Arguments{"--merge", "careful"}, false}}) {
    Arguments all = {"--max-paths", "5"};
    all.insert(all.end(), options.begin(), options.end());
    const Exploration exploration(firmware_path("symbolic_explosion"), all);
    EXPECT_EQ(says(exploration, "may help: --auto"), helps) << exploration.result().output;
  }
}

TEST(LimitOfInstructions, IsNoFindingButHasATestCase) {
  const Exploration exploration(firmware_path("symbolic_endless"), {"--max-instructions", "2000"});
  ASSERT_EQ(exploration.findings().size(), 1U);
  EXPECT_EQ(exploration.findings()[0].at("reason"), "instruction_limit");
  EXPECT_EQ(json_of(exploration.file("finding-1.json")).at("end").at("instructions"), 2000);
  EXPECT_TRUE(says(exploration, "given up 1: did not end within the instruction limit"));
  EXPECT_TRUE(says(exploration, ", 0 findings")) << exploration.result().output;
  expect_replays(exploration);
}

TEST(WhatWasFoundBeforeALimit, IsKept) {
  for (const Arguments& limit :
       {Arguments{"--max-paths", "5"}, Arguments{"--max-forks", "40"}, Arguments{"--max-time", "0.3"}}) {
    Arguments options{"--all"};
    options.insert(options.end(), limit.begin(), limit.end());
    const Exploration exploration(firmware_path("symbolic_explosion_bug"), options);
    EXPECT_EQ(last_line(exploration.result().output), "unsafe");  // a counterexample is one, whatever else there is
    EXPECT_EQ(exploration.result().exit_code, kUnsafe);
    EXPECT_TRUE(says(exploration, limit[0])) << exploration.result().output;
    EXPECT_EQ(exploration.cases(), std::vector<std::string>{"finding-1.json"});
    expect_replays(exploration);
  }
}

TEST(CtrlC, EndsCleanlyAndKeepsWhatWasFound) {
  TemporaryDirectory directory;
  const std::string stats = directory.file("stats");
  const auto result =
      interrupt_command({janus_program(), "explore", firmware_path("symbolic_explosion_endless"), "--all",
                         "--max-instructions", "2000", "--stats", stats, "--out", directory.file("out")},
                        "given up 1");
  EXPECT_EQ(result.exit_code, kUnknown) << result.errors;
  EXPECT_EQ(last_line(result.output), "unknown");
  EXPECT_NE(result.output.find("interrupted"), std::string::npos);
  EXPECT_EQ(json_of(stats).at("findings").at(0).at("reason"), "instruction_limit");
  EXPECT_EQ(json_of(directory.file("out/finding-1.json")).at("end").at("reason"), "instruction_limit");
}

TEST(CtrlC, BreaksOffAQuestionToTheSolver) {
  TemporaryDirectory directory;
  const auto result = interrupt_command({janus_program(), "explore", firmware_path("symbolic_factors_bug"), "--all",
                                         "--solver-timeout", "1000", "--out", directory.file("out")},
                                        "finding 1", 20);
  EXPECT_EQ(last_line(result.output), "unsafe");
  EXPECT_EQ(result.exit_code, kUnsafe);
  EXPECT_NE(result.output.find("interrupted"), std::string::npos);
}

TEST(CtrlC, EndsARunThatTheSolverDoesNotComeBackTo) {
  TemporaryDirectory directory;
  const auto result = interrupt_command({janus_program(), "explore", firmware_path("symbolic_quotients_bug"), "--all",
                                         "--solver", "z3", "--solver-timeout", "1000", "--out", directory.file("out")},
                                        "finding 1", 20);
  EXPECT_EQ(last_line(result.output), "unsafe");
  EXPECT_EQ(result.exit_code, kUnsafe);
  EXPECT_NE(result.output.find("interrupted"), std::string::npos);
  EXPECT_EQ(json_of(directory.file("out/finding-1.json")).at("end").at("reason"), "assert");
}

// The system counts what a process had before it became this program; a large parent is not our memory.
TEST(PeakMemory, IsNotTheParents) {
  const TemporaryDirectory directory;
  const std::string stats = directory.file("stats.json");
  const std::string run = "import subprocess, sys; held = b'x' * (800 << 20); subprocess.run(sys.argv[1:])";
  for (const std::string command : {"explore", "run"}) {
    run_command({JANUS_PYTHON, "-c", run, janus_program(), command, firmware_path("hello"), "--stats", stats});
    const std::uint64_t peak = json_of(stats).at("peak_bytes");
    EXPECT_GT(peak, 1U << 20) << command;
    EXPECT_LT(peak, 600U << 20) << command;
  }
}

}  // namespace
}  // namespace janus::testing
