#include "app/junit.h"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <set>

#include "app/markup.h"

namespace janus::app {
namespace {

using engine::Consequence;
using engine::Termination;
using engine::Verdict;

struct Suite {
  std::string firmware;
  std::string cases;
  unsigned tests = 0, failures = 0, errors = 0, skipped = 0;

  // `outcome`: elements of the test case; empty if it passed.
  void add(const std::string& name, const support::SourceLocation& place, const std::string& outcome) {
    ++tests;
    cases += fmt::format("    <testcase classname=\"{}\" name=\"{}\"", marked_up(firmware), marked_up(name));
    if (place.line > 0)
      cases += fmt::format(" file=\"{}\" line=\"{}\"", marked_up(source_path(place.file)), place.line);
    cases += outcome.empty() ? "/>\n" : fmt::format(">\n      {}\n    </testcase>\n", outcome);
  }
};

// Names without addresses, so that a CI server knows them again after the next build.
std::string name_of_assertion(std::uint32_t pc, const support::DebugInfo& debug) {
  return "assertion in " + debug.describe(pc);
}

std::string name_of(const ReportedFinding& reported, const support::DebugInfo& debug) {
  const engine::TestCase& test_case = reported.finding.test_case;
  if (const auto& assertion = test_case.ending.assertion) return "assertion " + assertion->describe();
  if (test_case.ending.reason == Termination::AssertFailed) return name_of_assertion(test_case.pc, debug);
  return fmt::format("{} in {}", engine::row(test_case.ending.reason).text,
                     debug.describe(own_place_of(reported, debug).pc));
}

std::string failure(std::size_t number, const ReportedFinding& reported, const support::DebugInfo& debug) {
  const auto& test_case = reported.finding.test_case;
  return fmt::format("<failure type=\"{}\" message=\"{}\">{}</failure>", engine::row(test_case.ending.reason).key,
                     marked_up(describe(reported.finding, debug)),
                     marked_up(text_of(number, reported, debug, debug.image().path())));
}

std::string skipped(const engine::ExplorationResult& result) {
  const std::string why = result.verdict == Verdict::Unsafe ? "the exploration ended with another finding"
                          : result.gave_up.empty()          ? "the exploration has no verdict"
                                                            : "gave up: " + result.gave_up.front();
  return fmt::format("<skipped message=\"{}\"/>", marked_up(why));
}

std::string outcome_of_verdict(const engine::ExplorationResult& result) {
  if (result.verdict == Verdict::Safe) return {};
  if (result.verdict == Verdict::Unsafe) return "<failure type=\"unsafe\" message=\"unsafe\"/>";
  std::string why;
  for (const std::string& reason : result.gave_up) why += fmt::format("gave up: {}\n", reason);
  return fmt::format("<error type=\"unknown\" message=\"unknown\">{}</error>", marked_up(why));
}

}  // namespace

std::string junit_text(const engine::ExplorationResult& result, const std::vector<ReportedFinding>& findings,
                       const support::DebugInfo& debug) {
  Suite suite;
  suite.firmware = std::filesystem::path(debug.image().path()).filename().string();
  std::set<std::string> failed;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const auto& test_case = findings[i].finding.test_case;
    if (consequence_of(test_case.ending) != Consequence::Violation) continue;
    const std::string name = name_of(findings[i], debug);
    if (!failed.insert(name).second) continue;
    ++suite.failures;
    suite.add(name, own_place_of(findings[i], debug).at, failure(i + 1, findings[i], debug));
  }
  std::map<std::string, std::uint32_t> assertions;  // a macro can make several on one line
  for (const auto& [pc, count] : result.counts().assertions) assertions.try_emplace(name_of_assertion(pc, debug), pc);
  for (const auto& [name, pc] : assertions) {
    if (failed.contains(name)) continue;
    const bool passed = result.verdict == Verdict::Safe;
    suite.skipped += !passed;
    suite.add(name, debug.locate(pc), passed ? "" : skipped(result));
  }
  suite.failures += result.verdict == Verdict::Unsafe;
  suite.errors += result.verdict == Verdict::Unknown;
  suite.add("verdict", {}, outcome_of_verdict(result));
  const auto counts = fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\"",
                                  suite.tests, suite.failures, suite.errors, suite.skipped, result.seconds);
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"janus\" {0}>\n  <testsuite name=\"{1}\" {0}>\n"
      "{2}  </testsuite>\n</testsuites>\n",
      counts, marked_up(suite.firmware), suite.cases);
}

}  // namespace janus::app
