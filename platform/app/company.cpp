#include "app/company.h"

#include <algorithm>
#include <utility>

#include "engine/distribute/combined_crew.h"
#include "engine/distribute/forked_crew.h"
#include "engine/distribute/launcher.h"
#include "engine/distribute/worker.h"
#include "engine/explore/explorer.h"
#include "engine/explore/findings.h"
#include "engine/explore/memory_look.h"

namespace janus::app {
namespace {

// What the processes have found safe, path by path: explores it in the same way once more, now for mistakes with
// memory, as the automatic choice does (explore/automatic.cpp). Its technique, if one decided, has done so itself.
engine::ExplorationResult look_again(const support::FirmwareImage& image, engine::ExplorationConfig config,
                                     const engine::ExplorationEvents& events, std::size_t processes,
                                     engine::ExplorationResult result) {
  if (!config.memory_look || result.verdict != engine::Verdict::Safe || result.memory != engine::MemoryChecked::No)
    return result;
  config = memory_look_of(std::move(config));
  config.automatic = false;
  config.limits.since = {};
  const double seconds = engine::seconds_of_memory_look(result.seconds);
  const double left = config.limits.seconds > 0 ? config.limits.seconds - result.seconds : seconds;
  config.limits.seconds = std::clamp(left, engine::schedule::kShortestMemoryLook, seconds);
  const auto shared = engine::shared_config(image, config, processes);
  engine::ForkedCrew crew(processes, [&](engine::Link& link) { engine::work(link, image, shared); });
  // What this look gives up says nothing of what was explored before, so only mistakes are told.
  std::string formula;
  engine::ExplorationEvents mistakes;
  if (events.on_path_formula) mistakes.on_path_formula = [&formula](const std::string& script) { formula = script; };
  mistakes.on_finding = [&](const engine::Finding& finding) {
    if (!engine::is_violation(finding)) return;
    if (events.on_path_formula) events.on_path_formula(formula);
    if (events.on_finding) events.on_finding(finding);
  };
  engine::ExplorationResult second = engine::explore_with_crew(image, shared, mistakes, crew);
  if (second.verdict == engine::Verdict::Unsafe) return second;
  take_memory(result, second);
  return result;
}

std::size_t processes_of(std::optional<std::uint64_t> jobs) {
  return engine::mpi_processes().value_or(static_cast<std::size_t>(jobs.value_or(1)));
}

}  // namespace

bool has_company(std::optional<std::uint64_t> jobs) { return jobs || engine::mpi_processes().value_or(1) > 1; }

bool works_for_others(const support::FirmwareImage& image, const engine::ExplorationConfig& config) {
  const std::size_t processes = processes_of(std::nullopt);
  if (processes < 2 || engine::mpi_rank() == 0) return false;
  const auto shared = engine::shared_config(image, config, processes);
  engine::MpiRank rank;
  engine::work(*rank.link(), image, shared);
  return true;
}

engine::ExplorationResult Company::explore(const support::FirmwareImage& image, const engine::ExplorationConfig& config,
                                           const engine::ExplorationEvents& events) {
  const std::size_t processes = processes_of(jobs_);
  if (!has_company(jobs_) || (processes == 1 && config.automatic)) return engine::explore(image, config, events);
  const auto shared = engine::shared_config(image, config, processes);
  const auto work = [&](engine::Link& link) { engine::work(link, image, shared); };
  if (!engine::mpi_processes()) {
    engine::ExplorationResult result;
    {
      engine::ForkedCrew crew(processes, work);
      result = engine::explore_with_crew(image, shared, events, crew);
    }
    return look_again(image, config, events, processes, std::move(result));
  }
  // The first process launches, which takes next to no time, so a fork of it explores beside it. Nothing forks once MPI
  // has started.
  auto own = std::make_unique<engine::ForkedCrew>(1, work);
  rank_ = std::make_unique<engine::MpiRank>();
  const auto crew = engine::combined(std::move(own), rank_->crew());
  return engine::explore_with_crew(image, shared, events, *crew);
}

}  // namespace janus::app
