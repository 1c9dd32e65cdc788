// The generator of random firmware, and the fuzzer that explores the generated programs: a few programs and settings.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "program.h"

namespace janus::testing {
namespace {

constexpr const char* kGenerator = JANUS_EVALUATION "/generator/generate.py";
constexpr const char* kFuzzer = JANUS_EVALUATION "/generator/fuzz.py";

std::string generate(const Arguments& options) {
  Arguments arguments{JANUS_PYTHON, kGenerator};
  arguments.insert(arguments.end(), options.begin(), options.end());
  const auto result = run_command(arguments, false);
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  return result.output;
}

class Fuzzer : public ::testing::Test {
 protected:
  CommandResult run(const Arguments& options) {
    Arguments arguments{JANUS_PYTHON, kFuzzer, "--set", "tiny", "--build", JANUS_BUILD, "--out", directory_.file("")};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return run_command(arguments, false);
  }
  std::string text(const std::string& name) { return text_of(directory_.file(name)); }
  bool kept(const std::string& name) { return std::filesystem::exists(directory_.file(name)); }

  // A shell script in place of janus.
  std::string write_program(const std::string& commands) {
    const std::string path = directory_.file("program");
    std::ofstream(path) << "#!/bin/sh\n" << commands << "\n";
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path;
  }

 private:
  TemporaryDirectory directory_;
};

TEST(Generator, GivesTheSameProgramForTheSameSeedOnly) {
  const auto program = generate({"--seed", "7", "--set", "error-prone"});
  EXPECT_EQ(program, generate({"--seed", "7", "--set", "error-prone"}));
  EXPECT_NE(program, generate({"--seed", "8", "--set", "error-prone"}));
}

TEST(Generator, PutsInWhatIsAskedFor) {
  const auto with = generate({"--seed", "1", "--set", "50-10-5-t-t"});
  EXPECT_NE(with.find("  riscv_assert(0);\n"), std::string::npos) << with;
  const auto without = generate({"--seed", "1", "--set", "50-10-5-f-f", "--arrays", "0"});
  for (const char* text : {"riscv_assert(0)", " divide(", " modulo(", "*at(array"}) {
    const auto main = without.find("int main");
    EXPECT_EQ(without.find(text, main), std::string::npos) << text << "\n" << without;
  }
  EXPECT_EQ(generate({"--seed", "1", "--counted", "0", "--general", "0"}).find("fuel0"), std::string::npos);
}

TEST(Generator, SaysWhichProgramsAreSafeByConstruction) {
  EXPECT_NE(generate({"--seed", "1", "--set", "guarded"}).find("// Safe by construction."), std::string::npos);
  EXPECT_EQ(generate({"--seed", "1", "--set", "guarded", "--error", "1"}).find("Safe"), std::string::npos);
}

TEST_F(Fuzzer, FindsNoContradiction) {
  const auto result = run({"--programs", "4", "--seed", "3", "--configurations", "dfs,random-path,no layers,fork"});
  EXPECT_EQ(result.exit_code, 0) << result.output << result.errors;
  EXPECT_EQ(result.errors, "");
  EXPECT_NE(result.output.find("4 programs ("), std::string::npos) << result.output;
  EXPECT_NE(result.output.find(" 0 contradictions"), std::string::npos) << result.output;
  const auto rows = text("results.csv");
  EXPECT_TRUE(rows.starts_with("seed,optimisation,configuration,verdict,")) << rows;
  EXPECT_EQ(std::count(rows.begin(), rows.end(), '\n'), 1 + 4 * 2 * 4);
  EXPECT_FALSE(kept("program-3"));
}

TEST_F(Fuzzer, LeavesOutWhatTheProgramDoesNotKnow) {
  const auto script = write_program(R"(case "$*" in *--merge*) echo "no such option" >&2; exit 64;; esac; exec )" +
                                    janus_program() + R"( "$@")");
  const auto result = run({"--programs", "1", "--configurations", "dfs,dfs merged", "--janus", script});
  EXPECT_EQ(result.exit_code, 0) << result.output << result.errors;
  EXPECT_NE(result.output.find("left out dfs merged: no such option\n"), std::string::npos) << result.output;
  EXPECT_NE(result.output.find(" 1 configurations"), std::string::npos) << result.output;
}

TEST_F(Fuzzer, KeepsAProgramThatConfigurationsDisagreeAbout) {
  // A program whose every other exploration finds one path more.
  const auto script = write_program(R"(n=$(cat "$0.n" 2>/dev/null || echo 0); echo $((n + 1)) >"$0.n"
while [ $# -gt 0 ] && [ "$1" != --stats ]; do shift; done
echo "{\"verdict\": \"safe\", \"paths\": $((n % 2)), \"waiting\": 0, \"gave_up\": [], \"unanswered_queries\": 0," >"$2"
echo "\"findings\": [], \"forks\": 0, \"instructions\": 0, \"queries\": 0, \"seconds\": 0}" >>"$2")");
  const auto result = run({"--programs", "1", "--guarded", "1", "--configurations", "dfs,bfs", "--janus", script});
  EXPECT_EQ(result.exit_code, 1) << result.errors;
  EXPECT_NE(result.output.find("CONTRADICTION seed 0: O1: paths: 0 (dfs); 1 (bfs) "), std::string::npos)
      << result.output;
  EXPECT_NE(text("program-0/program.c").find("int main"), std::string::npos);
  EXPECT_NE(text("program-0/log.sh").find(" explore "), std::string::npos);
  EXPECT_TRUE(kept("program-0/program-O1.elf"));
}

TEST_F(Fuzzer, TellsAWrongVerdict) {
  const auto script = write_program(R"(while [ $# -gt 0 ] && [ "$1" != --stats ]; do shift; done
echo "{\"verdict\": \"safe\", \"paths\": 1, \"waiting\": 0, \"gave_up\": [], \"unanswered_queries\": 0," >"$2"
echo "\"findings\": [], \"forks\": 0, \"instructions\": 0, \"queries\": 0, \"seconds\": 0}" >>"$2")");
  const auto result =
      run({"--programs", "9", "--error", "1", "--depth", "1", "--configurations", "dfs", "--janus", script});
  EXPECT_EQ(result.exit_code, 1) << result.errors;
  EXPECT_NE(result.output.find("verdict: unsafe (host); safe (O1 dfs"), std::string::npos) << result.output;
}

TEST_F(Fuzzer, TellsAProgramThatCrashes) {
  const auto result = run({"--programs", "1", "--configurations", "dfs", "--janus", write_program("kill -SEGV $$")});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.output.find("exit code -11: "), std::string::npos) << result.output;
}

}  // namespace
}  // namespace janus::testing
