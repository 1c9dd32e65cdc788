// The evaluation's runners on small sizes: they succeed, and their output files can be read.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include "program.h"

namespace janus::testing {
namespace {

class Runner : public ::testing::Test {
 protected:
  explicit Runner(std::string folder) : script_(JANUS_EVALUATION "/" + std::move(folder) + "/run.py") {}

  CommandResult run(const Arguments& options) {
    Arguments arguments{JANUS_PYTHON, script_, "--quick", "--build", JANUS_BUILD, "--out", directory_.file("")};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return run_command(arguments, false);
  }
  std::string text(const std::string& name) { return text_of(directory_.file(name)); }

  // The number of rows of a table, each of which has as many cells as its head, which begins with `columns`.
  int rows(const std::string& name, const std::string& columns) {
    std::istringstream table(text(name));
    std::string line;
    std::getline(table, line);
    EXPECT_TRUE(line.starts_with(columns)) << line;
    const auto commas = std::count(line.begin(), line.end(), ',');
    int count = 0;
    for (; std::getline(table, line); ++count) EXPECT_EQ(std::count(line.begin(), line.end(), ','), commas) << line;
    return count;
  }

  // A shell script in place of janus.
  std::string write_program(const std::string& commands) {
    const std::string path = directory_.file("program");
    std::ofstream(path) << "#!/bin/sh\n" << commands << "\n";
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path;
  }

  // How many points a plot shows, those of its legend included.
  int points(const std::string& plot) {
    const auto parsed = run_command({JANUS_PYTHON, "-c",
                                     "import sys; from xml.etree import ElementTree as tree; "
                                     "print(sum(e.tag.endswith('circle') for e in tree.parse(sys.argv[1]).iter()))",
                                     directory_.file(plot)});
    EXPECT_EQ(parsed.exit_code, 0) << parsed.output;
    return parsed.exit_code == 0 ? std::stoi(parsed.output) : 0;
  }

