// Why a finding happens, as a report says it.
#include <gtest/gtest.h>

#include <regex>

#include "program.h"
#include "testing/firmware.h"

namespace janus::testing {
namespace {

// Mistakes that were made on purpose: the lines that matter are in the table of reasons, and those that do not are not.
class ReasonsOfAFinding : public ::testing::TestWithParam<std::string> {
 protected:
  std::string why(const std::string& mistake) {
    const TemporaryDirectory directory;
    janus({"explore", firmware_path("reasons_" + mistake + GetParam()), "--report", directory.file("report"), "--out",
           directory.file("out")});
    const std::string text = text_of(directory.file("report") + "/index.html");
    const auto begin = text.find("<h3>Why it fails</h3>");
    return begin == std::string::npos ? text : text.substr(begin, text.find("<h3>To replay it", begin) - begin);
  }
};

TEST_P(ReasonsOfAFinding, AreTheLineThatCutsAValueAndBothSidesOfTheCondition) {
  const std::string text = why("cut");
  EXPECT_NE(text.find("device.count = all;"), std::string::npos) << text;
  EXPECT_TRUE(std::regex_search(text, std::regex("<b>25[67] does not fit into 8 bits</b>"))) << text;
  EXPECT_NE(text.find("device.state = device.count &gt; 200 ? FULL : BUSY;"), std::string::npos) << text;
  EXPECT_NE(text.find("<td><code>device.state == FULL</code></td><td><code>BUSY == FULL</code></td><td>false</td>"),
            std::string::npos)
      << text;
  EXPECT_TRUE(std::regex_search(text, std::regex("<code>all &gt; 200</code></td><td><code>2\\d\\d &gt; 200</code>"
                                                 "</td><td>true</td>")))
      << text;
  EXPECT_NE(text.find("<td><code>false == true</code></td><td><b class=\"failed\">false</b></td>"), std::string::npos);
  EXPECT_EQ(text.find("it would not fail"), std::string::npos) << "nobody should be told to mend what is right";
}

TEST_P(ReasonsOfAFinding, AreTheConditionThatChoseAValue) {
  const std::string text = why("clamp");
  EXPECT_NE(text.find("if (n &gt; limit) n = limit;"), std::string::npos) << text;
  if (GetParam() == "_O0") {  // else n is in no place that the debug information tells
    EXPECT_TRUE(
        std::regex_search(text, std::regex("<code>n \\+ 1 &lt;= limit</code></td><td><code>[45] &lt;= [34]</code>")))
        << text;
  }
}

TEST_P(ReasonsOfAFinding, AreNothingThatHasNoInfluence) {
  const std::string text = why("unrelated");
  EXPECT_NE(text.find("used += input[2];"), std::string::npos) << text;
  EXPECT_EQ(text.find("noise += input[1];"), std::string::npos) << text;
}

// The compiler counts the index up in the middle of the condition: then its element is the next one, and no values are
// told but the words that were compared.
TEST_P(ReasonsOfAFinding, AreValuesThatTheMachineHasCompared) {
  const std::string text = why("loop");
  EXPECT_NE(text.find("cache[i].block == block"), std::string::npos) << text;
  const std::regex told("block == block is (true|false): (\\d+) == (\\d+)<");
  for (std::sregex_iterator each(text.begin(), text.end(), told), end; each != end; ++each)
    EXPECT_EQ((*each)[1] == "true", (*each)[2] == (*each)[3]) << each->str();
  if (GetParam().empty()) {
    EXPECT_TRUE(std::regex_search(text, std::regex("in the machine code, \\d ≠ \\d"))) << text;
    EXPECT_EQ(text.find("block == block is"), std::string::npos) << text;
    EXPECT_EQ(text.find("<code>cache[i].block = "), std::string::npos) << text;
  } else {
    EXPECT_TRUE(std::regex_search(text, told)) << text;
  }
}

// The head of a loop has code that only a second round comes to, and an assertion is there that nobody checked.
TEST_P(ReasonsOfAFinding, LeaveTheHeadOfALoopReachedAndAnAssertionUnchecked) {
  const TemporaryDirectory directory;
  janus({"explore", firmware_path("reasons_round" + GetParam()), "--report", directory.file("report"), "--out",
         directory.file("out")});
  const std::string page = text_of(directory.file("report/index.html"));
  const auto unreached = page.find("id=\"unreached\""), source = page.find("id=\"source\"");
  ASSERT_LT(unreached, source);
  EXPECT_EQ(page.substr(unreached, source - unreached).find("for (;;)"), std::string::npos) << page;
  const auto table = page.find("<th>assertion</th>"), behind = page.find("</table>", table);
  ASSERT_NE(table, std::string::npos);
  EXPECT_TRUE(std::regex_search(page.substr(table, behind - table),
                                std::regex("input\\[1\\] != 4[^\n]*<td class=\"n\">never</td><td>no path came there")))
      << page.substr(table, behind - table);
}

INSTANTIATE_TEST_SUITE_P(Optimised, ReasonsOfAFinding, ::testing::Values("", "_O0"),
                         [](const auto& row) { return row.param.empty() ? "O2" : "O0"; });

}  // namespace
}  // namespace janus::testing
