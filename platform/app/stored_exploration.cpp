#include "app/stored_exploration.h"

#include <fmt/format.h>

#include <ctime>

#include <nlohmann/json.hpp>

#include "app/version.h"
#include "support/error.h"
#include "support/text_file.h"

namespace janus::app {
namespace {

using StoredJson = nlohmann::ordered_json;

StoredJson stored_beginning(const std::string& firmware, const Provenance& provenance) {
  std::error_code error;
  const auto absolute = std::filesystem::absolute(firmware, error);
  return {{"janus_exploration", 1},
          {"firmware", error ? firmware : absolute.string()},
          {"command", provenance.command},
          {"made", provenance.made}};
}

std::string stored_text(const StoredJson& json) {
  return json.dump(1, ' ', false, StoredJson::error_handler_t::replace) + "\n";
}

engine::Verdict verdict_named(const std::string& name) {
  for (const auto verdict : {engine::Verdict::Safe, engine::Verdict::Unsafe}) {
    if (engine::to_string(verdict) == name) return verdict;
  }
  return engine::Verdict::Unknown;
}

engine::MemoryChecked memory_checked_named(const std::string& name) {
  for (const auto checked : {engine::MemoryChecked::Partly, engine::MemoryChecked::Wholly}) {
    if (engine::to_string(checked) == name) return checked;
  }
  return engine::MemoryChecked::No;
}

std::uint32_t pc_of(const StoredJson& place) {
  return static_cast<std::uint32_t>(std::stoul(place.at("pc").get<std::string>(), nullptr, 16));
}

engine::ExplorationResult stored_result(const StoredJson& stats) {
  engine::ExplorationResult result;
  result.verdict = verdict_named(stats.at("verdict"));
  result.memory = memory_checked_named(stats.value("memory_checked", ""));
  for (const StoredJson& place : stats.value("memory_unchecked", StoredJson::array()))
    result.unchecked.push_back(pc_of(place));
  result.paths = stats.at("paths");
  result.waiting = stats.at("waiting");
  result.hart.forks = stats.at("forks");
  result.hart.instructions = stats.at("instructions");
  result.queries = stats.at("queries");
  result.solver_seconds = stats.at("solver_seconds");
  result.seconds = stats.at("seconds");
  result.peak_bytes = stats.at("peak_bytes");
  for (const auto& [name, counts] : stats.at("techniques").items()) {
    engine::TechniqueReport& report = result.techniques.emplace_back();
    report.name = name;
    for (const auto& [what, count] : counts.items()) {
      if (what == "remarks") {
        report.remarks = count.get<std::vector<std::string>>();
      } else {
        report.counts.emplace_back(what, count.get<std::uint64_t>());
      }
    }
  }
  for (const StoredJson& assertion : stats.at("assertions")) {
    result.hart.assertions[pc_of(assertion)] = assertion.at("checked");
  }
  for (const engine::TerminationRow& row : engine::kTerminations) {
    const std::uint64_t count = stats.at("ended").value(std::string(row.key), std::uint64_t{0});
    if (count > 0) result.ended[row.reason] = count;
  }
  for (const StoredJson& layer : stats.value("solver", StoredJson::array())) {
    solver::SolverStatistics& statistics = result.solver.emplace_back();
    statistics.layer = layer.at("layer");
    statistics.asked = layer.at("asked");
    statistics.sat = layer.at("sat");
    statistics.unsat = layer.at("unsat");
    statistics.unknown = layer.at("unknown");
    statistics.seconds = layer.at("seconds");
  }
  return result;
}

}  // namespace

Provenance provenance_now(std::string command) {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  return {std::move(command), fmt::format("{:04}-{:02}-{:02} at {:02}:{:02}, Janus {}", local.tm_year + 1900,
                                          local.tm_mon + 1, local.tm_mday, local.tm_hour, local.tm_min, version())};
}

std::string text_of_beginning(const std::string& firmware, const Provenance& provenance) {
  return stored_text(stored_beginning(firmware, provenance));
}

std::string text_of_end(const std::string& firmware, const Provenance& provenance, const std::string& summary,
                        const std::string& statistics, bool all_paths) {
  StoredJson json = stored_beginning(firmware, provenance);
  json["summary"] = summary;
  json["all_paths"] = all_paths;
  json["statistics"] = StoredJson::parse(statistics);
  return stored_text(json);
}

StoredExploration load_exploration(const std::filesystem::path& file) {
  const std::string text = support::read_text_file(file);
  try {
    const StoredJson json = StoredJson::parse(text);
    if (json.at("janus_exploration") != 1) throw support::InputError(file.string() + ": written by another Janus");
    StoredExploration stored{
        .firmware = json.at("firmware").get<std::string>(), .provenance = {}, .result = {}, .summary = {}};
    stored.provenance = {json.value("command", ""), json.value("made", "")};
    if (!json.contains("statistics")) return stored;
    stored.result = stored_result(json.at("statistics"));
    stored.summary = json.at("summary");
    stored.all_paths = json.at("all_paths");
    stored.findings = json.at("statistics").at("findings").size();
    return stored;
  } catch (const nlohmann::json::exception&) {
  } catch (const std::logic_error&) {  // a number that is none
  }
  throw support::InputError(file.string() + ": not what an exploration writes");
}

}  // namespace janus::app
