// The report of an exploration: complete in itself, whatever the firmware is.
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

#include "program.h"
#include "testing/firmware.h"

namespace janus::testing {
namespace {

// What the pattern's first group matches, from the beginning to the end.
std::vector<std::string> all(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern);
  std::vector<std::string> found;
  for (std::sregex_iterator it(text.begin(), text.end(), regex), end; it != end; ++it) found.push_back((*it)[1]);
  return found;
}

class Report : public ::testing::TestWithParam<std::string> {
 protected:
  std::string page(Arguments options = {}) {
    options.insert(options.end(), {"--report", directory_.file("report"), "--max-time", "2"});
    exploration_ = std::make_unique<Exploration>(firmware_path(GetParam()), options);
    return text_of(directory_.file("report") + "/index.html");
  }

  TemporaryDirectory directory_;
  std::unique_ptr<Exploration> exploration_;
};

TEST_P(Report, IsWellFormedAndNeedsNothingElse) {
  const std::string text = page();
  boost::property_tree::ptree tree;
  const auto style = text.find("<style>"), behind = text.find("</style>");
  std::istringstream without_style{text.substr(0, style) + text.substr(behind + 8)};
  ASSERT_NO_THROW(boost::property_tree::read_xml(without_style, tree)) << text;
  EXPECT_EQ(text.find("<script"), std::string::npos);
  EXPECT_FALSE(std::regex_search(text, std::regex("(src|href)=\"(?!#)"))) << "nothing is fetched";
  std::set<std::string> ids;
  for (const std::string& id : all(text, " id=\"([^\"]*)\"")) EXPECT_TRUE(ids.insert(id).second) << id;
  for (const std::string& id : all(text, "href=\"#([^\"]*)\"")) EXPECT_TRUE(ids.contains(id)) << id << " leads nowhere";
  const std::string verdict = last_line(exploration_->result().output);
  EXPECT_NE(text.find("<span class=\"verdict " + verdict + "\">" + verdict + "</span>"), std::string::npos);
  for (const auto& finding : exploration_->findings()) {
    const std::string told = std::regex_replace(finding.at("text").get<std::string>(), std::regex(">"), "&gt;");
    const bool is_limit = finding.at("reason") == "instruction_limit";
    EXPECT_NE(text.find((is_limit ? ". Given up: " : ". ") + told), std::string::npos) << told;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Report,
                         ::testing::Values("quickstart", "quickstart_fixed", "driver_unsafe_4", "symbolic_two_bugs",
                                           "symbolic_explosion", "symbolic_explosion_endless", "symbolic_code",
                                           "ending_load", "foreign_raw_unsafe", "default_smashed"),
                         [](const auto& row) { return row.param; });

using ReportOfTheQuickstart = ::testing::Test;

TEST_F(ReportOfTheQuickstart, AnswersWhatBreaksItWhyAndWhatWasNotReached) {
  const TemporaryDirectory directory;
  janus({"explore", firmware_path("quickstart"), "--report", directory.file("report"), "--out", directory.file("out")});
  const std::string text = text_of(directory.file("report") + "/index.html");
  for (const char* part : {"assertion failed at ", "<code>reading</code>", "quickstart.c:47", "The way there: ",
                           "Good morning! The keeper of the greenhouse", "janus replay ", "The tree of forks",
                           "<b>all paths</b>", "Never reached", "return bytes[0] &lt;&lt; 4 | bytes[1] &gt;&gt; 4;",
                           "<b>Does it fail?</b> <span>Yes: <code>riscv_assert(!(freezing", "<code>reading = ff 00",
                           "4080 &gt; 448", "The last 32 instructions", "<svg class=\"waves\"",
                           // What the condition compared, and what the line fails by, wherever the compiler put it.
                           "<p>With <code>action = OPEN_WINDOW</code>.</p>", "inlined in <code>main</code>",
                           "exit code 1.</p>", "<td class=\"fact\">1 ≠ 0<br/>fails</td>", "class=\"fail\"",
                           "<a href=\"#finding1\"><b>fails</b></a>", "sixteenths = 4080</code>"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part;
  }
}

// How the page came about, and what its words mean.
TEST_F(ReportOfTheQuickstart, KnowsItsCommandItsDateAndItsWords) {
  const TemporaryDirectory directory;
  const std::string firmware = firmware_path("quickstart"), report = directory.file("report");
  janus({"explore", firmware, "--report", report, "--max-time", "9", "--out", directory.file("out")});
  const std::string text = text_of(report + "/index.html");
  EXPECT_NE(text.find("Made by <code>janus explore " + firmware + " --max-time 9 --out "), std::string::npos);
  EXPECT_TRUE(std::regex_search(text, std::regex("</code> on \\d{4}-\\d\\d-\\d\\d at \\d\\d:\\d\\d, Janus \\d")));
  for (const char* word : {"path", "state", "fork", "exploration", "executed"})
    EXPECT_NE(text.find(std::string("<dt>") + word + "</dt>"), std::string::npos) << word;
  const std::string fork = text.substr(text.find("<dt>fork</dt>"), 300);
  EXPECT_NE(fork.find("A <i>widened</i> state may become two where no input can decide"), std::string::npos) << fork;
}

// Start-up code and libraries are behind a click, in tables and in the source.
TEST_F(ReportOfTheQuickstart, FoldsWhatIsNotOfTheFirmware) {
  const TemporaryDirectory directory;
  janus({"explore", firmware_path("quickstart"), "--all", "--report", directory.file("report"), "--out",
         directory.file("out")});
  const std::string text = text_of(directory.file("report") + "/index.html");
  for (const auto& [section, own] : {std::pair("id=\"unreached\"", ""), {"id=\"source\"", "quickstart.c</code>"}}) {
    const auto begin = text.find(section), fold = text.find("start-up code and libraries</summary>", begin);
    const auto large = text.find("Start-up code and libraries</summary>", begin);
    EXPECT_LT(std::min(fold, large), text.find("crt0.S", begin)) << section;
    EXPECT_LE(text.find(own, begin), std::min(fold, large)) << section;
  }
}

// What the firmware computed between the decisions: i counts up to the failure, which the compiler has folded.
TEST_F(ReportOfTheQuickstart, FollowsVariablesOnTheWayToAFinding) {
  const TemporaryDirectory directory;
  const auto page = [&](const std::string& firmware) {
    janus({"explore", firmware_path(firmware), "--report", directory.file("report"), "--out", directory.file("out")});
    return text_of(directory.file("report") + "/index.html");
  };
  const std::string retry = page("retry_unsafe_2");
  EXPECT_NE(retry.find("<p>On the way: <code>locked = 1 → 0 → 1</code>.</p>"), std::string::npos);
  const auto way = retry.find("The way there: "), taken = retry.find("<code>locked = 1</code>", way);
  const auto given_back = retry.find("<code>locked = 0</code>", taken);
  EXPECT_LT(given_back, retry.find("<code>locked = 1</code>", given_back)) << "in the order in which they happened";
  EXPECT_LT(retry.find("<code>requests = 1</code>", way), retry.find("<code>requests = 2</code>", way));
  const std::string loop = page("loop_unsafe_20");
  EXPECT_NE(loop.find("<code>i = 0 → 1 → 2 → 3 → … → 17 → 18 → 19 → 20</code>"), std::string::npos);
  // It goes on in the loop after it was seen last.
  EXPECT_NE(loop.find("Optimised out there: <code>i</code>."), std::string::npos);
}

// Forks and executions by line are those of everybody, and add up to what is told elsewhere.
TEST_F(ReportOfTheQuickstart, TakesNoParameterOfAHookForAVariable) {
  const TemporaryDirectory directory;
  janus({"explore", firmware_path("hook_names"), "--report", directory.file("report"), "--out", directory.file("out")});
  const std::string page = text_of(directory.file("report/index.html"));
  EXPECT_NE(page.find("address = 4660"), std::string::npos);
  EXPECT_EQ(page.find("address = 0x8"), std::string::npos) << "where it is, which is what the hook was given";
}

TEST_F(ReportOfTheQuickstart, CountsTheSameWhereverItIsShown) {
  for (const char* firmware : {"default_hailstone", "default_spaces", "quickstart"}) {
    const TemporaryDirectory directory;
    janus({"explore", firmware_path(firmware), "--report", directory.file("report"), "--out", directory.file("out")});
    const std::string text = text_of(directory.file("report") + "/index.html");
    std::uint64_t told = 0, by_line = 0;
    for (const std::string& forks : all(text, "of (\\d+) forks? \\(where an input decides")) told = std::stoull(forks);
    for (const std::string& forks : all(text, "<td class=\"n how\">(\\d+) forks?(?:, \\d+ checks?)?</td>"))
      by_line += std::stoull(forks);
    EXPECT_GT(told, 0U) << firmware;
    EXPECT_EQ(by_line, told) << firmware;
    const auto assertions = text.find("<th>assertion</th>");
    ASSERT_NE(assertions, std::string::npos) << firmware;
    const std::string table = text.substr(assertions, text.find("</table>", assertions) - assertions);
    const auto lines = all(table, "<tr><td><span class=\"place\"><a href=\"#([^\"]*)\"");
    const auto times = all(table, "<td class=\"n\">(once|\\d+) ?(?:times)?</td>");
    ASSERT_EQ(lines.size(), times.size()) << table;
    EXPECT_FALSE(lines.empty()) << firmware;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const auto line = text.find("<tr id=\"" + lines[i] + "\"");
      ASSERT_NE(line, std::string::npos) << lines[i];
      const std::string source = text.substr(line, text.find("</tr>", line) - line);
      const std::string count = times[i] == "once" ? "1 check" : times[i] + " checks";
      EXPECT_NE(source.find(count + "</td>"), std::string::npos) << source << count;
    }
  }
}

// The condition's two words, in an order that the compiler chooses, and the lines that they were computed at.
TEST_F(ReportOfTheQuickstart, SaysWhatTheFailingConditionWasComputedFrom) {
  const TemporaryDirectory directory;
  const auto page = [&](const std::string& firmware) {
    janus({"explore", firmware_path(firmware), "--report", directory.file("report"), "--out", directory.file("out")});
    const std::string text = text_of(directory.file("report") + "/index.html");
    const auto why = text.find("<h3>Why it fails</h3>");
    return why == std::string::npos ? std::string() : text.substr(why, text.find("<h3>To replay it", why) - why);
  };
  const std::string loop = page("loop_unsafe_20");
  EXPECT_TRUE(std::regex_search(
      loop, std::regex("(compares <b>(20|0)</b> and <b>(20|0)</b> at )|(<b class=\"failed\">false</b>)")))
      << loop;
  const std::string quickstart = page("quickstart");
  EXPECT_NE(quickstart.find("an input"), std::string::npos) << quickstart;
  EXPECT_NE(quickstart.find("reading"), std::string::npos) << quickstart;
}

// Of those of one assertion, the first in full, and of the others the inputs.
TEST_F(ReportOfTheQuickstart, TellsFindingsByPlace) {
  const TemporaryDirectory directory;
  janus({"explore", firmware_path("bubble_sort_unsafe_3"), "--plain", "--all", "--report", directory.file("report"),
         "--out", directory.file("out")});
  const std::string text = text_of(directory.file("report") + "/index.html");
  EXPECT_EQ(all(text, "(<article)").size(), 1U);
  EXPECT_NE(text.find("And 2 more findings, at 1 place in all."), std::string::npos);
  const auto others = text.find("<summary>2 more of the same assertion</summary>");
  ASSERT_NE(others, std::string::npos);
  EXPECT_NE(text.find("<code>finding-3.json</code></td><td><code>size = ", others), std::string::npos);
}

TEST_F(ReportOfTheQuickstart, SaysWhatIsKnownWithoutAVerdict) {
  const TemporaryDirectory directory;
  janus({"explore", firmware_path("symbolic_explosion"), "--plain", "--max-paths", "3", "--report",
         directory.file("report")});
  const std::string text = text_of(directory.file("report") + "/index.html");
  EXPECT_NE(text.find("<span>Not decided: --max-paths 3 was reached.</span>"), std::string::npos);
  const auto shown = text.find(
      "<b>What was shown?</b> <span>The beginning: whatever the inputs are, the firmware does not fail in its first ");
  ASSERT_NE(shown, std::string::npos);
  EXPECT_LT(text.find(" 3 paths ended without a failure; ", shown), text.find("</li>", shown));
  EXPECT_LT(text.find("1 assertion was reached, and none has failed.", shown), text.find("</li>", shown));
  EXPECT_NE(text.find("Where states were still waiting"), std::string::npos);
}

// In front of everything else, as commands; and no section about findings, of which there are none.
TEST_F(ReportOfTheQuickstart, SaysWhatToTryWithoutAVerdict) {
  const TemporaryDirectory directory;
  const std::string firmware = firmware_path("symbolic_explosion");
  janus({"explore", firmware, "--plain", "--max-paths", "1", "--report", directory.file("report")});
  const std::string text = text_of(directory.file("report") + "/index.html");
  const auto next = text.find("<h2 id=\"next\">What to try next</h2>");
  ASSERT_NE(next, std::string::npos);
  EXPECT_LT(next, text.find("id=\"basis\""));
  const auto first = text.find("<pre class=\"first\">janus explore " + firmware + " --max-time 60</pre>", next);
  EXPECT_LT(first, text.find("id=\"basis\"")) << "what is by hand might be better by default";
  EXPECT_EQ(all(text, "(<pre class=\"first\">)").size(), 1U) << "one command is preferred";
  const auto others = text.find("<summary>Other commands that may help</summary>", first);
  EXPECT_NE(text.find("<code>janus explore " + firmware + " --plain --max-paths 10</code>", others), std::string::npos);
  EXPECT_EQ(text.find("id=\"findings\""), std::string::npos);
  EXPECT_NE(text.find("</td><td>held each time, so far</td>"), std::string::npos) << "of the assertion";
  const std::string source = text.substr(text.find("<table class=\"source\">"));
  const std::string own = source.substr(0, source.find("</table>"));
  EXPECT_NE(own.find(" class=\"open\""), std::string::npos) << "states wait for the other side of a branch";
  EXPECT_EQ(own.find(" class=\"half\""), std::string::npos) << own;
}

TEST_F(ReportOfTheQuickstart, NamesQuestionsWithoutAnAnswer) {
  const TemporaryDirectory directory;
  const auto result = janus({"explore", firmware_path("symbolic_factors"), "--plain", "--solver-timeout", "0.01",
                             "--report", directory.file("report")});
  EXPECT_NE(result.output.find("1 query had no answer (factors.c:12); may help: --solver-timeout"), std::string::npos)
      << result.output;
  const std::string text = text_of(directory.file("report") + "/index.html");
  EXPECT_EQ(all(text, "(has left 1 query without an answer</span>; it is at )").size(), 1U) << "told once";
  EXPECT_EQ(all(text, "(<a href=\"#unanswered\">1 query)").size(), 3U) << "and meant elsewhere";
  EXPECT_NE(text.find(" --solver-timeout 0.1</pre>"), std::string::npos);
}

// Of the paths behind a line, those that part no more are told, too.
TEST_F(ReportOfTheQuickstart, HasATreeThatAddsUp) {
  const TemporaryDirectory directory;
  janus({"explore", firmware_path("driver_unsafe_4"), "--report", directory.file("report"), "--out",
         directory.file("out")});
  const std::string text = text_of(directory.file("report") + "/index.html");
  EXPECT_NE(text.find("Every line with code was executed. (Not so in start-up code and libraries.)"), std::string::npos)
      << "a state waits for the other outcome, which is not missing";
  janus({"explore", firmware_path("report_samples_O2"), "--report", directory.file("report"), "--out",
         directory.file("out")});
  EXPECT_NE(text_of(directory.file("report") + "/index.html").find(" no further fork: "), std::string::npos);
}

// Lines of main name inputs that reach them for certain.
TEST_F(ReportOfTheQuickstart, HasAnInputForEachLineThatIsReached) {
  const TemporaryDirectory directory;
  janus({"explore", firmware_path("quickstart"), "--all", "--report", directory.file("report"), "--out",
         directory.file("out")});
  const std::string text = text_of(directory.file("report") + "/index.html");
  const auto examples = text.find("Inputs that reach the lines");
  ASSERT_NE(examples, std::string::npos);
  const std::vector<std::string> numbers = all(text, "<tr id=\"example(\\d+)\"");
  ASSERT_GE(numbers.size(), 3U) << "a pleasant day, a cold one, a hot one";
  const std::vector<std::string> named = all(text, "<a href=\"#example(\\d+)\">#\\d+</a>");
  EXPECT_GE(std::set(named.begin(), named.end()).size(), 2U) << "of lines that are reached for certain";
  for (const std::string& number : named) EXPECT_NE(std::ranges::find(numbers, number), numbers.end()) << number;
  EXPECT_NE(text.find("<code>reading = ", examples), std::string::npos);
}

// No branch keeps anybody away from what is behind the end of all paths.
TEST_F(ReportOfTheQuickstart, NamesCodeBehindWhichNobodyGets) {
  const TemporaryDirectory directory;
  janus({"explore", firmware_path("quickstart"), "--report", directory.file("report"), "--out", directory.file("out")});
  const std::string text = text_of(directory.file("report") + "/index.html");
  const auto place = text.find("for (;;) __asm__ volatile(&quot;wfi&quot;);", text.find("id=\"unreached\""));
  ASSERT_NE(place, std::string::npos);
  EXPECT_LT(text.find("nothing goes on behind", place), text.find("</tr>", place));
  EXPECT_NE(text.find("<b class=\"failed\">fails: <a href=\"#finding1\">finding 1</a></b>"), std::string::npos);
}

// What repeats is a row, and rounds have their loop.
TEST_F(ReportOfTheQuickstart, NamesTheLoopWhoseRoundsItCounts) {
  const TemporaryDirectory directory;
  janus({"explore", firmware_path("long_way"), "--plain", "--report", directory.file("report"), "--out",
         directory.file("out")});
  const std::string text = text_of(directory.file("report") + "/index.html");
  EXPECT_TRUE(std::regex_search(
      text, std::regex("The next (line|\\d lines), \\d times in a row, within the loop at <span class=\"place\"><a "
                       "href=\"#f\\d+l10\">long_way.c:10</a></span>")));
  EXPECT_NE(text.find("<td><code>event</code> to <code>event#3</code></td><td><code>1 (0x01)</code></td>"),
            std::string::npos);
  EXPECT_NE(text.find("It was found with 40 inputs; what the failure does not need was left out."), std::string::npos);
}

// Of the mistake, and of the call in which it is: no branch is to blame, and nothing waits to be explored.
TEST_F(ReportOfTheQuickstart, SaysWhatIsBehindAMistake) {
  const TemporaryDirectory directory;
  for (const bool goes_on : {false, true}) {
    Arguments arguments{"explore",  firmware_path("behind_a_mistake"),
                        "--report", directory.file("report"),
                        "--out",    directory.file("out")};
    if (goes_on) arguments.push_back("--all");
    janus(arguments);
    const std::string text = text_of(directory.file("report") + "/index.html");
    const auto begin = text.find("id=\"unreached\""), end = text.find("id=\"source\"");
    const std::string rows = text.substr(begin, end - begin);
    for (const auto& [code, why] :
         {std::pair("reported = 1;", "each path that came there ended at <a href=\"#finding1\">finding 1</a>"),
          {"done += 100;", "no path came back from this call, in which <a href=\"#finding1\">finding 1</a> is"}}) {
      const auto row = rows.find(code);
      ASSERT_NE(row, std::string::npos) << code << rows;
      EXPECT_LT(rows.find("behind the mistake: ", row), rows.find("</tr>", row)) << rows;
      EXPECT_LT(rows.find(why, row), rows.find("</tr>", row)) << rows;
    }
  }
}

// Each line is in one row. Where a state waits, nothing is kept away.
TEST_F(ReportOfTheQuickstart, TellsWhatWasNotExploredYetByLine) {
  const TemporaryDirectory directory;
  janus({"explore", firmware_path("quickstart"), "--report", directory.file("report"), "--out", directory.file("out")});
  const std::string text = text_of(directory.file("report") + "/index.html");
  const auto begin = text.find("id=\"unreached\""), end = text.find("id=\"source\"");
  const std::string rows = text.substr(begin, end - begin);
  const std::vector<std::string> places = all(rows, "<tr><td><span class=\"place\"><a href=\"#([^\"]*)\"");
  EXPECT_EQ(std::set(places.begin(), places.end()).size(), places.size()) << rows;
  for (const char* code : {"switch (action) {", "case OPEN_WINDOW: puts("}) {
    const auto row = rows.find(code);
    ASSERT_NE(row, std::string::npos) << code;
    EXPECT_LT(rows.find("not explored yet: 1 state waits at", row), rows.find("</tr>", row)) << rows;
  }
}

// No input decides in the loop of start-up over .bss; states are still in the other.
TEST_F(ReportOfTheQuickstart, SaysWhatBecameOfLoops) {
  const TemporaryDirectory directory;
  janus({"explore", firmware_path("symbolic_explosion"), "--plain", "--max-paths", "3", "--report",
         directory.file("report")});
  const std::string text = text_of(directory.file("report") + "/index.html");
  const auto loops = text.find("Loops, and what became of them");
  ASSERT_NE(loops, std::string::npos);
  EXPECT_NE(text.find("still in it", loops), std::string::npos) << text.substr(loops, 2000);
  EXPECT_NE(text.find("no path forks in it", loops), std::string::npos) << text.substr(loops, 2000);
}

TEST_F(ReportOfTheQuickstart, ShowsWhatDevicesReceivedInTime) {
  const TemporaryDirectory directory;
  janus({"explore", firmware_path("thermometer"), "--symbolic", "sensor=8", "--report", directory.file("report"),
         "--out", directory.file("out")});
  const std::string text = text_of(directory.file("report") + "/index.html");
  EXPECT_NE(text.find("the device <code>sensor</code>, in cycle "), std::string::npos);
  EXPECT_NE(text.find("<title>sensor.sample[7] at cycle "), std::string::npos);
}

TEST_F(ReportOfTheQuickstart, SaysWhereTheTimeWent) {
  const TemporaryDirectory directory;
  janus({"explore", firmware_path("symbolic_factors"), "--plain", "--solver-timeout", "0.1", "--report",
         directory.file("report"), "--out", directory.file("out")});
  const std::string text = text_of(directory.file("report") + "/index.html");
  for (const char* part : {"By source line", "By solver layer", "The slowest queries", "(set-logic QF_BV)"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part;
  }
  // The layers stand in their order, and what works for the core below it.
  EXPECT_NE(text.find("<td>domain, order, values, cases, independence, "), std::string::npos);
  EXPECT_LT(text.find("<td>core</td>"), text.find("<td>— "));
  EXPECT_NE(text.find("<td>— "), std::string::npos);
}

// Paths that a technique cuts short are in the tree and in the table, and not in the command's count.
TEST_F(ReportOfTheQuickstart, SaysWhichPathsTheCommandDoesNotCount) {
  const TemporaryDirectory directory;
  const auto result = janus({"explore", firmware_path("default_spaces"), "--revisit", "--report",
                             directory.file("report"), "--out", directory.file("out")});
  const std::string text = text_of(directory.file("report") + "/index.html");
  std::smatch counts;
  ASSERT_TRUE(std::regex_search(
      text, counts,
      std::regex("(\\d+) paths in all, (\\d+) of them cut short: [^.]*\\. The command counts the other "
                 "(\\d+) as paths")))
      << result.output;
  EXPECT_EQ(std::stoull(counts[1]), std::stoull(counts[2]) + std::stoull(counts[3]));
  EXPECT_TRUE(std::regex_search(result.output, std::regex("(^|\n)" + counts[3].str() + " paths?, "))) << result.output;
  EXPECT_NE(text.find("explored to its end, or to where it is known that nothing new follows"), std::string::npos);
}

// A library has no source here: the reader's own line is the one that calls it.
TEST_F(ReportOfTheQuickstart, ShowsAMistakeInALibraryAtTheLineThatCallsIt) {
  const TemporaryDirectory directory;
  janus({"explore", firmware_path("detect_copied_O2"), "--check", "memory", "--report", directory.file("report"),
         "--out", directory.file("out")});
  const std::string text = text_of(directory.file("report") + "/index.html");
  const std::string line = "memcpy(other, source, n &amp; 31);";
  const auto article = text.find("<article"), inputs = text.find("<h3>Inputs", article);
  ASSERT_NE(article, std::string::npos);
  EXPECT_LT(text.find("<code class=\"line\">" + line, article), inputs) << text.substr(article, 2000);
  EXPECT_TRUE(std::regex_search(
      text, std::regex("class=\"fail\"[^\n]*memcpy\\(other, source, n &amp; 31\\);[^\n]*<b>fails</b>")))
      << "the line of the source is marked";
}

using ReportOfADirectory = ::testing::Test;

TEST_F(ReportOfADirectory, SaysTheSameAsThatOfTheExploration) {
  const TemporaryDirectory directory;
  const std::string out = directory.file("out");
  janus({"explore", firmware_path("quickstart"), "--plain", "--all", "--test-cases", "all", "--report",
         directory.file("report"), "--out", out});
  const auto again = janus({"report", out, "--out", directory.file("again")});
  ASSERT_EQ(again.exit_code, 0) << again.errors;
  EXPECT_NE(again.output.find("1 finding, 4 paths"), std::string::npos) << again.output;
  const std::string before = text_of(directory.file("report") + "/index.html");
  const std::string after = text_of(directory.file("again") + "/index.html");
  const auto part = [](const std::string& text, const std::string& from, const std::string& to) {
    const auto begin = text.find(from);
    return text.substr(begin, text.find(to, begin) - begin);
  };
  EXPECT_EQ(part(before, "<h1>", "<nav>"), part(after, "<h1>", "<nav>"));
  EXPECT_EQ(part(before, "id=\"findings\"", "id=\"basis\""), part(after, "id=\"findings\"", "id=\"basis\""));
  EXPECT_EQ(part(before, "id=\"unreached\"", "id=\"source\""), part(after, "id=\"unreached\"", "id=\"source\""));
  EXPECT_NE(after.find("<a href=\"#example1\">#1</a>"), std::string::npos);
}

TEST_F(ReportOfADirectory, SaysWhatAKilledExplorationDidNotSay) {
  const TemporaryDirectory directory;
  const std::string out = directory.file("out");
  janus({"explore", firmware_path("quickstart"), "--out", out});
  // As it is from the first test case until the exploration has ended.
  const auto stored = json_of(out + "/exploration.stats");
  std::ofstream(out + "/exploration.stats")
      << nlohmann::json{{"janus_exploration", 1}, {"firmware", stored.at("firmware")}};
  const auto report = janus({"report", out});
  ASSERT_EQ(report.exit_code, 0) << report.errors;
  EXPECT_NE(report.output.find("did not come to its end"), std::string::npos) << report.output;
  const std::string text = text_of(out + "/index.html");
  EXPECT_NE(text.find("<span class=\"verdict unsafe\">unsafe</span>"), std::string::npos);
  EXPECT_NE(text.find("assertion failed at "), std::string::npos);
  EXPECT_NE(text.find("The way there: "), std::string::npos);
  EXPECT_NE(text.find("Not known: the coverage"), std::string::npos);
}

TEST_F(ReportOfADirectory, RefusesWhatIsNone) {
  const TemporaryDirectory directory;
  EXPECT_EQ(janus({"report", directory.file("nothing")}).exit_code, 66);
  EXPECT_EQ(janus({"report", directory.file("")}).exit_code, 66) << "no exploration.stats";
  for (const char* text : {"", "{}", "[1, 2]", "{\"janus_exploration\": 1}",
                           "{\"janus_exploration\": 1, \"firmware\": \"f\", \"statistics\": {\"verdict\": 7}}"}) {
    std::ofstream(directory.file("exploration.stats")) << text;
    const auto report = janus({"report", directory.file("")});
    EXPECT_EQ(report.exit_code, 65) << text;
    EXPECT_EQ(std::count(report.errors.begin(), report.errors.end(), '\n'), 1) << report.errors;
  }
}

TEST_F(ReportOfTheQuickstart, IsRefusedBeforeTheExplorationIfItCannotBeWritten) {
  const auto result = janus({"explore", firmware_path("quickstart"), "--report", "/proc/report"});
  EXPECT_EQ(result.exit_code, 73);
  EXPECT_EQ(result.output, "");
}

using ReportOfARun = ::testing::Test;

TEST_F(ReportOfARun, HasTheEndTheSourceAndWhatWasNotExecuted) {
  const TemporaryDirectory directory;
  const std::string out = directory.file("out");
  janus({"run", firmware_path("quickstart"), "--report", directory.file("run")});
  janus({"explore", firmware_path("quickstart"), "--out", out});
  janus({"replay", firmware_path("quickstart"), out + "/finding-1.json", "--report", directory.file("replay")});
  const std::string run = text_of(directory.file("run") + "/index.html");
  const std::string replay = text_of(directory.file("replay") + "/index.html");
  for (const char* part :
       {"The firmware says that it succeeded.", "What was executed most", "execution never went that way at",
        "quickstart.c", "The keeper of the greenhouse reads", "<svg class=\"waves\""})
    EXPECT_NE(run.find(part), std::string::npos) << part;
  EXPECT_NE(replay.find("<svg class=\"waves\""), std::string::npos);
  for (const char* part : {"assertion failed at ", "<code>reading</code>"}) {
    EXPECT_NE(replay.find(part), std::string::npos) << part;
    EXPECT_EQ(run.find(part), std::string::npos) << part;
  }
}

TEST_F(ReportOfARun, IsThereForABoundedCheckToo) {
  const TemporaryDirectory directory;
  janus({"bmc", firmware_path("quickstart"), "--report", directory.file("report"), "--out", directory.file("out")});
  const std::string text = text_of(directory.file("report") + "/index.html");
  for (const char* part : {"<b>Does it fail?</b> <span>Yes: <code>riscv_assert(", "The way there: ", "quickstart.c"})
    EXPECT_NE(text.find(part), std::string::npos) << part;
}

// Whenever an exploration is killed, every file is whole, and the report makes sense of what is there. Waits longer
// from time to time, until an exploration has left something often enough.
TEST_F(ReportOfADirectory, IsThereWheneverTheExplorationWasKilled) {
  const int wanted = std::getenv("JANUS_FULL_SIZE") ? 200 : 2;
  double seconds = 0.02;
  for (int reported = 0; reported<wanted; seconds *= wanted> 2 ? 1.01 : 1.5) {
    const TemporaryDirectory directory;
    const std::string out = directory.file("out");
    const auto killed = run_command({"timeout", "-s", "KILL", std::to_string(seconds), janus_program(), "explore",
                                     firmware_path("sets_safe_8"), "--plain", "--test-cases", "all", "--out", out});
    ASSERT_EQ(killed.exit_code, 137) << killed.output;
    if (!std::filesystem::exists(out + "/exploration.stats")) continue;  // no path had ended
    std::string one;
    for (const auto& entry : std::filesystem::directory_iterator(out)) {
      if (entry.path().extension() != ".json") continue;
      EXPECT_NO_THROW(json_of(entry.path())) << entry.path();
      one = entry.path();
    }
    if (!one.empty()) {
      EXPECT_EQ(janus({"show", one}).exit_code, 0);
    }
    const auto report = janus({"report", out});
    EXPECT_EQ(report.exit_code, 0) << report.errors;
    EXPECT_NE(report.output.find("did not come to its end"), std::string::npos) << report.output;
    ++reported;
  }
}

}  // namespace
}  // namespace janus::testing
