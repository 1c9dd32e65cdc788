// What a report says of paths one by one: which inputs take them, in which order and how often lines were executed, and
// who has written what fails in the end. The same firmware at each level of optimisation.
#include <gtest/gtest.h>

#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "report_page.h"

namespace janus::testing {
namespace {

class ReportOfPaths : public ReportOfEachLevel {};

// Values of 64 bytes are cut.
TEST_P(ReportOfPaths, ShowsInWhichBytesLongInputsDiffer) {
  const std::string examples = part(page("datagram", {"--all"}), "Inputs that reach the lines", "id=\"paths\"");
  const std::regex row("<tr id=\"example\\d+\"><td>#\\d+</td><td>([^\n]*?)</td>");
  std::multiset<std::string> told;
  for (std::sregex_iterator each(examples.begin(), examples.end(), row), end; each != end; ++each)
    told.insert((*each)[1]);
  EXPECT_GT(told.size(), 1U) << examples;
  for (const std::string& inputs : told) EXPECT_EQ(told.count(inputs), 1U) << examples;
}

// Compilers make one store of those at the ends of several cases, which has the line of one of them.
TEST_P(ReportOfPaths, NamesTheLineThatHasAssignedAValue) {
  const std::string page = this->page("charger"), why = part(page, "<h3>Why it fails</h3>", "<h3>To replay it"),
                    way = part(page, "The way there: ", "</details>");
  for (const std::string& table : {why, way}) {
    const std::regex right("case FAST: current_ma[^\n]*(→|then</span> <code>) ?current_ma = [^<]*1000[^\n]*</tr>");
    EXPECT_TRUE(std::regex_search(table, right)) << table;
    const std::regex wrong("(case TOPPING|case 3|case PRECHARGE)[^\n]*current_ma = [^<]*1000[^\n]*</tr>");
    EXPECT_FALSE(std::regex_search(table, wrong)) << table;
  }
}

// Three inlined functions have an `o` and an `i` each, and a line has only made what it says.
TEST_P(ReportOfPaths, ShowsNoVariableOfAnotherFunction) {
  const std::string page = this->page("helpers"), why = part(page, "<h3>Why it fails</h3>", "<h3>To replay it"),
                    way = part(page, "The way there: ", "</details>");
  const auto made = [&](const std::string& table, const std::string& text) {
    std::vector<std::string> values;
    const std::regex row(text + "</code></td><td[^\n]*</tr>"), value("(?:then</span> <code>|→ )o = ([^<]*)<");
    for (std::sregex_iterator each(table.begin(), table.end(), row), end; each != end; ++each) {
      const std::string cells = each->str();
      std::smatch found;
      if (std::regex_search(cells, found, value)) values.push_back(found[1]);
    }
    return values;
  };
  for (const std::string& table : {why, way}) {
    for (const std::string& value : made(table, "unsigned o = 0;")) EXPECT_EQ(value, "0") << table;
    for (const std::string& value : made(table, "if \\(from\\[i\\][^\n]*")) EXPECT_NE(value[0], '0') << table;
    for (const std::string& value : made(table, "if \\(p\\[i\\] &gt; 200\\) o \\+= 2;"))
      EXPECT_TRUE(value.starts_with("2")) << table;
  }
}

// A record is a round: it is told by itself, or with others that are alike.
TEST_P(ReportOfPaths, TellsEachRoundOfALoopOnce) {
  const std::string page = this->page("fields"), way = part(page, "The way there: ", "</details>");
  EXPECT_EQ(rounds_of(way, "if \\(len &gt; 3\\) return -1;"), 4) << way;
  EXPECT_EQ(rounds_of(way, "if \\(type == 0\\) break;"), 4) << way;
  EXPECT_EQ(rounds_of(way, "while \\(at \\+ 2 &lt;= n\\)"), 4) << way;
  // What the head of the inner loop sets is told with the rest of it, behind the line above it.
  const auto in_front = way.find("uint16_t value = 0;"), behind = way.find("for (unsigned i = 0; i &lt; len; ++i)");
  if (in_front != std::string::npos) {
    EXPECT_LT(in_front, behind) << way;
  }
}

// `*at = gone->next` is in front of the branch that decides against it.
TEST_P(ReportOfPaths, LeadsOverNoLineThatWasNotReached) {
  const std::string way = part(page("buckets"), "The way there: ", "</details>");
  EXPECT_EQ(way.find("*at = gone-&gt;next;"), std::string::npos) << way;
}

// What the two variables of the condition hold was set at different times.
TEST_P(ReportOfPaths, NamesWhoHasWrittenLastWhatFails) {
  const std::string writers = part(page("charger"), "<table class=\"stack writers\">", "</table>");
  EXPECT_TRUE(std::regex_search(
      writers, std::regex("<tr><td><code>current_ma = 1000</code></td><td>[^\n]*case FAST: current_ma = hot[^\n]*"
                          "</td><td><code>hot</code>, written last by nobody since reset</td></tr>")))
      << writers;
  EXPECT_TRUE(std::regex_search(
      writers, std::regex("<tr><td><code>limit_ma = (450|800)</code></td><td>[^\n]*case 7: limit_ma = event")))
      << writers;
}

// The chain ends too early, since a pointer is null that a line has stored which had to unlink another node.
TEST_P(ReportOfPaths, NamesWhoHasEndedAChain) {
  const std::string page = this->page("buckets"), why = part(page, "<h3>Why it fails</h3>", "<h3>To replay it");
  EXPECT_TRUE(std::regex_search(
      why, std::regex("gone-&gt;next \\? gone-&gt;next-&gt;next : NULL;[^\n]*pool\\[2\\].next = NULL")))
      << why;
}

INSTANTIATE_TEST_SUITE_P(Levels, ReportOfPaths, ::testing::Values("O0", "O1", "O2", "Os"),
                         [](const auto& row) { return row.param; });

}  // namespace
}  // namespace janus::testing
