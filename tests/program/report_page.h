// The report of one firmware at each level of optimisation, as text.
#pragma once

#include <gtest/gtest.h>

#include <regex>
#include <string>

#include "program.h"
#include "testing/firmware.h"

namespace janus::testing {

class ReportOfEachLevel : public ::testing::TestWithParam<std::string> {
 protected:
  std::string page(const std::string& firmware, Arguments options = {}) {
    options.insert(options.begin(), {"explore", firmware_path("report_" + firmware + "_" + GetParam()), "--report",
                                     directory_.file("report"), "--out", directory_.file("out")});
    const auto result = janus(options);
    output_ = result.output;
    errors_ = result.errors;
    return text_of(directory_.file("report") + "/index.html");
  }
  static std::string part(const std::string& page, const std::string& from, const std::string& to) {
    const auto begin = page.find(from);
    return begin == std::string::npos ? std::string() : page.substr(begin, page.find(to, begin) - begin);
  }
  // How many rounds *Why it fails* tells of a line, given as a regular expression: one each, or several in a row.
  static int rounds_of(const std::string& why, const std::string& line) {
    const std::regex row("<tr[^\n]*?The next (?:line|\\d+ lines), (\\d+) times|<tr( class=\"round\")?><td>[^\n]*" +
                         line);
    int in_a_row = 1, told = 0;
    for (std::sregex_iterator each(why.begin(), why.end(), row), end; each != end; ++each) {
      if ((*each)[1].matched)
        in_a_row = std::stoi((*each)[1]);
      else
        told += (*each)[2].matched ? in_a_row : 1;
    }
    return told;
  }
  // The class of the row of the source that has this text; "?" if there is none.
  static std::string kind_of_line(const std::string& page, const std::string& text) {
    const std::string source = page.substr(page.find("<table class=\"source\">"));
    const auto at = source.find(text);
    if (at == std::string::npos) return "?";
    const auto begin = source.find(" class=\"", source.rfind("<tr ", at)) + 8;
    return source.substr(begin, source.find('"', begin) - begin);
  }

  TemporaryDirectory directory_;
  std::string output_, errors_;
};

}  // namespace janus::testing
