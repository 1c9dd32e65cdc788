// janus bmc as users run it: verdicts, formulas that other solvers read, test cases, and rejected input.
#include <gtest/gtest.h>

#include "program.h"
#include "testing/firmware.h"

namespace janus::testing {
namespace {

struct Case {
  const char* firmware;
  bool safe;
};
void PrintTo(const Case& known, std::ostream* out) { *out << known.firmware; }

// The first line of what a solver says about a script.
std::string answer_of(const std::vector<std::string>& command) {
  const std::string said = run_command(command).output;
  return said.substr(0, said.find('\n'));
}

class Bmc : public ::testing::TestWithParam<std::tuple<Case, std::string>> {
 protected:
  TemporaryDirectory directory_;
};

TEST_P(Bmc, HasTheVerdictKnownByHandAndReplays) {
  const auto& [known, merge] = GetParam();
  const std::string elf = firmware_path(known.firmware), out = directory_.file("out"), stats = directory_.file("stats");
  const auto result = janus({"bmc", elf, "--division-by-zero", "--merge", merge, "--out", out, "--stats", stats});
  EXPECT_EQ(result.exit_code, known.safe ? kSafe : kUnsafe) << result.errors;
  EXPECT_EQ(last_line(result.output), known.safe ? "safe" : "unsafe");
  const auto json = json_of(stats);
  EXPECT_EQ(json.at("verdict"), known.safe ? "safe" : "unsafe");
  EXPECT_EQ(json.at("formula").at("answer"), known.safe ? "unsat" : "sat");
  EXPECT_GT(json.at("formula").at("terms"), 0);
  if (known.safe) return;
  const auto replay = janus({"replay", elf, out + "/finding-1.json"});
  EXPECT_NE(replay.errors.find("as explored"), std::string::npos) << replay.errors;
}

TEST_P(Bmc, WritesAFormulaThatOtherSolversAnswerAlike) {
  JANUS_NEED_TOOL(kZ3, "z3");
  JANUS_NEED_TOOL(kCvc5, "cvc5");
  const auto& [known, merge] = GetParam();
  const std::string file = directory_.file("formula.smt2"), out = directory_.file("out");
  const auto result = janus({"bmc", firmware_path(known.firmware), "--division-by-zero", "--merge", merge, "--emit",
                             file, "--solve", "--out", out});
  EXPECT_EQ(result.exit_code, known.safe ? kSafe : kUnsafe) << result.errors;
  const std::string expected = known.safe ? "unsat" : "sat";
  EXPECT_EQ(answer_of({kZ3, file}), expected);
  EXPECT_EQ(answer_of({kCvc5, file}), expected);
  const std::string text = text_of(file);
  EXPECT_NE(text.find(std::string(known.firmware) + ".elf"), std::string::npos);
  EXPECT_EQ(text.find(directory_.file("")), std::string::npos);
  EXPECT_EQ(text.substr(0, text.find("(set-logic")).find('/'), std::string::npos) << "a file name, no directory";
}

const Case kBoundedPrograms[] = {
    {"symbolic_excluded", true},      {"increasing_loop_safe", true},  {"increasing_loop_unsafe", false},
    {"nested_if_safe", true},         {"nested_if_unsafe", false},     {"factorial_safe", true},
    {"factorial_unsafe", false},      {"ackermann_safe", true},        {"ackermann_unsafe", false},
    {"division_safe", true},          {"division_unsafe", false},      {"invalid_access_safe", true},
    {"invalid_access_unsafe", false}, {"exit_code_safe", true},        {"exit_code_unsafe", false},
    {"bubble_sort_safe_3", true},     {"bubble_sort_unsafe_3", false}, {"quick_sort_safe_3", true},
    {"quick_sort_unsafe_3", false}};
INSTANTIATE_TEST_SUITE_P(All, Bmc,
                         ::testing::Combine(::testing::ValuesIn(kBoundedPrograms), ::testing::Values("eager", "none")),
                         [](const auto& row) {
                           return std::string(std::get<0>(row.param).firmware) + "_" + std::get<1>(row.param);
                         });

class BmcOptions : public ::testing::Test {
 protected:
  CommandResult bmc(const std::string& firmware, Arguments more) {
    Arguments arguments{"bmc", firmware_path(firmware), "--out", directory_.file("out")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return janus(arguments);
  }
  TemporaryDirectory directory_;
};

TEST_F(BmcOptions, AFormulaThatIsOnlyWrittenIsNoVerdict) {
  const auto result = bmc("bubble_sort_unsafe_3", {"--emit", directory_.file("formula.smt2")});
  EXPECT_EQ(result.exit_code, kUnknown);
  EXPECT_EQ(last_line(result.output), "unknown");
  EXPECT_NE(result.output.find("not solved"), std::string::npos);
}

TEST_F(BmcOptions, WhatIsCutOffIsSafeOnlyIfNoInputReachesIt) {
  const auto cut = bmc("loop_safe_20", {"--max-forks", "3"});
  EXPECT_EQ(cut.exit_code, kUnknown);
  EXPECT_NE(cut.output.find("nothing is wrong within the bounds"), std::string::npos) << cut.output;
  EXPECT_EQ(bmc("loop_safe_20", {"--max-instructions", "20"}).exit_code, kUnknown);
  EXPECT_EQ(bmc("loop_safe_20", {"--max-forks", "30"}).exit_code, kSafe);
}

TEST_F(BmcOptions, EndlessFirmwareIsCutOff) {
  EXPECT_EQ(bmc("symbolic_endless", {"--max-instructions", "2000", "--max-forks", "20"}).exit_code, kUnknown);
  EXPECT_EQ(bmc("ending_endless", {"--max-instructions", "2000"}).exit_code, kUnknown);
}

TEST_F(BmcOptions, EveryEndThatIsWrongIsABadState) {
  for (const char* name :
       {"assert", "hook", "load", "store", "fetch", "illegal", "breakpoint", "fail_7", "self_loop"}) {
    EXPECT_EQ(bmc(std::string("ending_") + name, {}).exit_code, kUnsafe) << name;
  }
  for (const char* name : {"assume", "pass", "wfi", "tohost_pass"}) {
    EXPECT_EQ(bmc(std::string("ending_") + name, {}).exit_code, kSafe) << name;
  }
}

TEST_F(BmcOptions, SayWhichEndsAreWrong) {
  EXPECT_EQ(bmc("ending_self_loop", {"--halt", "ok"}).exit_code, kSafe);
  EXPECT_EQ(bmc("ending_fail_7", {"--exit-codes", "0,7"}).exit_code, kSafe);
}

TEST_F(BmcOptions, WhatItCannotUseIsRefusedInOneLine) {
  for (const Arguments& wrong : {Arguments{"--merge", "careful"}, Arguments{"--max-forks", "0"},
                                 Arguments{"--max-forks", "99999999999"}, Arguments{"--solver", "cvc5"},
                                 Arguments{"--emit", ""}, Arguments{"--summarize"}, Arguments{"--searcher", "dfs"}}) {
    const auto result = bmc("quickstart", wrong);
    EXPECT_EQ(result.exit_code, 64) << wrong.front();
    EXPECT_EQ(std::count(result.errors.begin(), result.errors.end(), '\n'), 1) << result.errors;
  }
  const auto unwritable = bmc("quickstart", {"--emit", directory_.file("no/such/directory.smt2")});
  EXPECT_GE(unwritable.exit_code, 64);
  EXPECT_EQ(std::count(unwritable.errors.begin(), unwritable.errors.end(), '\n'), 1) << unwritable.errors;
}

TEST_F(BmcOptions, ADivisionByZeroReplaysAndNoOtherDivisionDoes) {
  const std::string elf = firmware_path("division_unsafe");
  ASSERT_EQ(bmc("division_unsafe", {"--division-by-zero"}).exit_code, kUnsafe);
  const std::string file = directory_.file("out") + "/finding-1.json";
  const auto replay = janus({"replay", elf, file});
  EXPECT_EQ(replay.exit_code, 1);
  EXPECT_NE(replay.errors.find("division by zero at"), std::string::npos) << replay.errors;
  auto json = json_of(file);
  EXPECT_EQ(json["end"]["reason"], "division_by_zero");
  json["inputs"][0]["bytes"] = "2b";
  write_file(file, json.dump());
  EXPECT_EQ(janus({"replay", elf, file}).exit_code, 71) << "43 - 42 is no zero";
}

}  // namespace
}  // namespace janus::testing
