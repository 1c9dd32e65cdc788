#include "engine/explore/renewed.h"

#include <chrono>
#include <memory>

#include "engine/explore/exploration_run.h"

namespace janus::engine {

bool can_be_renewed(const ExplorationConfig& config) {
  const bool is_plain = !config.automatic && config.merging == Merging::None && !config.techniques.any();
  const bool records = config.bounded || config.extreme_times || config.tree || config.profile || config.counts;
  return is_plain && !records && !config.hart.seeds;
}

ExplorationResult explore_renewed(const support::FirmwareImage& image, ExplorationConfig config,
                                  const ExplorationEvents& events, std::uint64_t most_terms) {
  config.hart.log = true;
  if (!config.limits.since) config.limits.since = std::chrono::steady_clock::now();
  std::uint64_t paths = config.resumed ? config.resumed->so_far.paths : 0;
  while (true) {
    auto run = start_exploration(image, config, events);
    run->limit_slice({.seconds = 0, .terms = most_terms});
    run->run();
    if (!run->slice_is_over()) return run->finish();
    config.resumed = std::make_shared<const Snapshot>(run->snapshot());
    // What is written down must be worth more than bringing it back.
    const std::uint64_t now = config.resumed->so_far.paths;
    if (now - paths < 16) most_terms *= 2;
    paths = now;
  }
}

}  // namespace janus::engine
