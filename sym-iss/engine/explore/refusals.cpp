#include "engine/explore/refusals.h"

#include <fmt/format.h>

#include <utility>

#include "support/error.h"

namespace janus::engine {
namespace {

void refuse_ignored_detectors(const ExplorationConfig& config) {
  if (!config.hart.detectors.any()) return;
  for (const TechniqueRow& technique : kTechniques) {
    if (config.techniques.*technique.on && technique.detectors == DetectorUse::Ignores) {
      throw support::InputError(
          fmt::format("--check and --division-by-zero cannot be combined with --{}", technique.name),
          support::exit_code::kUsage);
    }
  }
}

// They ask for an input that accesses an object, which a bounded check does not look for until it has its formula.
void refuse_bounded_pointers(const ExplorationConfig& config) {
  if (!config.bounded || !config.hart.detectors.follows_memory()) return;
  throw support::InputError("bmc has no --check heap, bounds or uninitialised; explore has",
                            support::exit_code::kUsage);
}

// They follow words through registers and memory, not through devices.
void refuse_symbolic_devices(const ExplorationConfig& config) {
  if (config.hart.device_inputs.empty()) return;
  for (const auto& [on, name] : {std::pair{config.techniques.learn, "learn"}, {config.techniques.subsume, "subsume"}}) {
    if (!on) continue;
    throw support::InputError(fmt::format("--symbolic cannot be combined with --{}", name), support::exit_code::kUsage);
  }
}

// A state that stands for several paths has no time of its own.
void refuse_time_of_many(const ExplorationConfig& config) {
  if (!config.extreme_times || (config.merging == Merging::None && !config.techniques.any() && !config.bounded)) return;
  throw support::InputError("--worst-case cannot be combined with --merge or a technique", support::exit_code::kUsage);
}

void refuse_repetitions(const ExplorationConfig& config) {
  if (!config.hart.repeating_fails || !config.techniques.any()) return;
  throw support::InputError("--check endless cannot be combined with a technique", support::exit_code::kUsage);
}

}  // namespace

void refuse_impossible(const ExplorationConfig& config) {
  refuse_ignored_detectors(config);
  refuse_bounded_pointers(config);
  refuse_symbolic_devices(config);
  refuse_time_of_many(config);
  refuse_repetitions(config);
}

}  // namespace janus::engine
