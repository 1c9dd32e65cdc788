// The report as a browser shows it. Skipped where there is none.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "program.h"
#include "testing/firmware.h"

namespace janus::testing {
namespace {

// What the browser makes of a report in a window of this width.
struct Look {
  int width;
  bool dark;
};

class ReportInABrowser : public ::testing::TestWithParam<Look> {
 protected:
  void SetUp() override {
    if (std::string(JANUS_CHROMIUM).empty()) GTEST_SKIP() << "no browser; ./bootstrap browser installs Chromium";
  }

  // A page around the report looks at it, and writes down what it sees.
  nlohmann::json look(const std::string& report) {
    std::ofstream(report + "/look.html")
        << R"(<!DOCTYPE html><html><body><iframe id="report" src="index.html" style="width:)" << GetParam().width
        << R"(px; height:900px; border:0"></iframe><script>
onload = () => {
  const page = document.getElementById("report").contentDocument, view = page.defaultView, seen = {};
  seen.width = page.documentElement.clientWidth;
  seen.needed = page.documentElement.scrollWidth;
  seen.background = view.getComputedStyle(page.body).backgroundColor;
  page.querySelectorAll("details").forEach(details => details.open = true);
  seen.waves = page.querySelector("svg.waves").getBoundingClientRect().height;
  // Cells that nobody sees or can scroll to; of what is stacked, rows have no heads.
  const hidden = cell => {
    const box = cell.getBoundingClientRect(), scroll = cell.closest(".scroll");
    if (view.getComputedStyle(cell).display == "none") return !cell.closest(".stack");
    return scroll ? box.right > scroll.getBoundingClientRect().left + scroll.scrollWidth + 1 : box.right > seen.width + 1;
  };
  seen.hidden = [...page.querySelectorAll("th, td")].filter(hidden).length;
  seen.answers = page.querySelectorAll("ul.short li").length;
  seen.dead = [...page.querySelectorAll("a")].filter(a => !page.querySelector(a.getAttribute("href"))).length;
  document.body.textContent = "seen" + JSON.stringify(seen) + "end";
};</script></body></html>)";
    std::vector<std::string> arguments{
        JANUS_CHROMIUM,
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--allow-file-access-from-files",
        "--user-data-dir=" + report + "/profile",
        "--window-size=1400,1000",
        std::string("--blink-settings=preferredColorScheme=") + (GetParam().dark ? "0" : "1"),
        "--dump-dom",
        "file://" + report + "/look.html"};
    const CommandResult result = run_command(arguments, false);
    const auto begin = result.output.find("seen"), end = result.output.find("end", begin);
    if (begin == std::string::npos || end == std::string::npos) {
      ADD_FAILURE() << result.output << result.errors;
      return {};
    }
    return nlohmann::json::parse(result.output.substr(begin + 4, end - begin - 4));
  }
};

TEST_P(ReportInABrowser, FitsItsWindowInItsColours) {
  const TemporaryDirectory directory;
  const std::string report = directory.file("report");
  janus({"explore", firmware_path("quickstart"), "--report", report, "--out", directory.file("out")});
  const nlohmann::json seen = look(report);
  ASSERT_FALSE(seen.is_null());
  EXPECT_LE(seen.at("needed"), seen.at("width")) << "the page itself scrolls sideways";
  EXPECT_EQ(seen.at("background"), GetParam().dark ? "rgb(20, 24, 31)" : "rgb(255, 255, 255)");
  EXPECT_EQ(seen.at("hidden"), 0);
  EXPECT_GT(seen.at("waves"), 100);
  EXPECT_EQ(seen.at("answers"), 4);
  EXPECT_EQ(seen.at("dead"), 0);
}

INSTANTIATE_TEST_SUITE_P(All, ReportInABrowser, ::testing::Values(Look{390, true}, Look{1200, false}),
                         [](const auto& row) { return row.param.dark ? "DarkPhone" : "LightDesktop"; });

}  // namespace
}  // namespace janus::testing
