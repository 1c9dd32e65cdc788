// The report of an exploration: complete in itself, whatever the firmware is.
#include <gtest/gtest.h>

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <filesystem>
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
    EXPECT_NE(text.find(". " + std::regex_replace(finding.at("text").get<std::string>(), std::regex(">"), "&gt;")),
              std::string::npos);
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
  for (const char* part : {"assertion failed at ", "<code>reading</code>", "quickstart.c:47",
                           "The way there: ", "Good morning! The keeper of the greenhouse", "janus replay ",
                           "Never reached", "return bytes[0] &lt;&lt; 4 | bytes[1] &gt;&gt; 4;"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part;
  }
}

TEST_F(ReportOfTheQuickstart, IsRefusedBeforeTheExplorationIfItCannotBeWritten) {
  const auto result = janus({"explore", firmware_path("quickstart"), "--report", "/proc/report"});
  EXPECT_EQ(result.exit_code, 73);
  EXPECT_EQ(result.output, "");
}

}  // namespace
}  // namespace janus::testing
