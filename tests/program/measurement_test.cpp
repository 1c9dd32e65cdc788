// The runners of evaluation/engine, evaluation/solver and evaluation/speed on small sizes: they succeed, and their
// output files can be read.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "program.h"
#include "testing/size.h"

namespace janus::testing {
namespace {

class Measurement : public ::testing::Test {
 protected:
  CommandResult run(const std::string& folder, const Arguments& options = {}) {
    Arguments arguments{
        JANUS_PYTHON,       JANUS_EVALUATION "/" + folder + "/run.py", "--quick", "--build", JANUS_BUILD, "--out",
        directory_.file("")};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return run_command(arguments, false, 110);
  }
  std::string text(const std::string& name) { return text_of(directory_.file(name)); }
  // Lines below a header that begins like this, each with as many commas.
  int rows_below(const std::string& header) {
    std::istringstream table(text("results.csv"));
    std::string line;
    std::getline(table, line);
    EXPECT_TRUE(line.starts_with(header)) << line;
    const auto columns = std::count(line.begin(), line.end(), ',');
    int rows = 0;
    for (; std::getline(table, line); ++rows) EXPECT_EQ(std::count(line.begin(), line.end(), ','), columns) << line;
    return rows;
  }
  // How many circles results.svg has.
  int circles() {
    const auto parsed = run_command({JANUS_PYTHON, "-c",
                                     "import sys; from xml.etree import ElementTree as tree; "
                                     "print(sum(e.tag.endswith('circle') for e in tree.parse(sys.argv[1]).iter()))",
                                     directory_.file("results.svg")});
    EXPECT_EQ(parsed.exit_code, 0) << parsed.output;
    return std::stoi(parsed.output);
  }

  // A shell script in place of janus.
  std::string write_program(const std::string& commands) {
    const std::string path = directory_.file("program");
    std::ofstream(path) << "#!/bin/sh\n" << commands << "\n";
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path;
  }

  TemporaryDirectory directory_;
};

TEST_F(Measurement, EverySolverAndChainAnswersTheQuestionsOfThePrograms) {
  constexpr int kPrograms = 5, kConfigurations = 11;
  const auto result = run("solver");
  EXPECT_EQ(result.exit_code, 0) << result.output << result.errors;
  EXPECT_EQ(result.errors, "");
  EXPECT_NE(result.output.find("11 configurations, 0 programs wrong"), std::string::npos) << result.output;
  EXPECT_EQ(rows_below("program,configuration,questions,unknown,mean,"), kPrograms * kConfigurations);
  EXPECT_EQ(circles(), kConfigurations + kPrograms * kConfigurations) << "a legend, and a mark for each";
  EXPECT_TRUE(
      text("table_lookup.csv").starts_with("configuration,question,conjuncts,answer,milliseconds\nz3-fresh,0,"));
}

TEST_F(Measurement, EverySolverAnswersTheFormulasOfBoundedChecks) {
  const auto result = run("selfie");
  EXPECT_EQ(result.exit_code, 0) << result.output << result.errors;
  EXPECT_EQ(rows_below("program,merge,verdict,"), 6 * 2 * 2);
}

TEST_F(Measurement, ABuildWithoutTheProgramIsBadUsage) {
  for (const char* folder : {"solver", "engine", "selfie", "speed"}) {
    const auto result = run(folder, {"--build", directory_.file("nowhere")});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_NE(result.errors.find("no such program"), std::string::npos) << result.errors;
  }
}

TEST_F(Measurement, TheEngineIsMeasuredInEveryRespect) {
  const auto result = run("engine");
  EXPECT_EQ(result.exit_code, 0) << result.output << result.errors;
  EXPECT_EQ(result.errors, "");
  EXPECT_NE(result.output.find(" 0 errors\n"), std::string::npos) << result.output;
  for (const char* table : {"Instructions", "Forks", "Bytes a waiting state", "Growth", "Symbolic addresses"}) {
    EXPECT_NE(text("results.txt").find(table), std::string::npos) << table;
  }
  EXPECT_GT(rows_below("table,program,figure,value"), 80);
  EXPECT_EQ(circles(), 5 * 2) << "five programs at two sizes";
}

// QEMU prints the same, where there is one.
TEST_F(Measurement, SpeedOfAProgramIsMeasuredAndTheSameUnderEverySwitch) {
  const std::vector<const char*> two{"mixed", "interrupts"},
      all{"mixed", "interrupts", "sieve", "matrix", "sha256", "quicksort", "fibonacci", "bytecode"};
  for (const char* program : testing::soaked(all, two)) {
    SCOPED_TRACE(program);
    const auto result = run("speed", {"--only", program});
    EXPECT_EQ(result.exit_code, 0) << result.output << result.errors;
    EXPECT_EQ(result.errors, "");
    EXPECT_NE(result.output.find(" 0 errors\n"), std::string::npos) << result.output;
    EXPECT_GE(rows_below("table,program,configuration,turns,instructions,cycles,"), 1 + 5 + 5)
        << "the interpreter, five quanta, and every switch there was from the start";
    EXPECT_GE(circles(), 1) << "the legend";
  }
}

TEST_F(Measurement, SpeedTellsCyclesThatDependOnASwitch) {
  const auto script = write_program(R"(case "$*" in *--help*) exec )" + janus_program() + R"( "$@";; esac
cycles=1; case "$*" in *'--dmi off'*) cycles=2;; esac
while [ "$1" != --stats ]; do shift; done
echo "{\"instructions\": 1, \"cycles\": $cycles}" >"$2")");
  const auto result = run("speed", {"--only", "mixed", "--janus", script, "--qemu", "none"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.output.find("ERROR mixed: cycles differ: default: 1; --dmi off: 2"), std::string::npos)
      << result.output << result.errors;
}

TEST_F(Measurement, SpeedTellsAProgramThatFails) {
  const auto result = run("speed", {"--only", "mixed", "--janus", "/bin/false"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.output.find("ERROR"), std::string::npos);
}

}  // namespace
}  // namespace janus::testing
