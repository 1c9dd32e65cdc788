// Why a finding fails, as a report tells it line by line: the lines that count, each with values of one moment.
#include <gtest/gtest.h>

#include <regex>
#include <utility>
#include <vector>

#include "report_page.h"

namespace janus::testing {
namespace {

class ReportOfReasons : public ReportOfEachLevel {
 protected:
  std::string why(const std::string& firmware) {
    return part(page(firmware), "<h3>Why it fails</h3>", "<h3>To replay it");
  }
  // The rows of a line: what is in front of it, and its results.
  static std::vector<std::pair<std::string, std::string>> rows_of(const std::string& why, const std::string& line) {
    std::vector<std::pair<std::string, std::string>> rows;
    std::size_t at = why.find(line);
    for (; at != std::string::npos; at = why.find(line, at + 1)) {
      const std::size_t front = why.find("<td>", at), result = why.find("<td class=\"result\">", front);
      rows.emplace_back(why.substr(front, result - front), why.substr(result, why.find("</tr>", result) - result));
    }
    return rows;
  }
};

// Both checks are wrong, though what fails does not depend on how they come out: they let the length pass.
TEST_P(ReportOfReasons, AreTheChecksThatLetAValuePass) {
  const std::string why = this->why("packet");
  const auto first = rows_of(why, "if (frame.length &gt; MOST) return -3;");
  ASSERT_EQ(first.size(), 1U) << why;
  EXPECT_TRUE(std::regex_search(
      first.front().second, std::regex("frame.length &gt; MOST is false, since -\\d+ &lt;= 8|machine code, 8 ≥ -\\d+")))
      << first.front().second;
  if (GetParam() != "O0") return;
  const auto second = rows_of(why, "if (at + frame.length + 2 &gt; size) return -4;");
  ASSERT_EQ(second.size(), 1U) << why;
  EXPECT_NE(second.front().first.find("<code>at = 6</code>"), std::string::npos) << second.front().first;
  EXPECT_TRUE(std::regex_search(why, std::regex("i &lt; at \\+ frame.length is false, since 2 &gt;= -\\d+"))) << why;
}

// The loop goes too far because of how many rounds it has, which the check lets pass.
TEST_P(ReportOfReasons, AreTheChecksOfHowOftenALoopGoesRound) {
  const std::string why = this->why("rounds");
  EXPECT_NE(why.find("if (bytes &lt; 2 * words) return;"), std::string::npos) << why;
}

// A line with a call in the middle: what it has made by then is not in front of it, and all that it makes is told.
TEST_P(ReportOfReasons, TellValuesInFrontOfALineAndAllThatItMakes) {
  const auto rows = rows_of(why("frames"), "length |= byte &lt;&lt; 8, sum(byte), rx.at = 0;");
  ASSERT_FALSE(rows.empty());
  for (const auto& [front, result] : rows) {
    EXPECT_FALSE(std::regex_search(front, std::regex("<code>length = -"))) << front;
    if (GetParam() != "O0") continue;
    EXPECT_TRUE(std::regex_search(front, std::regex("<code>length = \\d+</code>"))) << front;
    EXPECT_TRUE(std::regex_search(result, std::regex("→ length = -\\d+<"))) << result;
    EXPECT_NE(result.find("→ rx.at = 0"), std::string::npos) << result;
  }
}

// The state in which the path goes wrong was chosen by a line whose check is wrong.
TEST_P(ReportOfReasons, AreWhoHasChosenTheState) {
  if (GetParam() != "O0") return;  // compilers join the conditions of `if` and `switch`
  const std::string why = this->why("frames");
  EXPECT_TRUE(std::regex_search(why, std::regex("length &gt; PAYLOAD is false, since -\\d+ &lt;= 8"))) << why;
  EXPECT_NE(why.find("rx.state = length ? DATA : CHECK_A;"), std::string::npos) << why;
}

// Nine rounds, which are told as nine.
TEST_P(ReportOfReasons, CountRounds) {
  const std::string why = this->why("frames");
  EXPECT_EQ(rounds_of(why, "rx.payload\\[rx.at\\+\\+\\] = byte;"), 9) << why;
  EXPECT_EQ(why.find("Earlier, from"), std::string::npos) << why;
}

TEST_P(ReportOfReasons, GiveNamesOfNumbersTheirValues) {
  const std::string why = this->why("frames");
  if (why.find("<th>with values</th>") == std::string::npos) return;  // the compiler has dropped a variable
  EXPECT_NE(why.find("<code>9 &lt;= 8</code></td><td><b class=\"failed\">false</b></td><td><code>rx.at = 9</code><br/>"
                     "<code>PAYLOAD = 8</code></td>"),
            std::string::npos)
      << why;
}

// What is told with values holds, be the condition true or false.
TEST_P(ReportOfReasons, SayNothingThatDoesNotHold) {
  int told = 0;
  for (const char* firmware : {"frames", "packet", "pause", "loader"}) {
    const std::string why = this->why(firmware);
    const std::regex outcome(" is (?:true:|false, since) (-?\\d+) ([=!]=|&lt;=?|&gt;=?) (-?\\d+)");
    for (std::sregex_iterator each(why.begin(), why.end(), outcome), end; each != end; ++each, ++told) {
      const auto left = std::stoll((*each)[1]), right = std::stoll((*each)[3]);
      const std::string sign = (*each)[2];
      const bool holds = sign == "=="      ? left == right
                         : sign == "!="    ? left != right
                         : sign == "&lt;"  ? left < right
                         : sign == "&gt;"  ? left > right
                         : sign == "&lt;=" ? left <= right
                                           : left >= right;
      EXPECT_TRUE(holds) << each->str();
    }
    EXPECT_FALSE(std::regex_search(why, std::regex("is false: -?\\d+ [=!&]"))) << why;
  }
  if (GetParam() == "O0") {
    EXPECT_GT(told, 0);
  }
}

TEST_P(ReportOfReasons, AreInitialValuesThatNoLineHasChanged) {
  const std::string why = page("pause", {"--all"});
  EXPECT_TRUE(
      std::regex_search(why, std::regex("<code>resume_to = FAST</code> since reset \\([^\n]*pause.c:8</a></span>\\): "
                                        "no line of the path has assigned it")))
      << why;
  EXPECT_FALSE(std::regex_search(why, std::regex("<code>mode( = [A-Z]+)?</code> since reset"))) << why;
}

// The machine code compares the value of a switch with whatever numbers it likes.
TEST_P(ReportOfReasons, SayOfASwitchWhatItsValueIs) {
  const std::string page = this->page("pause"), why = part(page, "<h3>Why it fails</h3>", "<h3>To replay it");
  for (const auto& [front, result] : rows_of(why, "// which mode"))
    EXPECT_EQ(result.find("in the machine code"), std::string::npos) << result;
  const std::string tree = part(this->page("kinds"), "<div class=\"tree\">", "</div>");
  EXPECT_NE(tree.find("switch (type) {"), std::string::npos) << tree;
  EXPECT_FALSE(std::regex_search(tree, std::regex("switch \\(type\\) [^\n]*<b>(?:not )?equal, in the machine")))
      << tree;
}

TEST_P(ReportOfReasons, HaveNumbersAsTheirTypesSay) {
  const std::string page = this->page("pause", {"--all"});
  EXPECT_EQ(page.find("returns -1"), std::string::npos);
  if (GetParam() == "O1") {  // the value is in the register of the result
    EXPECT_NE(page.find("→ returns 4294967295"), std::string::npos) << page;
  }
  // The address of a variable in the frame is nobody's value.
  EXPECT_FALSE(std::regex_search(part(page, "The way there: ", "<h3>Called by"), std::regex("<code>by = 0x")));
}

// A label has no code of its own, and is not counted.
TEST_P(ReportOfReasons, AreBesideASourceWhoseLabelsHaveNoMarks) {
  const std::string page = this->page("frames");
  for (const char* label : {"    case DATA:", "    case ID:  // shares", "    case DATA + 10:", "    case DATA + 11:"})
    EXPECT_EQ(kind_of_line(page, label), "") << label;
}

// 0 and 1 are mostly truths, of which nothing is told, but not where two words were to be the same.
TEST_P(ReportOfReasons, TellBothWordsThatWereToBeTheSame) {
  const std::string why = part(page("cell"), "Why it fails", "</p>");
  EXPECT_TRUE(std::regex_search(why, std::regex("compares <b>(0</b> and <b>1|1</b> and <b>0)</b>"))) << why;
}

// The sum that was compared, and not the words whose bytes change places.
TEST_P(ReportOfReasons, TellWhatAComparedWordHasLost) {
  const std::string why = part(page("extent"), "Why it fails", "</table>");
  const std::regex lost("<b>([0-9a-fx]+) does not fit into 16 bits</b><br/>decides");
  std::smatch found;
  ASSERT_TRUE(std::regex_search(why, found, lost)) << why;
  EXPECT_GT(std::stoul(found[1]), 0xffffU);
  EXPECT_LT(std::stoul(found[1]), 0x10003U);
  EXPECT_EQ(found.suffix().str().find("does not fit"), std::string::npos) << why;
  EXPECT_EQ(found.prefix().str().find("does not fit"), std::string::npos) << why;
}

INSTANTIATE_TEST_SUITE_P(Levels, ReportOfReasons, ::testing::Values("O0", "O1", "O2", "Os"),
                         [](const auto& row) { return row.param; });

// No path locks the menu within so many forks, but widened states do.
class ReportOfWidenedStates : public ::testing::Test {
 protected:
  std::string page(Arguments options) {
    options.insert(options.begin(), {"explore", firmware_path("report_menu_O0"), "--report", directory_.file("report"),
                                     "--out", directory_.file("out")});
    output_ = janus(options).output;
    return text_of(directory_.file("report") + "/index.html");
  }
  TemporaryDirectory directory_;
  std::string output_;
};

std::string row_of(const std::string& page, const std::string& text) {
  const auto at = page.find(text, page.find("<table class=\"source\">"));
  return at == std::string::npos ? "no row" : page.substr(page.rfind("<tr ", at), at - page.rfind("<tr ", at));
}

TEST_F(ReportOfWidenedStates, IsNoReportOfWhatNeverHappens) {
  const std::string page = this->page({"--revisit", "--max-forks", "500"});
  ASSERT_EQ(last_line(output_), "unknown") << output_;
  const std::string locked = row_of(page, "    locked_out = 1;");
  EXPECT_NE(locked.find("class=\"wide\""), std::string::npos) << locked;
  const auto begin = page.find("id=\"unreached\""), end = page.find("id=\"source\"");
  const std::string unreached = page.substr(begin, end - begin);
  EXPECT_EQ(unreached.find("++tries == 3"), std::string::npos) << unreached;
  // They are counted, and so have rows.
  EXPECT_NE(page.find("by <a href=\"#words\">widened</a> states alone"), std::string::npos);
  const auto row = unreached.find("<tr><td>" + page.substr(page.find("First: ") + 7, 30));
  ASSERT_NE(row, std::string::npos) << unreached;
  EXPECT_NE(
      unreached.substr(row, unreached.find("</tr>", row) - row).find("only <a href=\"#words\">widened</a> states"),
      std::string::npos)
      << unreached;
  EXPECT_NE(unreached.find("stood for more than really happens"), std::string::npos) << unreached;
  EXPECT_EQ(page.find("never happened, as far as its branches tell"), std::string::npos);
}

// The loop has no invariant that --subsume finds.
TEST_F(ReportOfWidenedStates, AdvisesNoProofsWhereNoneWasFound) {
  const std::string others = "fair,by-value,enumerate,by-address,summarize,merge,learn,revisit";
  const std::string page = this->page({"--auto", "--auto-without", others, "--max-forks", "100"});
  ASSERT_NE(output_.find(" ms of subsumption"), std::string::npos) << output_;
  const auto begin = page.find("id=\"next\""), end = page.find("id=\"basis\"");
  const std::string next = page.substr(begin, end - begin);
  EXPECT_NE(next.find("--revisit"), std::string::npos) << next;
  EXPECT_EQ(next.find("--subsume"), std::string::npos) << next;
}

// States of functions that a loop calls are in the loop: together, all that wait are.
TEST_F(ReportOfWidenedStates, CountsAllStatesOfALoopThatNobodyLeaves) {
  const std::string page = this->page({"--plain", "--max-forks", "2000"});
  std::smatch waiting, loop;
  ASSERT_TRUE(std::regex_search(page, waiting, std::regex("<p>(\\d+) states in all"))) << output_;
  const std::string loops = page.substr(page.find("Loops, and what became of them"));
  ASSERT_TRUE(std::regex_search(loops, loop, std::regex("for \\(;;\\)[^\n]*?(\\d+) states still in it"))) << loops;
  EXPECT_EQ(waiting[1], loop[1]);
}

}  // namespace
}  // namespace janus::testing
