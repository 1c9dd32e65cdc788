// What a report must not say of optimised firmware, since the machine code does not tell it. The same firmware at each
// level of optimisation.
#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "report_page.h"

namespace janus::testing {
namespace {

class ReportOfOptimisedCode : public ReportOfEachLevel {
 protected:
  // What matches lies in `text`.
  static std::vector<std::smatch> all(std::string&& text, const std::string& pattern) = delete;
  static std::vector<std::smatch> all(const std::string& text, const std::string& pattern) {
    const std::regex each(pattern);
    return {std::sregex_iterator(text.begin(), text.end(), each), std::sregex_iterator()};
  }
};

// The first instruction behind a branch may be of any other line.
TEST_P(ReportOfOptimisedCode, TellsNoLineToWhichAConditionDoesNotLead) {
  const std::string tree = part(page("text"), "<div class=\"tree\">", "</div>");
  const auto sides = all(tree, "return (1|-1);</code> <b>([^<]*)</b>");
  EXPECT_FALSE(sides.empty()) << tree;
  for (const std::smatch& side : sides) {
    std::smatch line;
    const std::string where = side[2];
    if (!std::regex_match(where, line, std::regex("to line (\\d+)"))) continue;
    EXPECT_LT(std::stoi(line[1]), 30) << "not in the function, nor in the one that calls it: " << side.str();
  }
}

TEST_P(ReportOfOptimisedCode, TellsTheConditionWhereItIsCertain) {
  if (GetParam() == "O0") return;  // there, lines are
  const std::string tree = part(page("text"), "<div class=\"tree\">", "</div>");
  EXPECT_FALSE(all(tree, R"(<b>(c == '\\n'|text\[at\] != '\\n') (holds|does not hold)</b>)").empty()) << tree;
}

// `at` is in a register, and in memory behind the loop alone.
TEST_P(ReportOfOptimisedCode, ShowsNoValueInMemoryThatIsOutOfDate) {
  const std::string why = part(page("text"), "<h3>Why it fails</h3>", "<h3>To replay it");
  const auto rounds = all(why, "rest \\+= text\\[at\\];</code></td><td>([^\n]*?)</td>");
  EXPECT_FALSE(rounds.empty()) << why;
  // Each round has another one.
  std::set<std::string> told;
  for (const std::smatch& round : rounds) {
    const std::string values = round[1];
    std::smatch at;
    if (!std::regex_search(values, at, std::regex("<code>at = ([^<]*)</code>"))) {
      EXPECT_EQ(values.find("text[at] = "), std::string::npos) << values;
      continue;
    }
    const std::string places = at[1];
    for (const std::smatch& value : all(places, "\\d+")) EXPECT_TRUE(told.insert(value.str()).second) << why;
  }
  if (GetParam() == "O0") {
    EXPECT_EQ(told.size(), 6U) << why;
  }
}

// Of a line that multiplies by ten, the value in front of it is not the one behind it.
TEST_P(ReportOfOptimisedCode, ShowsValuesInFrontOfTheLine) {
  const std::string why = part(page("scales"), "<h3>Why it fails</h3>", "<h3>To replay it");
  std::set<std::string> told;
  for (const std::smatch& row : all(why, "scale \\*= 10;</code></td><td><code>scale = ([^<]*)</code>")) {
    const std::string values = row[1];
    for (const std::smatch& value : all(values, "\\d+"))
      EXPECT_TRUE(told.insert(value.str()).second) << "each round has another one: " << why;
  }
  const std::regex both("scale \\*= 10;[^\n]*<code>scale = ([^<]*)</code>[^\n]*→ scale = ([^<]*)<");
  std::size_t pairs = 0;
  for (std::sregex_iterator each(why.begin(), why.end(), both), end; each != end; ++each) {
    const std::string in_front = (*each)[1], made = (*each)[2];
    const auto before = all(in_front, "\\d+"), behind = all(made, "\\d+");
    ASSERT_EQ(before.size(), behind.size()) << why;
    for (std::size_t i = 0; i < before.size(); ++i, ++pairs)
      EXPECT_EQ(std::stoull(before[i].str()) * 10, std::stoull(behind[i].str())) << why;
  }
  if (GetParam() == "O0") {
    EXPECT_GT(pairs, 0U) << why;
  }
}

// What is stored behind a loop, and the arguments of inlined functions.
TEST_P(ReportOfOptimisedCode, SaysOfNoLineThatOnlyAsksThatItSetsAVariable) {
  if (GetParam() == "O0") return;  // there, arguments are stored where a function begins
  const std::string way = part(page("text"), "The way there: ", "<h3>Called by");
  const auto rows = all(way, "<code class=\"line\">(if|while) [^\n]*");
  EXPECT_FALSE(rows.empty()) << way;
  for (const std::smatch& row : rows)
    EXPECT_FALSE(std::regex_search(row.str(), std::regex("<code>(at|c|rest) = "))) << row.str();
}

TEST_P(ReportOfOptimisedCode, NamesEachLoopOfTheSourceOnce) {
  std::string loops = part(page("machine"), "Loops, and what became of them", "id=\"time\"");
  loops = loops.substr(0, loops.find("<details>"));
  std::set<std::string> places;
  for (const std::smatch& row :
       all(loops, "<tr><td><span class=\"place\">(.*?)</span>[^\n]*<code class=\"line\">([^\n]*?)</code>")) {
    EXPECT_TRUE(std::regex_search(row[2].str(), std::regex("^(for|while|do)\\b"))) << row.str();
    EXPECT_TRUE(places.insert(row[1]).second) << row.str();
  }
  EXPECT_GT(places.size(), 2U) << loops;
}

// Whatever might have been read: where the index is decided, one element is.
TEST_P(ReportOfOptimisedCode, NamesTheInputsOnWhichADecisionDependsOnThisPath) {
  const std::string way = part(page("elements"), "The way there: ", "<h3>Called by");
  const auto depends_on = [&](const std::string& line) {
    const auto rows = all(way, "<code class=\"line\">" + line + "[^\n]*?</td><td[^>]*>[^\n]*?</td><td>([^\n]*?)</td>");
    return rows.empty() ? std::string("no row") : rows.back()[1].str();
  };
  EXPECT_EQ(depends_on("if \\(\\*p == 7"), "<code>packet[3]</code>") << way;
  const std::string last = depends_on("riscv_assert");
  EXPECT_NE(last.find("<code>packet[6]</code>"), std::string::npos) << way;
  EXPECT_EQ(last.find("<code>packet</code>"), std::string::npos) << way;
}

// The loop's condition always held, but what is behind the loop was reached by `break`.
TEST_P(ReportOfOptimisedCode, TellsNoReasonOfWhichTheOtherSideWasReachedInAnotherWay) {
  const std::string page = this->page("joined");
  EXPECT_EQ(kind_of_line(page, "log_of = 8;"), "miss") << "its jumps are those of another line";
  const std::string why = part(part(page, "id=\"unreached\"", "id=\"source\""), "log_of = 8;", "</tr>");
  EXPECT_NE(why.find("<code class=\"line\">if (value &gt;= 100000000) {"), std::string::npos) << why;
  EXPECT_EQ(why.find("<code class=\"line\">while"), std::string::npos) << why;
}

TEST_P(ReportOfOptimisedCode, SaysOfNoConditionThatItWasNotAskedIfItWasDecidedElsewhere) {
  const std::string page = this->page("threaded");
  EXPECT_NE(kind_of_line(page, "if (v == -2) v = 12;"), "miss");
  EXPECT_NE(kind_of_line(page, "out:"), "miss") << "goto leads there";
  EXPECT_EQ(kind_of_line(page, "if (n &lt; 3) return -2;"), "miss");
}

// What a line makes of a variable stands apart from what it read, and rows that repeat are not all rounds of a loop.
TEST_P(ReportOfOptimisedCode, SaysOnWhichSideOfALineItsVariablesAre) {
  const std::string way = part(page("text"), "The way there: ", "<h3>Called by");
  const auto changes = all(way, "([^ ]*) <code>[a-z]+ = [^<]*</code>");
  EXPECT_FALSE(changes.empty()) << way;
  for (const std::smatch& each : changes) EXPECT_TRUE(each[1].str().ends_with(">then</span>")) << each.str();
  EXPECT_EQ(way.find("in rounds of the loop"), std::string::npos) << way;
  EXPECT_NE(way.find(" times in a row"), std::string::npos) << way;
}

TEST_P(ReportOfOptimisedCode, ListsMergedPathsAmongTheEnds) {
  const std::string page = this->page("text", {"--merge", "eager", "--all"});
  const auto tree = all(page, "<b>all paths</b>: [^\n]*?(\\d+): became part of another path");
  ASSERT_EQ(tree.size(), 1U);
  const std::string ends = part(page, "<h3>How paths ended</h3>", "<h3>Loops");
  const auto row = all(ends, "<td>became part of another path</td><td class=\"n\">(\\d+)</td>");
  ASSERT_EQ(row.size(), 1U) << ends;
  EXPECT_EQ(row[0][1], tree[0][1]);
  EXPECT_NE(page.find("A loop that the compiler has unrolled is none in the machine code"), std::string::npos);
}

// A state of an attempt that was given up ended as well, since another one can do the same.
TEST_P(ReportOfOptimisedCode, CountsStatesThatWereThereBeforeInOneWay) {
  page("text", {"--revisit", "--revisit-widen", "inputs"});
  const auto told = all(output_, "revisit: (\\d+) states were there before");
  const auto ended = all(output_, "(\\d+): a state that can do the same was there before");
  ASSERT_EQ(told.size(), 1U) << output_;
  ASSERT_EQ(ended.size(), 1U) << output_;
  EXPECT_EQ(told[0][1], ended[0][1]);
}

// The end of the function lies behind the condition, and was reached from other lines.
TEST_P(ReportOfOptimisedCode, TellsOfConditionsWhoseBranchesWentOneWay) {
  const std::string page = this->page("unpack");
  const std::string shared = part(page, "<h3>Branches that went one way</h3>", "</table>");
  const std::string own = part(page, "<h3>Conditions with one outcome</h3>", "</table>");
  EXPECT_NE((own + shared).find("if (at &gt;= kRoom) return;"), std::string::npos) << page;
  EXPECT_EQ(kind_of_line(page, "if (at &gt;= kRoom) return;"), "half");
  EXPECT_NE(page.find(shared.empty() ? " had one outcome only" : " always went the same way"), std::string::npos);
  EXPECT_EQ(!shared.empty(), GetParam() == "O2" || GetParam() == "Os");
}

// What is in registers has no store.
TEST_P(ReportOfOptimisedCode, DoesNotCallUnwrittenWhatExecutedLinesAssign) {
  EXPECT_EQ(part(page("halves"), "<h3>Variables that no path", "</table>").find("<code>sum</code>"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Levels, ReportOfOptimisedCode, ::testing::Values("O0", "O1", "O2", "Os"),
                         [](const auto& row) { return row.param; });

}  // namespace
}  // namespace janus::testing
