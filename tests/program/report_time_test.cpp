// What a report says of time and memory: the parts are the whole, wherever both are told.
#include <gtest/gtest.h>

#include <optional>
#include <regex>

#include "program.h"
#include "testing/firmware.h"

namespace janus::testing {
namespace {

// What the pattern's first group matches, from the beginning to the end.
std::vector<std::string> first_groups(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern);
  std::vector<std::string> found;
  for (std::sregex_iterator it(text.begin(), text.end(), regex), end; it != end; ++it) found.push_back((*it)[1]);
  return found;
}

using ReportOfTheTime = ::testing::Test;

// The numbers in the second column of the first table behind `title`, up to that of `last`.
double sum_of_column(const std::string& text, const std::string& title, const std::string& last = "</table>") {
  const auto begin = text.find(title), end = text.find(last, begin);
  EXPECT_NE(end, std::string::npos) << title;
  double sum = 0;
  for (const std::string& number :
       first_groups(text.substr(begin, end - begin), "<tr><td>(?!—)[^<]*</td><td class=\"n\">([0-9.]+)</td>"))
    sum += std::stod(number);
  return sum;
}

// Of activities, all of the time; of the solver's layers, the solver's.
TEST_F(ReportOfTheTime, DividesAllOfTheTime) {
  const TemporaryDirectory directory;
  constexpr double kRounded = 0.01;  // each of some ten rows
  const auto page = [&](const std::string& firmware, const Arguments& more) {
    Arguments arguments{"explore", firmware_path(firmware), "--report", directory.file("report"),
                        "--out",   directory.file("out")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    janus(arguments);
    return text_of(directory.file("report") + "/index.html");
  };
  const std::regex in_all("<p>([0-9.]+) s in all: ([0-9.]+) s in the solver");
  std::smatch times, whole;
  const std::string endless = page("symbolic_explosion_endless", {"--max-time", "2"});
  ASSERT_TRUE(std::regex_search(endless, times, in_all));
  EXPECT_NEAR(sum_of_column(endless, "By activity"), std::stod(times[1]), 10 * kRounded);
  EXPECT_NE(endless.find("<td>executing instructions", endless.find("By activity")), std::string::npos);
  const std::string hard = page("symbolic_factors", {"--plain", "--solver-timeout", "0.1"});
  ASSERT_TRUE(std::regex_search(hard, times, in_all));
  ASSERT_TRUE(std::regex_search(hard, whole, std::regex("without those with —</td><td class=\"n\">([0-9.]+)")));
  EXPECT_NEAR(sum_of_column(hard, "By solver layer", "<tr class=\"sum\">"), std::stod(whole[1]), kRounded);
  EXPECT_GE(std::stod(whole[1]) + kRounded, std::stod(times[2]));
}

// What a layer does not answer is asked of the next one, but for what was under way when an exploration was given up.
TEST_F(ReportOfTheTime, CountsQueriesFromLayerToLayer) {
  const TemporaryDirectory directory;
  std::uint64_t lost = 0;
  // The last one is not decided: mostly, the end of the time comes amid a query of somebody.
  for (const char* firmware : {"default_hailstone", "report_kinds_O2", "sets_safe_8", "sets_safe_8", "sets_safe_8"}) {
    if (lost > 0) break;
    janus({"explore", firmware_path(firmware), "--max-time", "2", "--report", directory.file("report"), "--out",
           directory.file("out")});
    const std::string text = text_of(directory.file("report") + "/index.html");
    const auto begin = text.find("By solver layer");
    if (begin == std::string::npos) continue;
    const std::string table = text.substr(begin, text.find("<h3>", begin) - begin);
    const std::regex row(
        "<tr><td>((?:— )?[a-z0-9]+)</td><td class=\"n\">[0-9.]+</td><td class=\"n\">(\\d+)</td><td "
        "class=\"n\">(\\d+)</td><td class=\"n\">(\\d+)</td><td class=\"n\">(\\d+)</td>");
    std::optional<std::uint64_t> passed_on;
    std::uint64_t missing = 0;
    for (std::sregex_iterator each(table.begin(), table.end(), row), end; each != end; ++each) {
      if ((*each)[1].str().starts_with("—")) break;
      const std::uint64_t asked = std::stoull((*each)[2]);
      if (passed_on) missing += *passed_on - asked;
      passed_on = asked - std::stoull((*each)[3]) - std::stoull((*each)[4]) - std::stoull((*each)[5]);
    }
    std::smatch told;
    const bool is_told = std::regex_search(table, told, std::regex("(\\d+) quer(?:y was|ies were) under way"));
    EXPECT_EQ(is_told ? std::stoull(told[1]) : 0, missing) << firmware << table;
    lost += missing;
  }
  EXPECT_GT(lost, 0U) << "explorations that do not decide";
}

// What the curve has was there. Both divisions of the time are all of it.
TEST_F(ReportOfTheTime, AgreesAboutMemoryAndSeconds) {
  const TemporaryDirectory directory;
  for (const char* firmware : {"sets_safe_8", "report_kinds_safe"}) {
    janus({"explore", firmware_path(firmware), "--max-time", "3", "--report", directory.file("report"), "--out",
           directory.file("out")});
    const std::string text = text_of(directory.file("report") + "/index.html");
    std::smatch all, most, top;
    ASSERT_TRUE(std::regex_search(text, all, std::regex("<p>([0-9.]+) s in all: "))) << firmware;
    ASSERT_TRUE(std::regex_search(text, most, std::regex("(\\d+) MiB of memory at most")));
    if (const auto curve = text.find("<h3>Memory, MiB</h3>"); curve != std::string::npos) {
      const std::string picture = text.substr(curve, text.find("</svg>", curve) - curve);
      ASSERT_TRUE(std::regex_search(picture, top, std::regex("y=\"-3\">(\\d+)</text>"))) << picture;
      EXPECT_LE(std::stoull(top[1]), std::stoull(most[1])) << firmware;
      EXPECT_EQ(text.find("The most, " + most[1].str() + " MiB, was in use", curve) == std::string::npos,
                top[1] == most[1]);
    }
    constexpr double kRounded = 0.0011;                           // each of some ten rows
    if (text.find("By activity") == std::string::npos) continue;  // too short to be divided
    EXPECT_NEAR(sum_of_column(text, "By activity"), std::stod(all[1]), 10 * kRounded) << firmware;
    EXPECT_NEAR(sum_of_column(text, "By technique"), std::stod(all[1]), 10 * kRounded) << firmware;
    EXPECT_NE(text.find("all of the time, but for the last digit"), std::string::npos);
  }
}

}  // namespace
}  // namespace janus::testing