 private:
  std::string script_;
  TemporaryDirectory directory_;
};

struct SymIss : Runner {
  SymIss() : Runner("sym-iss") {}
};

struct Parti : Runner {
  Parti() : Runner("parti") {}
};

struct Cdse : Runner {
  Cdse() : Runner("cdse") {}
};

struct Loops : Runner {
  Loops() : Runner("loops") {}
};

TEST_F(Cdse, HasEveryVerdictRightWithEachStrategyOfLearning) {
  const auto result = run({});
  EXPECT_EQ(result.exit_code, 0) << result.output << result.errors;
  EXPECT_EQ(result.errors, "");
  EXPECT_NE(result.output.find("48 explorations, 0 wrong\n"), std::string::npos) << result.output;
  EXPECT_EQ(rows("results.csv", "program,form,configuration,verdict,"), 8 * 6);
}

TEST_F(Cdse, TellsAProgramThatFails) {
  const auto result = run({"--families", "driver", "--janus", "/bin/false"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.output.find("12 wrong\n"), std::string::npos) << result.output;
}

TEST_F(Loops, HasEqualVerdictsForAllParametersOfMerging) {
  const auto grid = run({"--only", "grid"});
  EXPECT_EQ(grid.exit_code, 0) << grid.output << grid.errors;
  EXPECT_EQ(rows("grid.csv", "merge,limit_cost,kappa,proved,"), 1 + 2 * 3);
  const auto searchers = run({"--only", "searchers"});
  EXPECT_EQ(searchers.exit_code, 0) << searchers.output << searchers.errors;
  EXPECT_EQ(rows("searchers.csv", "searcher,merge,proved,"), 2 * 5);
}

TEST_F(SymIss, HasEveryVerdictRightAndEveryCounterexampleReplayed) {
  const auto result = run({});
  EXPECT_EQ(result.exit_code, 0) << result.output << result.errors;
  EXPECT_EQ(result.errors, "");
  EXPECT_NE(result.output.find("99 explorations"), std::string::npos) << result.output;
  EXPECT_NE(result.output.find(" 0 wrong\n"), std::string::npos) << result.output;

  EXPECT_EQ(rows("results.csv", "table,row,firmware,symbolic,expected,searcher,verdict,paths,"), 99);
  EXPECT_TRUE(text("results.txt").starts_with("Table 11\n"));
  for (const char* plot : {"table-11.svg", "table-12.svg", "table-13.svg"}) {
    EXPECT_GE(points(plot), 4 + 4) << plot;  // the legend's four, and two rows at least
  }
}

TEST_F(SymIss, RunsOneTableAlone) {
  const auto result = run({"--table", "13"});
  EXPECT_EQ(result.exit_code, 0) << result.output << result.errors;
  EXPECT_EQ(result.output.find("Table 11"), std::string::npos);
  EXPECT_NE(result.output.find("Table 13"), std::string::npos);
}

TEST_F(SymIss, TellsAProgramThatFails) {
  const auto result = run({"--table", "13", "--janus", "/bin/false"});
  EXPECT_EQ(result.exit_code, 1);  // and not because /bin/false does
  EXPECT_NE(result.output.find("ERROR"), std::string::npos);
}

TEST_F(SymIss, FindsTheSameWithoutEachOfTheSolversLayers) {
  const auto result = run({"--ablation"});
  EXPECT_EQ(result.exit_code, 0) << result.output << result.errors;
  EXPECT_NE(result.output.find("100 rows, verdicts and paths equal in all that finished, 0 wrong\n"), std::string::npos)
      << result.output;
  EXPECT_EQ(rows("ablation.csv", "program,configuration,turns,verdict,paths,"), 100);
  EXPECT_EQ(text("ablation.csv").find(",unknown,"), std::string::npos);
}

TEST_F(Parti, HasEqualVerdictsAndPathsInEveryConfiguration) {
  const auto result = run({});
  EXPECT_EQ(result.exit_code, 0) << result.output << result.errors;
  EXPECT_EQ(result.errors, "");
  EXPECT_NE(result.output.find("28 rows with equal verdict and paths"), std::string::npos) << result.output;
  EXPECT_EQ(result.output.find("left out"), std::string::npos) << result.output;
  EXPECT_EQ(rows("results.csv", "figure,program,size,configuration,"), 28 * 5);
  EXPECT_EQ(text("results.csv").find(",unknown,"), std::string::npos);
  EXPECT_GE(points("figure-3.svg"), 8 + 8 * 3);
  EXPECT_GE(points("figure-4.svg"), 5 + 2 * 2 * 5);
  EXPECT_GE(points("figure-5.svg"), 5 + 2 * 2 * 5);
  EXPECT_GE(points("figure-6.svg"), 6 + 6 * 3);
  EXPECT_GE(points("figure-7.svg"), 6 + 6 * 3);
}

TEST_F(Parti, LeavesOutWhatTheProgramDoesNotKnow) {
  const std::string old =
      R"(if [ "$7" = parti ]; then echo "no such value" >&2; exit 64; fi; exec )" + janus_program() + R"( "$@")";
  const auto script = write_program(old);
  const auto result = run({"--figure", "4", "--janus", script});
  EXPECT_EQ(result.exit_code, 0) << result.output << result.errors;
  EXPECT_NE(result.output.find("left out parti-z3: no such value\n"), std::string::npos) << result.output;
  EXPECT_EQ(rows("results.csv", "figure,program,size,configuration,"), 4 * 4);
}

TEST_F(Parti, TellsConfigurationsThatDisagree) {
  // A program whose every other exploration finds one path more.
  const auto script = write_program(R"(n=$(cat "$0.n" 2>/dev/null || echo 0); echo $((n + 1)) >"$0.n"
while [ $# -gt 0 ] && [ "$1" != --stats ]; do shift; done
[ $# -gt 0 ] || exit 0
echo "{\"verdict\": \"safe\", \"paths\": $((n % 2)), \"seconds\": 1}" >"$2")");
  const auto result = run({"--figure", "4", "--janus", script});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.output.find("ERROR control 4: "), std::string::npos) << result.output;
}

TEST_F(Parti, TellsAProgramThatFails) {
  const auto result = run({"--figure", "6", "--janus", "/bin/false"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.output.find("ERROR"), std::string::npos);
}

}  // namespace
}  // namespace janus::testing
