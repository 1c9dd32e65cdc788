// The evaluation's runner, on small sizes: it ends well, and what it leaves can be read.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "program.h"

namespace janus::testing {
namespace {

class Runner : public ::testing::Test {
 protected:
  CommandResult run(const Arguments& options) {
    Arguments arguments{JANUS_PYTHON, JANUS_EVALUATION, "--quick",          "--build",
                        JANUS_BUILD,  "--out",          directory_.file("")};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return run_command(arguments, false);
  }
  std::string text(const std::string& name) { return text_of(directory_.file(name)); }

  TemporaryDirectory directory_;
};

TEST_F(Runner, HasEveryVerdictRightAndEveryCounterexampleReplayed) {
  const auto result = run({});
  EXPECT_EQ(result.exit_code, 0) << result.output << result.errors;
  EXPECT_EQ(result.errors, "");
  EXPECT_NE(result.output.find("48 explorations"), std::string::npos) << result.output;
  EXPECT_NE(result.output.find(" 0 wrong\n"), std::string::npos) << result.output;

  std::istringstream table(text("results.csv"));
  std::string line;
  std::getline(table, line);
  EXPECT_TRUE(line.starts_with("table,row,firmware,symbolic,expected,searcher,verdict,paths,")) << line;
  const auto columns = std::count(line.begin(), line.end(), ',');
  int rows = 0;
  for (; std::getline(table, line); ++rows) EXPECT_EQ(std::count(line.begin(), line.end(), ','), columns) << line;
  EXPECT_EQ(rows, 48);

  EXPECT_TRUE(text("results.txt").starts_with("Table 11\n"));
  for (const char* plot : {"table-11.svg", "table-12.svg", "table-13.svg"}) {
    const auto parsed = run_command({JANUS_PYTHON, "-c",
                                     "import sys; from xml.etree import ElementTree as tree; "
                                     "print(sum(e.tag.endswith('circle') for e in tree.parse(sys.argv[1]).iter()))",
                                     directory_.file(plot)});
    EXPECT_EQ(parsed.exit_code, 0) << parsed.output;
    EXPECT_GE(std::stoi(parsed.output), 4 + 4) << plot;  // the legend's four, and two rows at least
  }
}

TEST_F(Runner, RunsOneTableAlone) {
  const auto result = run({"--table", "13"});
  EXPECT_EQ(result.exit_code, 0) << result.output << result.errors;
  EXPECT_EQ(result.output.find("Table 11"), std::string::npos);
  EXPECT_NE(result.output.find("Table 13"), std::string::npos);
}

TEST_F(Runner, TellsAProgramThatFails) {
  const auto result = run({"--table", "13", "--janus", "/bin/false"});
  EXPECT_EQ(result.exit_code, 1);  // and not because /bin/false does
  EXPECT_NE(result.output.find("ERROR"), std::string::npos);
}

}  // namespace
}  // namespace janus::testing
