// What a report says in numbers and colours at several places is the same at all of them, and says no more than is
// known.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <iterator>
#include <regex>
#include <set>

#include "report_page.h"

namespace janus::testing {
namespace {

class ReportOfCounts : public ReportOfEachLevel {
 protected:
  static int count(const std::string& text, const std::string& pattern) {
    const std::regex each(pattern);
    return static_cast<int>(std::distance(std::sregex_iterator(text.begin(), text.end(), each), {}));
  }
  // A row of a table in the section about what was never reached; empty if there is none.
  static std::string row_of_unreached(const std::string& page, const std::string& text) {
    const std::string unreached = part(page, "id=\"unreached\"", "id=\"source\"");
    const auto at = unreached.find(text);
    if (at == std::string::npos) return {};
    const auto begin = unreached.rfind("<tr>", at);
    return unreached.substr(begin, unreached.find("</tr>", begin) - begin);
  }
};

TEST_P(ReportOfCounts, HasAsManyMarksAsLinesThatAreCounted) {
  for (const char* firmware : {"node", "frames", "hoisted", "kinds"}) {
    const std::string page = this->page(firmware), source = part(page, "<table class=\"source\">", "</table>");
    std::smatch told;
    ASSERT_TRUE(std::regex_search(page, told, std::regex("(\\d+) of (\\d+) lines, \\d+ branch"))) << page;
    const int executed = std::stoi(told[1]), all = std::stoi(told[2]);
    const std::string mark = "<tr id=\"[^\"]*\" class=\"([a-z]*)\"><td class=\"n\">\\d+</td><td class=\"n\">";
    EXPECT_EQ(count(source, mark + "✓"), executed) << firmware;
    EXPECT_EQ(count(source, mark + "—"), all - executed) << firmware;
    EXPECT_EQ(count(source, "class=\"(hit|half|open|miss|fail|wide)\"><td"), all) << firmware;
    if (executed < all) {
      EXPECT_NE(page.find(fmt::format("{} of {} lines with code", all - executed, all)), std::string::npos) << firmware;
    }
  }
}

TEST_P(ReportOfCounts, SaysSoFarOfNothingThatIsOver) {
  const std::string page = this->page("node", {"--all"});
  EXPECT_NE(output_.find(", 0 waiting, "), std::string::npos) << output_;
  EXPECT_EQ(last_line(output_), "unsafe");
  EXPECT_FALSE(std::regex_search(page, std::regex("so far", std::regex::icase)));
}

TEST_P(ReportOfCounts, ColoursLinesOfWhichAnOutcomeIsNotExplored) {
  for (const char* firmware : {"loader", "samples"}) {
    const std::string page = this->page(firmware, {"--plain"}),
                      unreached = part(page, "id=\"unreached\"", "id=\"source\"");
    const std::regex row("<tr><td><span class=\"place\"><a href=\"#(f\\d+l\\d+)\">[^\n]*not explored yet: ([^\n]*)");
    int rows = 0;
    for (std::sregex_iterator each(unreached.begin(), unreached.end(), row), end; each != end; ++each, ++rows) {
      // A line that was not reached has the line that keeps it away behind it.
      const std::string why = (*each)[2];
      std::smatch keeper;
      const std::string at =
          std::regex_search(why, keeper, std::regex("#(f\\d+l\\d+)")) ? keeper[1].str() : (*each)[1].str();
      EXPECT_NE(page.find("<tr id=\"" + at + "\" class=\"open\">"), std::string::npos) << each->str();
    }
    EXPECT_GT(rows, 0) << unreached;
    EXPECT_NE(part(page, "✓ and green: ", "</p>").find("Blue:"), std::string::npos);
  }
}

TEST_P(ReportOfCounts, NamesVariablesThatNoPathHasWritten) {
  const std::string page = this->page("node", {"--all"});
  for (const char* never : {"loops_back", "banks"}) {
    if (*never == 'l' && GetParam() != "O0") continue;  // compilers know that it is 0
    const std::string row = row_of_unreached(page, std::string("<tr><td><code>") + never + "</code>");
    EXPECT_NE(row.find("<td>no code that is seen</td>"), std::string::npos) << never << row;
    EXPECT_NE(row.find(std::string("<td>") + (*never == 'b' ? "1" : "0") + "</td>"), std::string::npos) << row;
  }
  const std::string unreached = row_of_unreached(page, "<tr><td><code>serviced</code>");
  EXPECT_NE(unreached.find("<td>code that was not executed</td>"), std::string::npos) << unreached;
  // Written by their names, or by a pointer.
  for (const char* written : {"state", "level", "limit"})
    EXPECT_EQ(row_of_unreached(page, std::string("<tr><td><code>") + written + "</code>"), "") << written;
  const std::string row = row_of_unreached(page, "if (loops_back) looped++;</code></td>");
  if (GetParam() == "O0") {
    EXPECT_NE(row.find("No path has written <code>loops_back</code> (0 since reset), and no code is seen that would"),
              std::string::npos)
        << row;
  }
}

// Handlers are called through a pointer, which happens in the loop alone.
TEST_P(ReportOfCounts, CountsInALoopWhatItCallsByPointers) {
  const std::string page = this->page("node", {"--all"});
  if (GetParam() != "O0") return;  // compilers unroll the loop
  std::smatch forks, loop, behind;
  ASSERT_TRUE(std::regex_search(page, forks, std::regex("of (\\d+) forks \\("))) << page;
  const std::string loops = part(page, "Loops, and what became of them", "id=\"time\"");
  ASSERT_TRUE(std::regex_search(loops, loop, std::regex("// all frames</code></td><td class=\"n\">(\\d+)<"))) << loops;
  const std::string paths = part(page, "id=\"paths\"", "The tree of forks");
  int outside = 0;
  for (const char* line : {"// for ever", "riscv_assert\\(looped"}) {
    if (std::regex_search(paths, behind, std::regex(std::string(line) + "[^\n]*<td class=\"n\">(\\d+)<")))
      outside += std::stoi(behind[1]);
  }
  EXPECT_EQ(std::stoi(loop[1]) + outside, std::stoi(forks[1])) << paths;
  EXPECT_GT(std::stoi(loop[1]), 0);
}

// A path that does not end is no failure by default, and nothing to pass over.
TEST_P(ReportOfCounts, SaysWhereAPathRepeatsItselfForEver) {
  if (GetParam() != "O0") return;  // compilers may think that a loop ends that does nothing
  const std::string page = this->page("node", {"--all"}), in_short = part(page, "<ul class=\"short\">", "</ul>");
  EXPECT_TRUE(std::regex_search(in_short, std::regex("<b>Does it end\\?</b> <span>Not always: [^\n]* for ever, [^\n]*"
                                                     "// for ever</code>[^\n]*--check endless")))
      << in_short;
  EXPECT_TRUE(std::regex_search(errors_, std::regex("warning: [^\n]* for ever, at [^\n]*node.c"))) << errors_;
  const std::string checked = this->page("node", {"--all", "--check", "endless"});
  EXPECT_EQ(checked.find("Does it end?"), std::string::npos);
  EXPECT_TRUE(std::regex_search(checked, std::regex("<h3>\\d+\\. repeats itself for ever"))) << checked;
  EXPECT_TRUE(std::regex_search(checked, std::regex("Expect: repeats itself for ever at [^\n]*, exit code 1")))
      << checked;
}

// What is told of inputs in short is what decides.
TEST_P(ReportOfCounts, TellsTheInputsThatMatterWhole) {
  const std::string page = this->page("node"), in_short = part(page, "<ul class=\"short\">", "</ul>");
  EXPECT_NE(in_short.find("<code>frames = {{kind = "), std::string::npos) << in_short;
  EXPECT_EQ(in_short.find("{."), std::string::npos) << in_short;
  EXPECT_EQ(in_short.find(";</code>.</span>"), std::string::npos) << in_short;
}

INSTANTIATE_TEST_SUITE_P(Levels, ReportOfCounts, ::testing::Values("O0", "O1", "O2", "Os"),
                         [](const auto& row) { return row.param; });

}  // namespace
}  // namespace janus::testing
