// What a report must not say of optimised firmware, since the machine code does not tell it. The same firmware at each
// level of optimisation.
#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "program.h"
#include "testing/firmware.h"

namespace janus::testing {
namespace {

class ReportOfOptimisedCode : public ::testing::TestWithParam<std::string> {
 protected:
  std::string page(const std::string& firmware, Arguments options = {}) {
    options.insert(options.begin(), {"explore", firmware_path("report_" + firmware + "_" + GetParam()), "--report",
                                     directory_.file("report"), "--out", directory_.file("out")});
    output_ = janus(options).output;
    return text_of(directory_.file("report") + "/index.html");
  }
  static std::string part(const std::string& page, const std::string& from, const std::string& to) {
    const auto begin = page.find(from);
    return begin == std::string::npos ? std::string() : page.substr(begin, page.find(to, begin) - begin);
  }
  static std::vector<std::smatch> all(const std::string& text, const std::string& pattern) {
    const std::regex each(pattern);
    return {std::sregex_iterator(text.begin(), text.end(), each), std::sregex_iterator()};
  }

  TemporaryDirectory directory_;
  std::string output_;
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

INSTANTIATE_TEST_SUITE_P(Levels, ReportOfOptimisedCode, ::testing::Values("O0", "O1", "O2", "Os"),
                         [](const auto& row) { return row.param; });

}  // namespace
}  // namespace janus::testing
