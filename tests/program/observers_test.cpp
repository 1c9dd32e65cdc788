// What a run leaves behind for tools and people: profiles, coverage, traces. The tools are asked themselves.
#include <gtest/gtest.h>

#include <regex>

#include "program.h"
#include "testing/firmware.h"

namespace janus::testing {
namespace {

class Observers : public ::testing::TestWithParam<std::string> {
 protected:
  Observers() { write_file(file("input"), std::string("some input\nq")); }
  std::string file(const std::string& name) const { return directory_.file(name); }
  nlohmann::json run(const std::string& firmware, Arguments options) {
    Arguments arguments{"run", firmware_path(firmware), "--uart-input", file("input"), "--stats", file("stats")};
    arguments.insert(arguments.end(), options.begin(), options.end());
    result_ = janus(arguments);
    return json_of(file("stats"));
  }

  TemporaryDirectory directory_;
  CommandResult result_;
};

TEST_P(Observers, ChangeNoCycleAndAccountForEach) {
  const auto alone = run(GetParam(), {});
  const auto observed =
      run(GetParam(), {"--profile", file("profile"), "--profile-text", file("table"), "--coverage", file("coverage")});
  EXPECT_EQ(result_.errors, "");
  for (const char* key : {"cycles", "instructions", "pc", "exit"}) EXPECT_EQ(observed.at(key), alone.at(key)) << key;
  const std::string totals = std::to_string(alone.at("cycles").get<std::uint64_t>()) + " " +
                             std::to_string(alone.at("instructions").get<std::uint64_t>());
  const std::string profile = text_of(file("profile"));
  EXPECT_NE(profile.find("summary: " + totals + "\n"), std::string::npos) << totals;
  EXPECT_NE(profile.find("fn=(1) "), std::string::npos);
  EXPECT_NE(text_of(file("table")).find(" cycles, "), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(All, Observers,
                         ::testing::Values("hello", "timer", "ecall_trap", "uart_echo", "compute", "interrupt_storm"),
                         [](const auto& row) { return row.param; });

using Trace = Observers;

TEST_F(Trace, HasALineForEachInstructionAndEachTrap) {
  const auto stats = run("timer", {"--trace", file("trace")});
  const std::string text = text_of(file("trace"));
  const auto lines = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
  std::uint64_t traps = 0;
  for (auto at = text.find(" trap 0x"); at != std::string::npos; at = text.find(" trap 0x", at + 1)) ++traps;
  EXPECT_GT(traps, 0U);
  EXPECT_EQ(lines - traps, stats.at("instructions").get<std::uint64_t>());
  EXPECT_NE(text.find("[uart 0x10000000]<-0x"), std::string::npos);
  EXPECT_NE(text.find("[clint 0x0200"), std::string::npos);
}

TEST_F(Trace, IsOfAFunctionOrARange) {
  run("timer", {"--trace", file("all")});
  run("timer", {"--trace", file("some"), "--trace-function", "main"});
  EXPECT_LT(text_of(file("some")).size(), text_of(file("all")).size());
  EXPECT_GT(text_of(file("some")).size(), 0U);
  run("timer", {"--trace", file("one"), "--trace-range", "0x80000000-2147483651"});
  EXPECT_EQ(text_of(file("one")).rfind("           0 0x80000000 ", 0), 0U);
  EXPECT_EQ(last_line(text_of(file("one"))) + "\n", text_of(file("one"))) << "executed once";
}

TEST_F(Trace, OfNothingThatExistsIsRefused) {
  const std::string elf = firmware_path("hello");
  const auto refuses = [&](Arguments options, int code) {
    Arguments arguments{"run", elf};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const auto result = janus(arguments);
    EXPECT_EQ(result.exit_code, code) << result.errors;
    EXPECT_EQ(result.output, "");
    EXPECT_EQ(std::count(result.errors.begin(), result.errors.end(), '\n'), 1) << result.errors;
  };
  refuses({"--trace", file("no/such/directory")}, 73);
  const auto full = janus({"run", elf, "--trace", "/dev/full"});
  EXPECT_EQ(full.exit_code, 73);
  EXPECT_NE(full.errors.find("/dev/full: cannot be written: No space left"), std::string::npos) << full.errors;
  refuses({"--trace", file("trace"), "--trace-function", "nobody"}, 65);
  for (const char* range : {"1", "a-b", "2-1", "0x-1", "1-2-3", "-"}) {
    refuses({"--trace", file("trace"), "--trace-range", range}, 64);
  }
  refuses({"--trace-function", "main"}, 64);
}

using Profile = Observers;

TEST_F(Profile, KnowsCallersAndWhatCalleesCost) {
  run("compute", {"--profile", file("profile"), "--profile-text", "-"});
  // main is called, and has nearly everything of the run below it.
  std::smatch row;
  const std::regex of_main(" *(\\d+) +[\\d.]+ +\\d+ +(\\d+) +(\\d+)  main\n");
  ASSERT_TRUE(std::regex_search(result_.errors, row, of_main)) << result_.errors;
  const auto total = json_of(file("stats")).at("cycles").get<std::uint64_t>();
  EXPECT_EQ(row[3], "1");
  EXPECT_GT(std::stoull(row[2]), total / 2);
  EXPECT_LE(std::stoull(row[2]), total);
  EXPECT_GE(std::stoull(row[2]), std::stoull(row[1]));
}

TEST_F(Profile, IsReadByCallgrindAnnotate) {
  if (run_command({"sh", "-c", "command -v callgrind_annotate"}, false).exit_code != 0) {
    GTEST_SKIP() << "there is no callgrind_annotate";
  }
  run("interrupt_storm", {"--profile", file("profile")});
  const auto annotated = run_command({"callgrind_annotate", "--inclusive=yes", file("profile")}, false);
  EXPECT_EQ(annotated.exit_code, 0) << annotated.errors;
  EXPECT_EQ(annotated.errors, "");
  EXPECT_NE(annotated.output.find("main"), std::string::npos) << annotated.output;
}

using CoverageFile = Observers;

TEST_F(CoverageFile, SaysWhatWasExecutedAndWhatWasNot) {
  run("compute", {"--coverage", file("coverage")});
  const std::string text = text_of(file("coverage"));
  EXPECT_NE(text.find("FNDA:1,main\n"), std::string::npos);
  EXPECT_TRUE(std::regex_search(text, std::regex("SF:.*/compute\\.c\n")));
  EXPECT_TRUE(std::regex_search(text, std::regex("DA:\\d+,[1-9]")));
  EXPECT_TRUE(std::regex_search(text, std::regex("DA:\\d+,0\n"))) << "nothing is left out";
  EXPECT_TRUE(std::regex_search(text, std::regex("BRDA:\\d+,\\d+,[01],[1-9]")));
}

TEST_F(CoverageFile, AddsUpIfAsked) {
  run("compute", {"--coverage", file("coverage")});
  const std::string once = text_of(file("coverage"));
  run("compute", {"--coverage", file("coverage"), "--coverage-append"});
  EXPECT_EQ(text_of(file("coverage")), once + once);
  run("compute", {"--coverage", file("coverage")});
  EXPECT_EQ(text_of(file("coverage")), once);
}

TEST_F(CoverageFile, IsReadByLcov) {
  if (run_command({"sh", "-c", "command -v lcov"}, false).exit_code != 0) GTEST_SKIP() << "there is no lcov";
  run("compute", {"--coverage", file("coverage")});
  run("hello", {"--coverage", file("coverage"), "--coverage-append"});
  const auto summary = run_command({"lcov", "--rc", "lcov_branch_coverage=1", "--summary", file("coverage")}, false);
  EXPECT_EQ(summary.exit_code, 0) << summary.errors;
  const std::string text = summary.output + summary.errors;
  for (const char* what : {"lines", "functions", "branches"}) {
    EXPECT_TRUE(std::regex_search(text, std::regex(std::string(what) + "\\.*: [1-9][0-9.]*% \\("))) << what << text;
  }
}

TEST_F(CoverageFile, AndProfilesAreRefusedWhereTheyCannotBeWritten) {
  for (const char* option : {"--profile", "--profile-text", "--coverage"}) {
    const auto result = janus({"run", firmware_path("hello"), option, file("no/such/directory")});
    EXPECT_EQ(result.exit_code, 73) << option;
    EXPECT_EQ(result.output, "") << "nothing has run";
    EXPECT_NE(result.errors.find("cannot be written"), std::string::npos);
    EXPECT_EQ(std::count(result.errors.begin(), result.errors.end(), '\n'), 1);
  }
  EXPECT_EQ(janus({"run", firmware_path("hello"), "--coverage-append"}).exit_code, 64);
}

}  // namespace
}  // namespace janus::testing
