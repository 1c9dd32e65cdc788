// What --stats writes.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/explore_report.h"
#include "app/sarif.h"
#include "app/times_report.h"

namespace janus::app {
namespace {

nlohmann::ordered_json formula_json(const engine::FormulaStatistics& formula) {
  return {{"bad_ends", formula.bad_ends},
          {"cut_paths", formula.cut_paths},
          {"terms", formula.terms},
          {"bytes", formula.bytes},
          {"build_seconds", formula.build_seconds},
          {"solve_seconds", formula.solve_seconds},
          {"answer", formula.answer},
          {"cut", formula.cut}};
}

nlohmann::ordered_json place_json(std::uint32_t pc, const support::DebugInfo& debug) {
  return {{"pc", fmt::format("0x{:08x}", pc)}, {"place", debug.describe(pc)}};
}

}  // namespace

std::string statistics_text(const engine::ExplorationResult& result, const engine::ExplorationConfig& config,
                            const support::DebugInfo& debug, const std::vector<ReportedFinding>& findings,
                            const std::map<std::string, std::uint64_t>& covered) {
  nlohmann::ordered_json json;
  json["verdict"] = engine::to_string(result.verdict);
  json["memory_checked"] = engine::to_string(result.memory);
  json["memory_unchecked"] = nlohmann::ordered_json::array();
  for (const std::uint32_t pc : result.unchecked) json["memory_unchecked"].push_back(place_json(pc, debug));
  json["searcher"] = config.searcher;
  json["seed"] = config.seed;
  if (!config.hart.platform.name.empty()) {
    json["platform"] = {{"name", config.hart.platform.name},
                        {"fingerprint", fmt::format("{:016x}", config.hart.platform.fingerprint)}};
  }
  json["paths"] = result.paths;
  json["paths_merged"] = {{"stand_for", result.stand_for},
                          {"merges", result.merging.merges},
                          {"refused", result.merging.refused},
                          {"choices", result.merging.choices}};
  json["techniques"] = nlohmann::ordered_json::object();
  for (const engine::TechniqueReport& technique : result.techniques) {
    nlohmann::ordered_json& entry = json["techniques"][technique.name] = nlohmann::ordered_json::object();
    for (const auto& [name, count] : technique.counts) entry[name] = count;
    if (!technique.remarks.empty()) entry["remarks"] = technique.remarks;
  }
  if (result.formula) json["formula"] = formula_json(*result.formula);
  json["waiting"] = result.waiting;
  json["forks"] = result.hart.forks;
  json["instructions"] = result.hart.instructions;
  json["cycles"] = result.hart.cycles;
  json["branches_on_terms"] = result.hart.branches_on_terms;
  json["queries"] = result.queries;
  json["solver_seconds"] = result.solver_seconds;
  json["seconds"] = result.seconds;
  json["repeatable"] = result.repeatable;
  json["overdue_queries"] = result.overdue;
  json["peak_bytes"] = result.peak_bytes;
  json["terms"] = result.terms;
  if (result.coverage) {
    json["coverage"] = {{"instructions", result.coverage->covered}, {"reachable", result.coverage->reachable}};
  }
  if (result.branches) {
    json["branch_directions"] = {{"covered", result.branches->covered}, {"reachable", result.branches->reachable}};
  }
  if (result.times) json["times"] = times_json(*result.times);
  json["covered"] = nlohmann::ordered_json::object();
  for (const auto& [name, count] : covered) json["covered"][name] = count;
  json["concretizations"] = result.hart.concretizations;
  json["unanswered_queries"] = result.hart.gave_up;
  json["gave_up"] = result.gave_up;
  json["unconfirmed_violations"] = result.unconfirmed;
  json["inputs"] = {{"most", result.counts().most_inputs}, {"most_bytes", result.counts().most_input_bytes}};
  json["assertions"] = nlohmann::ordered_json::array();
  for (const auto& [pc, count] : result.counts().assertions) {
    json["assertions"].push_back(place_json(pc, debug));
    json["assertions"].back()["checked"] = count;
  }
  json["ignored_hooks"] = result.hart.ignored_hooks;
  json["arrivals"] = result.hart.arrivals;
  json["seen_again"] = result.hart.seen_again;
  json["restarts"] = result.hart.restarts;
  json["unexpected_halts"] = result.unexpected_halts;
  for (const engine::TerminationRow& row : engine::kTerminations) {
    const auto count = result.ended.find(row.reason);
    json["ended"][std::string(row.key)] = count == result.ended.end() ? 0 : count->second;
  }
  for (const solver::SolverStatistics& layer : result.solver) {
    json["solver"].push_back({{"layer", layer.layer},
                              {"asked", layer.asked},
                              {"sat", layer.sat},
                              {"unsat", layer.unsat},
                              {"unknown", layer.unknown},
                              {"seconds", layer.seconds}});
  }
  json["findings"] = nlohmann::ordered_json::array();
  for (const ReportedFinding& finding : findings) json["findings"].push_back(finding_json(finding, debug));
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace janus::app
