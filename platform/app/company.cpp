#include "app/company.h"

#include <utility>

#include "engine/distribute/combined_crew.h"
#include "engine/distribute/forked_crew.h"
#include "engine/distribute/launcher.h"
#include "engine/distribute/worker.h"
#include "engine/explore/explorer.h"

namespace janus::app {
namespace {

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
    engine::ForkedCrew crew(processes, work);
    return engine::explore_with_crew(image, shared, events, crew);
  }
  // The first process launches, which takes next to no time, so a fork of it explores beside it. Nothing forks once MPI
  // has started.
  auto own = std::make_unique<engine::ForkedCrew>(1, work);
  rank_ = std::make_unique<engine::MpiRank>();
  const auto crew = engine::combined(std::move(own), rank_->crew());
  return engine::explore_with_crew(image, shared, events, *crew);
}

}  // namespace janus::app
