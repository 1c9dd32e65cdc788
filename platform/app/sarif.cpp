#include "app/sarif.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "app/typed_value.h"
#include "app/version.h"
#include "support/error.h"
#include "support/text_file.h"

namespace janus::app {
namespace {

using engine::Consequence;
using nlohmann::ordered_json;

constexpr char kFingerprint[] = "janus/v1";
constexpr std::size_t kMostSteps = 1000;  // of a code flow, the last ones
constexpr std::size_t kPartsOfStep = 4;   // of inputs, that a step names

ordered_json only(ordered_json element) { return ordered_json::array({std::move(element)}); }

// Section 3.10: a relative or absolute URI.
std::string uri_of(const std::string& file) {
  const std::string path = source_path(file);
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    const bool plain =
        std::isalnum(static_cast<unsigned char>(c)) || std::string_view("/-._~+").find(c) != std::string_view::npos;
    uri += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri;
}

// Section 3.28.
ordered_json location_of(std::uint32_t pc, const support::SourceLocation& place) {
  ordered_json location;
  ordered_json& physical = location["physicalLocation"];
  if (!place.file.empty()) {
    physical["artifactLocation"]["uri"] = uri_of(place.file);
    if (place.line > 0) physical["region"]["startLine"] = place.line;
  }
  physical["address"] = {{"absoluteAddress", pc}, {"kind", "instruction"}};
  if (!place.function.empty()) location["logicalLocations"] = only({{"name", place.function}, {"kind", "function"}});
  return location;
}

ordered_json location_of(std::uint32_t pc, const support::DebugInfo& debug) {
  return location_of(pc, debug.locate(pc));
}

ordered_json location_of(const engine::TestCase& test_case, const support::DebugInfo& debug) {
  return location_of(test_case.pc, place_of(test_case, debug));
}

ordered_json with_message(ordered_json location, const std::string& text) {
  location["message"]["text"] = text;
  return location;
}

ordered_json stack_of(const ReportedFinding& reported, const support::DebugInfo& debug) {
  ordered_json frames = ordered_json::array();
  frames.push_back({{"location", location_of(reported.finding.test_case, debug)}});
  for (const std::uint32_t call : reported.path.calls) frames.push_back({{"location", location_of(call, debug)}});
  return {{"frames", frames}};
}

ordered_json code_flow_of(const ReportedFinding& reported, const support::DebugInfo& debug) {
  const engine::TestCase& test_case = reported.finding.test_case;
  ordered_json steps = ordered_json::array();
  const auto& decisions = reported.path.decisions;
  for (std::size_t i = decisions.size() - std::min(decisions.size(), kMostSteps); i < decisions.size(); ++i) {
    const auto text = fmt::format("{} because of {}", decisions[i].jumped ? "jumps" : "goes on",
                                  parts_text(decisions[i], test_case, debug, kPartsOfStep));
    steps.push_back(
        {{"location", with_message(location_of(decisions[i].pc, debug), text)}, {"executionOrder", steps.size() + 1}});
  }
  const auto text = describe(test_case, debug);
  steps.push_back(
      {{"location", with_message(location_of(test_case, debug), text)}, {"executionOrder", steps.size() + 1}});
  return {{"threadFlows", only({{"locations", steps}})}};
}

bool is_rule(const engine::TerminationRow& row) {
  return row.consequence == Consequence::Violation || row.consequence == Consequence::GivenUp ||
         row.reason == engine::Termination::Halted;
}

ordered_json rules() {
  ordered_json rules = ordered_json::array();
  for (const engine::TerminationRow& row : engine::kTerminations) {
    if (is_rule(row)) rules.push_back({{"id", row.key}, {"shortDescription", {{"text", row.text}}}});
  }
  return rules;
}

std::size_t index_of_rule(engine::Termination reason) {
  const auto end = std::begin(engine::kTerminations) + static_cast<std::ptrdiff_t>(reason);
  return static_cast<std::size_t>(std::count_if(std::begin(engine::kTerminations), end, is_rule));
}

ordered_json result_of(const ReportedFinding& reported, const support::DebugInfo& debug,
                       const std::set<std::string>* baseline) {
  const engine::TestCase& test_case = reported.finding.test_case;
  const bool fails = consequence_of(test_case.ending) == Consequence::Violation;
  std::string text = describe(reported.finding, debug);
  for (const engine::TestInput& input : test_case.inputs) {
    text += fmt::format("\n{} = {}", input.name, value_of(input, debug));
  }
  ordered_json result;
  result["ruleId"] = engine::row(test_case.ending.reason).key;
  result["ruleIndex"] = index_of_rule(test_case.ending.reason);
  result["kind"] = fails ? "fail" : "open";
  result["level"] = fails ? "error" : "none";
  result["message"]["text"] = text;
  const OwnPlace place = own_place_of(reported, debug);
  result["locations"] = only(location_of(place.pc, place.at));
  result["partialFingerprints"][kFingerprint] = fingerprint_of(reported, debug);
  if (reported.path.instructions > 0) {
    result["stacks"] = only(stack_of(reported, debug));
    result["codeFlows"] = only(code_flow_of(reported, debug));
  }
  if (baseline) result["baselineState"] = reported.known ? "unchanged" : "new";
  if (!reported.file.empty()) {
    result["attachments"] = only({{"artifactLocation", {{"uri", uri_of(reported.file.string())}}},
                                  {"description", {{"text", "test case for janus replay"}}}});
  }
  return result;
}

}  // namespace

std::string fingerprint_of(const ReportedFinding& reported, const support::DebugInfo& debug) {
  const engine::TestCase& test_case = reported.finding.test_case;
  std::string text{engine::row(test_case.ending.reason).key};
  const auto add = [&](std::uint32_t pc, const support::SourceLocation& place) {
    const support::Symbol* function = debug.image().covering(pc, true);
    const int first = function ? debug.locate_line(function->address).line : 0;
    text += fmt::format("|{}:{}+{}", std::filesystem::path(place.file).filename().string(), place.function,
                        place.line - first);
  };
  add(test_case.pc, place_of(test_case, debug));
  for (const std::uint32_t call : reported.path.calls) add(call, debug.locate(call));
  return text;
}

std::set<std::string> sarif_fingerprints(const std::filesystem::path& file) {
  std::set<std::string> fingerprints;
  try {
    const auto json = nlohmann::json::parse(support::read_text_file(file));
    for (const auto& run : json.at("runs")) {
      for (const auto& result : run.at("results")) {
        const auto& of_result = result.value("partialFingerprints", nlohmann::json::object());
        if (of_result.contains(kFingerprint)) fingerprints.insert(of_result.at(kFingerprint).get<std::string>());
      }
    }
  } catch (const nlohmann::json::exception&) {
    throw support::InputError(fmt::format("{}: is not a SARIF file", file.string()), support::exit_code::kBadInput);
  }
  return fingerprints;
}

std::string sarif_text(const engine::ExplorationResult& result, const std::vector<ReportedFinding>& findings,
                       const support::DebugInfo& debug, const std::set<std::string>* baseline) {
  ordered_json run;
  run["tool"]["driver"] = {{"name", "Janus"}, {"version", version()}, {"rules", rules()}};
  ordered_json invocation;
  invocation["executionSuccessful"] = true;
  invocation["exitCodeDescription"] = engine::to_string(result.verdict);
  invocation["toolExecutionNotifications"] = ordered_json::array();
  for (const std::string& reason : result.gave_up) {
    invocation["toolExecutionNotifications"].push_back(
        {{"level", "warning"}, {"message", {{"text", "gave up: " + reason}}}});
  }
  run["invocations"] = only(invocation);
  run["results"] = ordered_json::array();
  for (const ReportedFinding& finding : findings) run["results"].push_back(result_of(finding, debug, baseline));
  const ordered_json log = {{"version", "2.1.0"}, {"runs", only(run)}};
  return log.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace janus::app
