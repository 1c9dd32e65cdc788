// What explore writes for other tools: SARIF, JUnit XML, annotations. The rules are those of the standards.
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <filesystem>
#include <regex>
#include <set>

#include "program.h"
#include "testing/firmware.h"

namespace janus::testing {
namespace {

using nlohmann::json;

void expect_location(const json& location) {
  const json& physical = location.at("physicalLocation");
  EXPECT_TRUE(physical.contains("artifactLocation") || physical.contains("address")) << "section 3.29.2";
  if (physical.contains("region")) {
    EXPECT_TRUE(physical.contains("artifactLocation")) << "section 3.29.4";
    EXPECT_GE(physical.at("region").at("startLine").get<int>(), 1);
  }
  if (physical.contains("artifactLocation")) {
    const auto uri = physical.at("artifactLocation").at("uri").get<std::string>();
    EXPECT_TRUE(std::regex_match(uri, std::regex("[A-Za-z0-9/._~+:%-]+"))) << uri;
  }
}

void expect_result(const json& result, const json& rules) {
  EXPECT_EQ(rules.at(result.at("ruleIndex").get<std::size_t>()).at("id"), result.at("ruleId"));
  const auto kind = result.at("kind").get<std::string>(), level = result.at("level").get<std::string>();
  EXPECT_TRUE(kind == "fail" ? level == "error" : level == "none") << "section 3.27.10";
  EXPECT_NE(result.at("message").at("text"), "");
  for (const json& location : result.at("locations")) expect_location(location);
  if (!result.contains("stacks")) return;
  const json& frames = result.at("stacks").at(0).at("frames");
  for (const json& frame : frames) expect_location(frame.at("location"));
  const auto is_of_result = [&](const json& frame) { return frame.at("location") == result.at("locations").at(0); };
  EXPECT_TRUE(std::ranges::any_of(frames, is_of_result)) << "where it ended, or who called that";
  const json& steps = result.at("codeFlows").at(0).at("threadFlows").at(0).at("locations");
  for (std::size_t i = 0; i < steps.size(); ++i) {
    EXPECT_EQ(steps.at(i).at("executionOrder"), i + 1);
    expect_location(steps.at(i).at("location"));
  }
  EXPECT_EQ(steps.back().at("location").at("physicalLocation"), frames.at(0).at("location").at("physicalLocation"));
}

struct Files {
  TemporaryDirectory directory;
  std::string sarif = directory.file("findings.sarif"), junit = directory.file("junit.xml");
  Arguments options() const { return {"--sarif", sarif, "--junit", junit}; }
};

class FilesForTools : public ::testing::TestWithParam<std::string> {};

TEST_P(FilesForTools, KeepTheRulesOfTheirFormats) {
  const Files files;
  Arguments options = files.options();
  options.insert(options.end(), {"--max-time", "2"});
  const Exploration exploration(firmware_path(GetParam()), options);
  const std::string verdict = last_line(exploration.result().output);

  const json log = json_of(files.sarif);
  EXPECT_EQ(log.at("version"), "2.1.0");
  ASSERT_EQ(log.at("runs").size(), 1U);
  const json& run = log.at("runs").at(0);
  const json& rules = run.at("tool").at("driver").at("rules");
  std::set<json> ids;
  for (const json& rule : rules) EXPECT_TRUE(ids.insert(rule.at("id")).second) << "section 3.49.3";
  EXPECT_EQ(run.at("invocations").at(0).at("exitCodeDescription"), verdict);
  EXPECT_EQ(run.at("results").size(), exploration.findings().size());
  for (const json& result : run.at("results")) expect_result(result, rules);

  boost::property_tree::ptree xml;
  boost::property_tree::read_xml(files.junit, xml);
  const auto& suite = xml.get_child("testsuites.testsuite");
  std::map<std::string, int> counted;
  std::set<std::string> names;
  for (const auto& [tag, element] : suite) {
    if (tag != "testcase") continue;
    EXPECT_TRUE(names.insert(element.get<std::string>("<xmlattr>.name")).second) << "CI servers go by name";
    ++counted["tests"];
    counted["failures"] += static_cast<int>(element.count("failure"));
    counted["errors"] += static_cast<int>(element.count("error"));
    counted["skipped"] += static_cast<int>(element.count("skipped"));
  }
  for (const char* what : {"tests", "failures", "errors", "skipped"}) {
    EXPECT_EQ(suite.get<int>(std::string("<xmlattr>.") + what), counted[what]) << what;
  }
  const bool passed = counted["failures"] + counted["errors"] + counted["skipped"] == 0;
  EXPECT_EQ(passed, verdict == "safe");
  EXPECT_EQ(counted["failures"] > 0, verdict == "unsafe");
}

INSTANTIATE_TEST_SUITE_P(All, FilesForTools,
                         ::testing::Values("quickstart", "quickstart_fixed", "driver_unsafe_4", "sum_unsafe_3",
                                           "symbolic_trap", "symbolic_two_bugs", "symbolic_output", "ending_fail_7",
                                           "ending_hook", "ending_load", "default_smashed",
                                           "symbolic_explosion_endless"),
                         [](const auto& row) { return row.param; });

using ToolFiles = ::testing::Test;

// An editor shows nothing of a library that nobody has the source of.
TEST_F(ToolFiles, TellOfMistakesInALibraryWhereTheFirmwareCallsIt) {
  const Files files;
  Arguments options = files.options();
  options.insert(options.end(), {"--annotations", "github"});
  const Exploration exploration(firmware_path("detect_copied_O2"), options);
  const json location = json_of(files.sarif).at("runs").at(0).at("results").at(0).at("locations").at(0);
  const json& place = location.at("physicalLocation");
  EXPECT_EQ(std::filesystem::path(place.at("artifactLocation").at("uri")).filename(), "memory.c");
  const std::string line = std::to_string(place.at("region").at("startLine").get<int>());
  EXPECT_NE(text_of(files.junit).find("memory.c\" line=\"" + line + '"'), std::string::npos) << text_of(files.junit);
  EXPECT_NE(exploration.result().output.find("memory.c,line=" + line + ","), std::string::npos);
}

TEST_F(ToolFiles, TellWhatIsNewSinceTheBaseline) {
  const Files files;
  const Exploration first(firmware_path("quickstart"), {"--sarif", files.sarif});
  const std::string later = files.directory.file("later.sarif");
  const Exploration again(firmware_path("quickstart"), {"--sarif", later, "--baseline", files.sarif});
  EXPECT_NE(again.result().output.find("  known: the baseline has it\n"), std::string::npos);
  EXPECT_EQ(again.result().exit_code, kUnsafe);
  EXPECT_EQ(json_of(later).at("runs").at(0).at("results").at(0).at("baselineState"), "unchanged");
  const Exploration other(firmware_path("sum_unsafe_3"), {"--sarif", later, "--baseline", files.sarif});
  EXPECT_EQ(other.result().output.find("known:"), std::string::npos);
  EXPECT_EQ(json_of(later).at("runs").at(0).at("results").at(0).at("baselineState"), "new");
}

TEST_F(ToolFiles, AreRefusedInOneLineIfTheBaselineIsNone) {
  for (const auto& [file, code] : {std::pair{firmware_path("quickstart"), 65}, {std::string("/no/such/file"), 66}}) {
    const auto result = janus({"explore", firmware_path("quickstart"), "--baseline", file});
    EXPECT_EQ(result.exit_code, code);
    EXPECT_EQ(std::count(result.errors.begin(), result.errors.end(), '\n'), 1) << result.errors;
    EXPECT_EQ(result.output, "");
  }
}

TEST_F(ToolFiles, AnnotateTheLineOfAFinding) {
  const Exploration exploration(firmware_path("quickstart"), {"--annotations", "github"});
  const std::regex annotation("(^|\n)::error file=[^\n:]*quickstart\\.c,line=\\d+,title=Janus::[^\n]*%0A[^\n]*\n");
  EXPECT_TRUE(std::regex_search(exploration.result().output, annotation)) << exploration.result().output;
}

// The path of a finding, told by its decisions and callers.
TEST(ExplainedFinding, NamesCallersAndDecisions) {
  const Exploration exploration(firmware_path("driver_unsafe_4"));
  const json& finding = exploration.findings().at(0);
  ASSERT_FALSE(finding.at("calls").empty());
  EXPECT_TRUE(std::regex_search(finding.at("calls").back().at("place").get<std::string>(), std::regex("^_start")));
  ASSERT_FALSE(finding.at("decisions").empty());
  std::uint64_t before = 0;
  for (const json& decision : finding.at("decisions")) {
    EXPECT_GE(decision.at("instructions").get<std::uint64_t>(), before);
    before = decision.at("instructions");
    EXPECT_FALSE(decision.at("inputs").empty());
  }
}

}  // namespace
}  // namespace janus::testing
