// What a report says of single lines: whether they happened, which loop they are, what they compare. The same firmware
// at each level of optimisation, since compilers move and merge the code of lines.
#include <gtest/gtest.h>

#include <optional>
#include <regex>
#include <set>

#include "report_page.h"

namespace janus::testing {
namespace {

class ReportOfLines : public ReportOfEachLevel {};

// `li a3,100` in front of the branch that decides between 100 and 1.
TEST_P(ReportOfLines, CountNoLineAsExecutedOfWhichAConstantWasMadeInVain) {
  const std::string page = this->page("hoisted");
  EXPECT_EQ(kind_of_line(page, "step = 100;  // never happens"), "miss");
  EXPECT_EQ(kind_of_line(page, "return 7;  // never returned"), "miss");
  EXPECT_EQ(kind_of_line(page, "unsigned step = 1;  // happens"), "hit");
  const std::string unreached = part(page, "id=\"unreached\"", "id=\"source\"");
  const auto row = unreached.find("step = 100;");
  ASSERT_NE(row, std::string::npos) << unreached;
  const std::string why = unreached.substr(row, unreached.find("</tr>", row) - row);
  EXPECT_NE(why.find("execution never went that way at"), std::string::npos) << why;
  EXPECT_NE(why.find("if (status == BROKEN) {"), std::string::npos) << why;
  // The function has returned, by one of the copies of its end.
  EXPECT_EQ(unreached.find("<code class=\"line\">}"), std::string::npos) << unreached;
}

// The same paths at each level: without optimisation, each line has its own code.
TEST_P(ReportOfLines, MissNoLineThatHappensWithoutOptimisation) {
  const auto missed = [](const std::string& page) {
    std::set<std::string> lines;
    const std::string source = part(page, "<table class=\"source\">", "</table>");
    const std::regex row("<tr id=\"[^\"]*\" class=\"miss\"><td class=\"n\">(\\d+)</td>");
    for (std::sregex_iterator each(source.begin(), source.end(), row), end; each != end; ++each)
      lines.insert((*each)[1]);
    return lines;
  };
  janus({"explore", firmware_path("report_hoisted_O0"), "--report", directory_.file("plain"), "--out",
         directory_.file("out")});
  const std::set<std::string> plain = missed(text_of(directory_.file("plain") + "/index.html"));
  EXPECT_EQ(plain.size(), 2U);
  EXPECT_EQ(missed(page("hoisted")), plain);
}

// One store for both ways has the line of one of them.
TEST_P(ReportOfLines, NumberLinesByInputsThatReachThem) {
  const std::string page = this->page("numbers"), source = part(page, "<table class=\"source\">", "</table>");
  const std::regex row("#(\\d+)</a></td><td>([^\n]*)</td></tr>");
  unsigned numbered = 0;
  for (std::sregex_iterator each(source.begin(), source.end(), row), end; each != end; ++each, ++numbered) {
    if ((*each)[2].str().find("// of 7 alone") == std::string::npos) continue;
    const std::string input = part(page, "<tr id=\"example" + (*each)[1].str() + "\">", "</tr>");
    EXPECT_NE(input.find("07"), std::string::npos) << each->str() << input;
  }
  EXPECT_GT(numbered, 0U);
  const std::string legend = part(page, "✓ and green: ", "</p>");
  EXPECT_NE(legend.find("Lines without one may be reached by inputs as well"), std::string::npos) << legend;
}

TEST_P(ReportOfLines, NameLoopsAfterTheirHeads) {
  for (const char* firmware : {"records", "samples"}) {
    const std::string page = this->page(firmware);
    std::string loops = part(page, "Loops, and what became of them", "id=\"time\"");
    loops = loops.substr(0, loops.find("<details>"));
    const std::regex line("<code class=\"line\">([^\n]*?)</code></td>");
    for (std::sregex_iterator each(loops.begin(), loops.end(), line), end; each != end; ++each) {
      const std::string head = (*each)[1];
      EXPECT_TRUE(std::regex_search(head, std::regex("^(for|while|do)\\b"))) << head;
    }
    const char* const outer = std::string(firmware) == "records" ? "for (unsigned i = 0; i &lt; used; i++) {"
                                                                 : "for (unsigned i = 0; i &lt; length; i++) {";
    EXPECT_NE(loops.find(outer), std::string::npos) << firmware << loops;
  }
}

// The mistake is in memcpy(), which has no source here.
TEST_P(ReportOfLines, TellAMistakeInALibraryAtTheCall) {
  const std::string page = this->page("records");
  const std::string finding = part(page, "<article", "The way there: ");
  EXPECT_NE(finding.find(": a store of 7 bytes at 0x8"), std::string::npos) << finding;
  EXPECT_TRUE(std::regex_search(finding, std::regex("<p>With [^\n]*<code>length = 7</code>"))) << finding;
  EXPECT_TRUE(std::regex_search(finding, std::regex("Expect: outside of its object at [^\n]*records.c:[^\n]* in "
                                                    "<code>memcpy</code>, exit code 1")))
      << finding;
  EXPECT_EQ(finding.find("table[i].length = 0;"), std::string::npos) << "only makes the address of the table";
  EXPECT_NE(finding.find("unsigned length = stream[at++];"), std::string::npos) << finding;
}

TEST_P(ReportOfLines, TellWhatABlockReadsAndWhatTheInputIs) {
  const std::string finding = part(page("blocks"), "<article", "The way there: ");
  EXPECT_TRUE(
      std::regex_search(finding, std::regex(": a load of \\d+ bytes at 0x8[0-9a-f]+, \\d+ bytes? beyond the end "
                                            "of text \\(8 elements, 8 bytes\\)")))
      << finding;
  // More than the text has; nothing of the byte is left without a name.
  std::smatch header;
  ASSERT_TRUE(std::regex_search(finding, header, std::regex("\\{kind = [0-7], length = (\\d+), tag = [^,}]*\\}")))
      << finding;
  EXPECT_GT(std::stoi(header[1]), 8);
  EXPECT_LT(std::stoi(header[1]), 32);
}

// Bit-fields by name: in inputs, in what the failing line holds, in its condition.
TEST_P(ReportOfLines, NameBitFields) {
  const std::string finding = part(page("settings"), "<article", "The way there: ");
  std::smatch header, power;
  ASSERT_TRUE(std::regex_search(
      finding, header,
      std::regex("\\{header = \\{version = 2, urgent = [01], count = [1-3], channel = [0-3], power = (\\d+)")))
      << finding;
  ASSERT_TRUE(std::regex_search(finding, power, std::regex("<code>p-&gt;header.power = (\\d+)</code>"))) << finding;
  EXPECT_EQ(header[1].str(), power[1].str());
  EXPECT_TRUE(std::regex_search(finding,
                                std::regex("<td><code>1[45]\\d &lt; 140</code></td><td><b class=\"failed\">false</b>")))
      << finding;
  // A field of 4 bits that says more than the 4 bytes there are.
  const std::string frames = part(page("can"), "<article", "The way there: ");
  std::smatch length;
  const std::regex last("\\{id = \\d+, rtr = 0, ext = 0, dlc = (\\d+), offset = (-?\\d+), data = [^}]*\\}\\}");
  ASSERT_TRUE(std::regex_search(frames, length, last)) << frames;
  EXPECT_GE(std::stoi(length[1]), 5);
  EXPECT_LE(std::stoi(length[1]), 15);
}

// Compilers keep what lines assign in registers, and store it behind the loop, while DWARF says that it is in memory.
TEST_P(ReportOfLines, ShowNoValueThatIsStoredLater) {
  const auto rows = [&](const std::string& firmware, const std::string& line) {
    const std::string why = part(page(firmware), "<h3>Why it fails</h3>", "<h3>To replay it");
    std::vector<std::string> found;
    for (std::size_t at = why.find("<tr>"); at != std::string::npos; at = why.find("<tr>", at + 1)) {
      const std::string row = why.substr(at, why.find("</tr>", at) - at);
      if (row.find("<code class=\"line\">" + line) != std::string::npos) found.push_back(row);
    }
    return found;
  };
  const auto number = [](const std::string& row, const std::string& pattern) {
    std::smatch found;
    return std::regex_search(row, found, std::regex(pattern)) ? std::optional(std::stoi(found[1])) : std::nullopt;
  };
  for (const std::string& row : rows("regulator", "if (integral &gt; 3000)")) {
    const auto shown = number(row, "<code>integral = (-?\\d+)"), compared = number(row, "3000 ≥ (-?\\d+)");
    if (shown && compared) {
      EXPECT_EQ(*shown, *compared) << row;
    }
  }
  for (const std::string& row : rows("regulator", "int32_t error = want - is;")) {
    const auto want = number(row, "<code>want = (-?\\d+)"), is = number(row, "<code>is = (-?\\d+)");
    const auto error = number(row, "→ error = (-?\\d+)");
    EXPECT_EQ(row.find("<code>error = "), std::string::npos) << "nothing was in it" << row;
    if (want && is && error) {
      EXPECT_EQ(*error, *want - *is);
    }
    EXPECT_TRUE(error) << row;
  }
  for (const std::string& row : rows("regulator", "static int16_t regulate(int16_t want, int16_t is) {"))
    EXPECT_EQ(row.find("<code>is = "), std::string::npos) << "that of the call before" << row;
  for (const std::string& row : rows("loader", "if (--watchdog == 0)")) {
    const auto before = number(row, "<code>watchdog = (-?\\d+)"), made = number(row, "→ (?:watchdog = )?(-?\\d+)");
    if (before && made) {
      EXPECT_EQ(*made, *before - 1) << row;
    }
  }
  for (const std::string& row : rows("loader", "while (blocks &gt; 0)"))
    EXPECT_EQ(row.find("reads 5"), std::string::npos) << "of the watchdog" << row;
}

// A variable has one register in all of its scope, and the index of what is read for it is there first.
TEST_P(ReportOfLines, ShowNoTemporaryAsAVariable) {
  const std::string page = this->page("timers"), finding = part(page, "<article", "</article>");
  std::smatch inputs;
  ASSERT_TRUE(std::regex_search(finding, inputs, std::regex("delays = \\{(\\d+), (\\d+), (\\d+)\\}"))) << finding;
  const std::set<std::string> known{inputs[1], inputs[2], inputs[3]};
  const std::regex shown("(?:<code>|→ )due = ([^<]*)"), number("\\d+");
  unsigned told = 0;
  for (std::sregex_iterator each(finding.begin(), finding.end(), shown), end; each != end; ++each) {
    const std::string values = (*each)[1];
    for (std::sregex_iterator value(values.begin(), values.end(), number); value != end; ++value, ++told)
      EXPECT_TRUE(known.contains(value->str())) << each->str();
  }
  EXPECT_GT(told, 0U) << finding;
}

// `number` is loaded in front of the branch that decides whether the line is reached; and a line with two calls is one
// execution.
TEST_P(ReportOfLines, ExplainNothingByALineThatWasNotReached) {
  const std::string why = part(page("speculated"), "<h3>Why it fails</h3>", "<h3>To replay it");
  EXPECT_NE(why.find("target = number + 7;"), std::string::npos) << why;
  EXPECT_EQ(why.find("there are no digits"), std::string::npos) << why;
  const int told = rounds_of(why, "// two calls");
  EXPECT_LE(told, 7) << why;
  if (GetParam() == "O0") {
    EXPECT_EQ(told, 7) << why;
  }
}

// Its comparisons go back in the code, which is no other round of the loop around it.
TEST_P(ReportOfLines, CountASwitchOnce) {
  const std::string page = this->page("kinds"), way = part(page, "The way there: ", "</details>");
  const std::regex once("The next line, \\d+ times in a row[^\n]*:</td></tr>\n<tr[^\n]*// once for each item");
  EXPECT_NE(way.find("// once for each item"), std::string::npos) << way;
  EXPECT_FALSE(std::regex_search(way, once)) << way;
}

// `p` goes on to other bytes, and none of them changes.
TEST_P(ReportOfLines, ShowNoChangeWhereAPointerGoesOn) {
  const std::string page = this->page("kinds"), way = part(page, "The way there: ", "</details>");
  EXPECT_NE(way.find("uint8_t type = p[0], length = p[1];"), std::string::npos) << way;
  EXPECT_EQ(way.find("<code>p[0] = "), std::string::npos) << way;
  EXPECT_EQ(way.find("<code>p[1] = "), std::string::npos) << way;
}

// What another function has left in the frame is nobody's value, and what is assigned is told at its line.
TEST_P(ReportOfLines, ShowNoLeftoverAsAVariable) {
  const std::string page = this->page("words"), way = part(page, "The way there: ", "</details>");
  unsigned told = 0;
  for (std::size_t at = way.find("<code>v = "); at != std::string::npos; at = way.find("<code>v = ", at + 1), ++told) {
    const std::string row = way.substr(way.rfind("<tr", at), way.find("</tr>", at) - way.rfind("<tr", at));
    EXPECT_EQ(row.find("// opening line"), std::string::npos) << row;
    EXPECT_TRUE(std::regex_search(row, std::regex("<code>v = \\d{1,2}( → \\d{1,2})*</code>"))) << row;
  }
  EXPECT_EQ(told > 0, GetParam() == "O0") << "the compiler proves the assertion that names it" << way;
}

// It has changed nothing, be it a store or a hook.
TEST_P(ReportOfLines, EndTheLastInstructionsWithTheOneThatFails) {
  for (const char* firmware : {"records", "settings", "timers"}) {
    const std::string page = this->page(firmware), table = part(page, "The last 32 instructions", "</table>");
    const std::string last = table.substr(std::min(table.rfind("<tr>"), table.size()));
    std::smatch at;
    ASSERT_TRUE(std::regex_search(page, at, std::regex("<h3>1\\. [^\n]* at 0x([0-9a-f]{8}) "))) << page;
    EXPECT_NE(last.find("<code>" + at[1].str() + ": "), std::string::npos) << firmware << table;
    EXPECT_NE(last.find("<b class=\"failed\">fails</b>"), std::string::npos) << firmware << table;
    EXPECT_EQ(table.find("<b class=\"failed\">"), table.rfind("<b class=\"failed\">")) << firmware << table;
  }
}

TEST_P(ReportOfLines, NameTheRegistersThatHaveNoLane) {
  const std::string finding = part(page("blocks"), "<article", "</article>");
  const std::string table = part(finding, "The last 32 instructions", "</table>");
  const std::string waves = part(finding, "The same as waves", "</svg>");
  std::smatch others;
  std::regex_search(waves, others, std::regex("but for (\\d+) registers? that changed earlier \\(([^)]*)\\)"));
  const std::string names = ", " + others[2].str() + ",";
  const std::regex change("(?:<code>|, )([a-z]+[0-9]*) = [-0-9]");
  unsigned without_lane = 0;
  std::set<std::string> changed;
  for (std::sregex_iterator each(table.begin(), table.end(), change), end; each != end; ++each)
    changed.insert((*each)[1]);
  for (const std::string& name : changed) {
    if (waves.find(">" + name + "</text>") != std::string::npos) continue;
    ++without_lane;
    EXPECT_NE(names.find(", " + name + ","), std::string::npos) << name << names;
  }
  EXPECT_FALSE(changed.empty()) << table;
  EXPECT_LE(without_lane, others.empty() ? 0 : std::stoi(others[1])) << names;
}

// The exit is in the runtime, and the reason in main.
TEST_P(ReportOfLines, TellWhatMainHasReturned) {
  const std::string finding = part(page("cells"), "<article", "</article>");
  std::smatch code;
  ASSERT_TRUE(std::regex_search(finding, code, std::regex("the firmware failed with code (\\d+)"))) << finding;
  EXPECT_NE(finding.find("<code>main</code> has returned " + code[1].str() + " at "), std::string::npos) << finding;
  EXPECT_TRUE(std::regex_search(finding, std::regex("has returned [^\n]*cells.c:"))) << finding;
}

// A path that ends within the loop: what it has summed up is in a register.
TEST_P(ReportOfLines, ShowNoOldValueAtTheEnd) {
  const std::string finding = part(page("can"), "<article", "The way there: ");
  EXPECT_NE(finding.find("With <code>"), std::string::npos) << finding;
  if (GetParam() == "O0") return;
  EXPECT_EQ(finding.find("<code>sum = "), std::string::npos) << finding;
}

// Code that is dead only because of what is assumed is not dead in the field.
TEST_P(ReportOfLines, NameTheAssumptionThatKeepsCodeAway) {
  const std::string page = this->page("motor");
  EXPECT_EQ(last_line(output_), "safe");
  const std::string basis = part(page, "id=\"basis\"", "<th>assertion</th>");
  EXPECT_NE(basis.find("riscv_assume(commands[i] &lt; 6)"), std::string::npos) << basis;
  const std::string unreached = part(page, "id=\"unreached\"", "id=\"source\"");
  for (const char* line : {"state = FAULT;", "if (commands[0] == 9) faults = 77;"}) {
    const auto row = unreached.find(line);
    ASSERT_NE(row, std::string::npos) << unreached;
    const std::string why = unreached.substr(row, unreached.find("</tr>", row) - row);
    EXPECT_NE(why.find("they are excluded by what this line assumes: "), std::string::npos) << why;
    EXPECT_NE(why.find("riscv_assume(commands[i] &lt; 6)"), std::string::npos) << why;
  }
  // What needs no assumption to be dead has none as its reason.
  const std::string others = this->page("numbers");
  EXPECT_EQ(others.find("excluded by what"), std::string::npos);
  EXPECT_EQ(others.find("id=\"assumptions\""), std::string::npos);
}

TEST_P(ReportOfLines, NameTheRangeOfADeviceThatKeepsCodeAway) {
  const std::string page = this->page("sensor", {"--symbolic", "sensor=3, sensor.sample in 0..4095"});
  EXPECT_EQ(last_line(output_), "safe");
  const std::string basis = part(page, "id=\"basis\"", "<th>assertion</th>");
  EXPECT_NE(basis.find("sensor.sample in 0..4095"), std::string::npos) << basis;
  const std::string unreached = part(page, "id=\"unreached\"", "id=\"source\"");
  const auto row = unreached.find("if (raw &gt; 4095)");
  ASSERT_NE(row, std::string::npos) << unreached;
  const std::string why = unreached.substr(row, unreached.find("</tr>", row) - row);
  EXPECT_NE(why.find("excluded by what the command assumes: <code>sensor.sample in 0..4095</code>"), std::string::npos)
      << why;
  // 130 degrees are beyond what the sensor can say, whatever is assumed of it: 16 bits wrap.
  EXPECT_NE(page.find("within what is <a href=\"#assumptions\">assumed</a>"), std::string::npos);
}

// Functions of a table, of which the path that fails has called one.
TEST_P(ReportOfLines, NameTheTableOfFunctionsThatWereNotCalled) {
  const std::string unreached = part(page("settings"), "id=\"unreached\"", "id=\"source\"");
  for (const auto& [name, index] : {std::pair("set_rate", 1), {"set_secret", 3}}) {
    const auto row = unreached.find(std::string("<tr><td><code>") + name + "</code></td>");
    ASSERT_NE(row, std::string::npos) << unreached;
    const std::string why = unreached.substr(row, unreached.find("</tr>", row) - row);
    EXPECT_NE(why.find("its address is in <code>handlers[" + std::to_string(index) + "]</code>"), std::string::npos)
        << why;
    EXPECT_NE(why.find("what calls by this pointer is "), std::string::npos) << why;
    EXPECT_NE(why.find("int result = handlers[type]("), std::string::npos) << why;
    EXPECT_NE(why.find(", which has not chosen it so far"), std::string::npos) << why;
  }
}

// Where the compiler counts with pointers in place of i, they are no values of the source.
TEST_P(ReportOfLines, CompareNoAddresses) {
  const std::string why = part(page("samples"), "<h3>Why it fails</h3>", "<h3>To replay it");
  EXPECT_FALSE(std::regex_search(why, std::regex("0x80[0-9a-f]+ [≠=]|[≠=] &amp;samples"))) << why;
  if (GetParam() != "O0") {
    EXPECT_NE(why.find("decides: stays in the loop"), std::string::npos) << why;
  }
}

TEST_P(ReportOfLines, DrawTheTreeByWhatConditionsCameOutAs) {
  if (GetParam() == "O0") return;  // a branch decides, in front of the assertion
  const std::string tree = part(page("samples"), "<div class=\"tree\">", "</div>");
  EXPECT_TRUE(std::regex_search(tree, std::regex("riscv_assert[^\n]*<b>fails</b>[^\n]*assertion failed"))) << tree;
  EXPECT_TRUE(std::regex_search(tree, std::regex("riscv_assert[^\n]*<b>holds</b>"))) << tree;
}

TEST_P(ReportOfLines, ExplainWhatIsThere) {
  for (const char* firmware : {"hoisted", "records", "samples"}) {
    const std::string page = this->page(firmware);
    const std::string legend = part(page, "✓ and green: ", "</p>");
    ASSERT_FALSE(legend.empty());
    for (const auto& [word, kind] : {std::pair("Yellow:", "half"), {"Blue:", "open"}, {"— and red:", "miss"}})
      EXPECT_EQ(legend.find(word) != std::string::npos,
                page.find(std::string(" class=\"") + kind + "\"") != std::string::npos)
          << word << firmware;
    EXPECT_EQ(page.find("<i>So far</i>") != std::string::npos, page.find(">so far, ") != std::string::npos) << firmware;
  }
}

// The parts are the whole as it is told, wherever it is told.
TEST_P(ReportOfLines, AddUpSeconds) {
  const std::string page = this->page("samples");
  const std::regex times("([0-9.]+) s in all: ([0-9.]+) s in the solver[^.0-9]*([0-9.]+) s for everything else");
  std::set<std::string> told;
  for (std::sregex_iterator each(page.begin(), page.end(), times), end; each != end; ++each) {
    EXPECT_NEAR(std::stod((*each)[1]), std::stod((*each)[2]) + std::stod((*each)[3]), 1e-9) << each->str();
    told.insert((*each)[1].str() + " " + (*each)[2].str() + " " + (*each)[3].str());
  }
  EXPECT_EQ(told.size(), 1U) << page;
}

INSTANTIATE_TEST_SUITE_P(All, ReportOfLines, ::testing::Values("O0", "O1", "O2", "Os"),
                         [](const auto& row) { return row.param; });

using ReportWithoutAVerdict = ::testing::Test;

// What had its turns is advised with what came of it.
TEST_F(ReportWithoutAVerdict, SaysWhatWasTried) {
  const TemporaryDirectory directory;
  const auto result = janus({"explore", firmware_path("sets_safe_8"), "--max-time", "4", "--report",
                             directory.file("report"), "--out", directory.file("out")});
  // What follows the turns of eager merging; a slow machine does not come as far.
  const bool had_all_turns = result.output.find(" ms of revisiting wholly") != std::string::npos;
  const std::string page = text_of(directory.file("report/index.html"));
  const std::regex row(
      "<code>janus explore [^ <]* ([^<]*)</code></td><td class=\"dim\">([^<]*(?:<i>([^<]*)</i>[^<]*)?)");
  unsigned tried = 0;
  for (std::sregex_iterator each(page.begin(), page.end(), row), end; each != end; ++each) {
    const bool is_eager = (*each)[1].str().starts_with("--merge eager");
    if (!is_eager) continue;
    EXPECT_NE((*each)[2].str().find(" s here, as <i>eager merging</i>, and did not decide"), std::string::npos)
        << each->str();
    ++tried;
  }
  EXPECT_LE(tried, 1U) << result.output;
  if (had_all_turns) {
    EXPECT_EQ(tried, 1U) << result.output;
  }
  janus({"explore", firmware_path("symbolic_factors"), "--by-value", "--solver-timeout", "0.01", "--report",
         directory.file("report")});
  const std::string by_value = text_of(directory.file("report/index.html"));
  const auto next = by_value.find("id=\"next\""), basis = by_value.find("id=\"basis\"");
  EXPECT_EQ(by_value.substr(next, basis - next).find("--by-value</code>"), std::string::npos) << "it was chosen";
}

// One row for each exploration that had a turn, be it a short one, and one number of seconds for each.
TEST_F(ReportWithoutAVerdict, TellsEachExplorationTwiceWithTheSameSeconds) {
  const TemporaryDirectory directory;
  const auto result = janus({"explore", firmware_path("symbolic_factors"), "--max-time", "1", "--solver-timeout", "0.2",
                             "--report", directory.file("report"), "--out", directory.file("out")});
  const std::string page = text_of(directory.file("report/index.html"));
  const auto found = [&](const std::string& text, const std::string& pattern) {
    std::multiset<std::string> rows;
    const std::regex row(pattern);
    for (std::sregex_iterator each(text.begin(), text.end(), row), end; each != end; ++each)
      rows.insert((*each)[1].str() + " " + (each->size() > 2 ? (*each)[2].str() : ""));
    return rows;
  };
  const auto section = [&](const std::string& from, const std::string& to) {
    const auto begin = page.find(from);
    return page.substr(begin, page.find(to, begin) - begin);
  };
  const auto printed = found(result.output, "\\d+ ms of ([a-z ]+)");
  const auto reach = found(section("id=\"shown\"", "id=\"next\""),
                           "<tr><td>([a-z ]+)</td>(?:<td[^>]*>[^<]*</td>)*?<td class=\"n\">([0-9]+\\.[0-9]+)</td>");
  const auto time = found(section("<h3>By technique</h3>", "</table>"),
                          "<tr><td>((?!outside)[a-z ]+)</td><td class=\"n\">([0-9.]+)</td>");
  EXPECT_GT(printed.size(), 2U) << result.output;
  EXPECT_GE(reach.size(), printed.size()) << page;  // which has those of one name together
  EXPECT_EQ(std::set<std::string>(reach.begin(), reach.end()).size(), reach.size()) << page;
  EXPECT_EQ(reach, time);
}

// The plain exploration of products that the solver finds hard.
std::string page_of_factors(const Arguments& options) {
  const TemporaryDirectory directory;
  Arguments arguments{"explore",
                      firmware_path("symbolic_factors"),
                      "--plain",
                      "--report",
                      directory.file("report"),
                      "--out",
                      directory.file("out")};
  arguments.insert(arguments.end(), options.begin(), options.end());
  janus(arguments);
  return text_of(directory.file("report/index.html"));
}

// What a query asks is its last condition, and not the first of its definitions.
TEST_F(ReportWithoutAVerdict, ShowsOfSlowQueriesWhatTheyAsk) {
  const std::string page = page_of_factors({"--solver-timeout", "1"});
  const auto begin = page.find("The slowest queries");
  ASSERT_NE(begin, std::string::npos) << page;
  const std::string queries = page.substr(begin, page.find("<h3>", begin) - begin);
  const auto shown = queries.find("<pre>"), whole = queries.find("<summary>The whole query</summary>");
  ASSERT_NE(shown, std::string::npos) << queries;
  EXPECT_EQ(queries.compare(shown, 13, "<pre>(assert "), 0) << queries;
  EXPECT_LT(queries.find("(define-fun ", shown), whole) << queries;
  EXPECT_NE(queries.find("(set-logic QF_BV)", whole), std::string::npos) << queries;
  EXPECT_NE(queries.find("(check-sat)", whole), std::string::npos) << queries;
  // An attempt that came to nothing has another name than a query that was left without an answer.
  EXPECT_NE(queries.find(" s: broken off, "), std::string::npos) << queries;
  EXPECT_EQ(queries.find(" s: no answer, "), std::string::npos) << queries;
}

// Nobody has come to them, and so nothing has counted them.
TEST_F(ReportWithoutAVerdict, ListsAssertionsEvenIfNoneWasChecked) {
  const std::string page = page_of_factors({"--max-instructions", "20"});
  const auto table = page.find("<th>assertion</th>");
  ASSERT_NE(table, std::string::npos);
  EXPECT_NE(page.find("<td class=\"n\">never</td><td>no path came there, so far</td>", table), std::string::npos);
}

}  // namespace
}  // namespace janus::testing
