#include "engine/explore/checkpoint.h"

#include <fmt/format.h>

#include <charconv>
#include <nlohmann/json.hpp>
#include <string_view>

#include "engine/explore/result_fields.h"
#include "engine/state/damage_sum.h"
#include "engine/state/varint.h"
#include "support/error.h"

namespace janus::engine {
namespace {

using nlohmann::json;

constexpr std::string_view kMagic = "janus-checkpoint 1\n";
constexpr std::size_t kSumDigits = 16;

auto writing(json& into) {
  return [&into](const char* name, const auto& value) { into[name] = value; };
}
auto reading(const json& from) {
  return [&from](const char* name, auto& value) { from.at(name).get_to(value); };
}

json json_of(const Finding& finding) {
  const Ending& ending = finding.test_case.ending;
  json entry{{"path", finding.path},
             {"case", finding.test_case.to_json()},
             {"detail", ending.detail},
             {"unexpected", ending.unexpected}};
  if (finding.stack_pointer) entry["stack_pointer"] = *finding.stack_pointer;
  if (const auto& failed = ending.assertion) {
    entry["assertion"] = {{"function", failed->place.function},
                          {"file", failed->place.file},
                          {"line", failed->place.line},
                          {"text", failed->text}};
  }
  return entry;
}

Finding finding_of(const json& entry, const std::string& origin) {
  Finding finding{TestCase::from_json(entry.at("case").get<std::string>(), origin), entry.at("path")};
  Ending& ending = finding.test_case.ending;
  entry.at("detail").get_to(ending.detail);
  entry.at("unexpected").get_to(ending.unexpected);
  if (entry.contains("stack_pointer")) finding.stack_pointer = entry["stack_pointer"].get<std::uint32_t>();
  if (entry.contains("assertion")) {
    const json& failed = entry["assertion"];
    support::FailedAssertion& assertion = ending.assertion.emplace();
    failed.at("function").get_to(assertion.place.function);
    failed.at("file").get_to(assertion.place.file);
    failed.at("line").get_to(assertion.place.line);
    failed.at("text").get_to(assertion.text);
  }
  return finding;
}

json json_of(const ExplorationResult& result) {
  json entry;
  visit_fields(writing(entry), result);
  visit_fields(writing(entry["hart"]), result.hart);
  entry["solver"] = json::array();
  for (const solver::SolverStatistics& layer : result.solver)
    visit_fields(writing(entry["solver"].emplace_back()), layer);
  entry["ended"] = json::object();
  for (const auto& [reason, count] : result.ended) {
    entry["ended"][std::string(row(reason).key)] = {count, result.first_end.at(reason)};
  }
  entry["findings"] = json::array();
  for (const Finding& finding : result.findings) entry["findings"].push_back(json_of(finding));
  if (!result.unchecked.empty()) entry["unchecked"] = result.unchecked;
  return entry;
}

ExplorationResult result_of(const json& entry, const std::string& origin) {
  ExplorationResult result;
  visit_fields(reading(entry), result);
  visit_fields(reading(entry.at("hart")), result.hart);
  for (const json& layer : entry.at("solver")) visit_fields(reading(layer), result.solver.emplace_back());
  for (const TerminationRow& row : kTerminations) {
    const std::string key(row.key);
    if (!entry.at("ended").contains(key)) continue;
    result.ended[row.reason] = entry["ended"][key].at(0);
    result.first_end[row.reason] = entry["ended"][key].at(1);
  }
  for (const json& finding : entry.at("findings")) result.findings.push_back(finding_of(finding, origin));
  if (entry.contains("unchecked")) entry["unchecked"].get_to(result.unchecked);
  return result;
}

}  // namespace

std::string text_of(const Checkpoint& checkpoint) {
  json all;
  all["identity"] = json::array();
  for (const auto& [name, value] : checkpoint.identity) all["identity"].push_back({name, value});
  all["progress"] = checkpoint.snapshot.progress;
  all["result"] = json_of(checkpoint.snapshot.so_far);
  all["reached"] = checkpoint.reached;
  all["records"] = json_of(checkpoint.records);
  const std::string head = all.dump(-1, ' ', false, json::error_handler_t::replace);
  std::string body = fmt::format(" {}\n", head.size()) + head;
  for (const auto& frontier : checkpoint.snapshot.frontiers) {
    append_varint(body, frontier->text().size());
    body += frontier->text();
  }
  return fmt::format("{}{:016x}", kMagic, damage_sum(body)) + body;
}

Checkpoint parse_checkpoint(const std::string& text, const std::string& origin) {
  const auto damaged = [&] { return support::InputError(fmt::format("{}: a damaged checkpoint", origin)); };
  const std::string_view all = text;
  if (!all.starts_with(kMagic.substr(0, kMagic.find(' ')))) {
    throw support::InputError(fmt::format("{}: not a checkpoint", origin));
  }
  if (!all.starts_with(kMagic)) {
    throw support::InputError(fmt::format("{}: a checkpoint of another version, or a damaged one", origin));
  }
  const std::string_view rest = all.substr(kMagic.size());
  if (rest.size() < kSumDigits) throw damaged();
  const std::string_view body = rest.substr(kSumDigits);
  if (rest.substr(0, kSumDigits) != fmt::format("{:016x}", damage_sum(body))) throw damaged();
  const std::size_t end = body.find('\n');
  std::size_t length = 0;
  if (end == std::string_view::npos || body[0] != ' ') throw damaged();
  const auto [read, error] = std::from_chars(body.data() + 1, body.data() + end, length);
  if (error != std::errc{} || read != body.data() + end || length > body.size() - end - 1) throw damaged();
  Checkpoint checkpoint;
  try {
    const json head = json::parse(body.substr(end + 1, length));
    for (const json& entry : head.at("identity")) {
      checkpoint.identity.emplace_back(entry.at(0).get<std::string>(), entry.at(1).get<std::string>());
    }
    head.at("progress").get_to(checkpoint.snapshot.progress);
    head.at("reached").get_to(checkpoint.reached);
    if (head.contains("records")) checkpoint.records = records_of(head["records"]);  // not in older ones
    checkpoint.snapshot.so_far = result_of(head.at("result"), origin);
  } catch (const json::exception&) {
    throw damaged();
  }
  for (std::size_t at = end + 1 + length; at < body.size();) {
    const auto size = read_varint(body, at);
    if (!size || *size > body.size() - at) throw damaged();
    checkpoint.snapshot.frontiers.push_back(Frontier::parse(std::string(body.substr(at, *size)), origin));
    at += *size;
  }
  return checkpoint;
}

}  // namespace janus::engine
