// What a report says of paths one by one: which inputs take them, in which order and how often lines were executed, and
// who has written what fails in the end. The same firmware at each level of optimisation.
#include <gtest/gtest.h>

#include <iterator>
#include <regex>
#include <set>
#include <string>

#include "report_page.h"

namespace janus::testing {
namespace {

class ReportOfPaths : public ReportOfEachLevel {
 protected:
  // The cells of a row whose place has this text, without marks; empty if there is none.
  static std::string row_with(const std::string& table, const std::string& text) {
    const auto at = table.find(text);
    if (at == std::string::npos) return {};
    const auto begin = table.rfind("<tr", at);
    return table.substr(begin, table.find("</tr>", begin) - begin);
  }
};

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

INSTANTIATE_TEST_SUITE_P(Levels, ReportOfPaths, ::testing::Values("O0", "O1", "O2", "Os"),
                         [](const auto& row) { return row.param; });

}  // namespace
}  // namespace janus::testing
