#include "engine/explore/explorer.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "engine/explore/automatic.h"
#include "engine/explore/enumeration.h"
#include "engine/explore/exploration_run.h"
#include "engine/explore/renewed.h"
#include "engine/explore/times_by_turns.h"
#include "support/activity.h"
#include "support/end_of_process.h"
#include "support/error.h"
#include "support/resident_memory.h"

namespace janus::engine {

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::Safe: return "safe";
    case Verdict::Unsafe: return "unsafe";
    case Verdict::Unknown: break;
  }
  return "unknown";
}

std::string_view to_string(MemoryChecked checked) {
  switch (checked) {
    case MemoryChecked::No: return "no";
    case MemoryChecked::Partly: return "partly";
    case MemoryChecked::Wholly: break;
  }
  return "wholly";
}

namespace {

// Of explorations that take turns: the one that decided knows no more than what was there when it ended.
ExplorationResult with_peak(ExplorationResult result) {
  result.peak_bytes = std::max(result.peak_bytes, support::peak_resident_bytes());
  return result;
}

// No technique goes together with interrupts at any boundary. What is left takes turns: the one that goes deep, and the
// one that is fair, since a path on which interrupts arrive again and again does not end.
ExplorationConfig path_by_path(ExplorationConfig config) {
  config.memory_look.reset();  // no path is like another, and what detectors know makes states many
  config.alternatives = {.techniques = {}, .merge = false, .by_value = false, .enumerate = false, .by_address = false};
  return config;
}

ExplorationResult result_of(std::unique_ptr<ExplorationRun> run) {
  run->run();
  ExplorationResult result = run->finish();
  support::drop(std::move(run));
  return result;
}

}  // namespace

ExplorationResult explore(const support::FirmwareImage& image, const ExplorationConfig& config,
                          const ExplorationEvents& events) {
  support::InActivity::become(support::Activity::Other);
  if (config.automatic && config.extreme_times) return with_peak(explore_times_by_turns(image, config, events));
  if (config.automatic) {
    const bool may_use_techniques = config.hart.interrupts.empty();
    return with_peak(explore_automatically(image, may_use_techniques ? config : path_by_path(config), events));
  }
  if (config.enumerate) {
    if (const std::string why = why_not_enumerated(config, events); !why.empty()) {
      throw support::InputError(fmt::format("--enumerate cannot be combined with {}", why), support::exit_code::kUsage);
    }
    return result_of(start_enumeration(image, config, events));
  }
  if (config.hart.log) return explore_renewed(image, config, events);
  ExplorationResult result = result_of(start_exploration(image, config, events));
  support::InActivity::become(support::Activity::Over);
  return result;
}

}  // namespace janus::engine
