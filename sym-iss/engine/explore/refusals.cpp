#include "engine/explore/refusals.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "support/error.h"

namespace janus::engine {
namespace {

void refuse_ignored_detectors(const ExplorationConfig& config) {
  if (config.techniques.subsume && config.hart.detectors.unwritten != hart::Unwritten::AsItIs) {
    throw support::InputError("--uninitialised cannot be combined with --subsume", support::exit_code::kUsage);
  }
  if (!config.hart.detectors.any() && !config.hart.detectors.follows_memory()) return;
  for (const TechniqueRow& technique : kTechniques) {
    if (config.techniques.*technique.on && technique.detectors == DetectorUse::Ignores) {
      throw support::InputError(
          fmt::format("--check, --division-by-zero and --uninitialised cannot be combined with --{}", technique.name),
          support::exit_code::kUsage);
    }
  }
}

// They ask for an input that accesses an object, which a bounded check does not look for until it has its formula.
void refuse_bounded_pointers(const ExplorationConfig& config) {
  if (!config.bounded || !config.hart.detectors.follows_memory()) return;
  throw support::InputError("bmc has no --check heap, bounds, poison or uninitialised; explore has",
                            support::exit_code::kUsage);
}

// They follow words through registers and one RAM, not through devices.
void refuse_symbolic_devices(const ExplorationConfig& config) {
  const char* with = nullptr;
  if (config.hart.map) with = "a platform of several memories or of reserved regions";
  if (!config.hart.modules.empty()) with = "--module";
  if (!config.hart.device_inputs.empty()) with = "--symbolic";
  if (!with) return;
  for (const auto& [on, name] : {std::pair{config.techniques.learn, "learn"}, {config.techniques.subsume, "subsume"}}) {
    if (!on) continue;
    throw support::InputError(fmt::format("{} cannot be combined with --{}", with, name), support::exit_code::kUsage);
  }
}

// They follow words through registers and memory, not through files.
void refuse_semihosting(const ExplorationConfig& config) {
  if (!config.hart.semihosting.on) return;
  for (const auto& [on, name] : {std::pair{config.techniques.learn, "learn"}, {config.techniques.subsume, "subsume"}}) {
    if (!on) continue;
    throw support::InputError(
        fmt::format("--{} cannot follow semihosting; --semihosting off makes its ebreaks breakpoints", name),
        support::exit_code::kUsage);
  }
}

// A state that stands for several paths has no instruction boundary of its own at which an interrupt could arrive.
void refuse_symbolic_interrupts(const ExplorationConfig& config) {
  if (config.hart.interrupts.empty()) return;
  const char* with = nullptr;
  if (config.merging != Merging::None) with = "--merge";
  if (config.techniques.any()) with = "a technique";
  // A path that ends since another one was in the same state has a time of its own.
  if (config.extreme_times && config.hart.boundaries != Boundaries::Every) with = "--worst-case";
  if (config.bounded) with = "bmc";
  if (!with) return;
  throw support::InputError(fmt::format("--symbolic interrupt(...) cannot be combined with {}", with),
                            support::exit_code::kUsage);
}

// They lose count of time. (Where states merge, times are terms.)
void refuse_time_of_many(const ExplorationConfig& config) {
  if (!config.extreme_times || (!config.techniques.any() && !config.bounded)) return;
  throw support::InputError("--worst-case cannot be combined with a technique", support::exit_code::kUsage);
}

void refuse_what_cannot_be_written_down(const ExplorationConfig& config) {
  const std::string why = config.hart.log ? why_not_written_down(config) : std::string();
  if (why.empty()) return;
  throw support::InputError(
      fmt::format("{} cannot be combined with --checkpoint, --resume, --spill or --jobs: such a path is more than its "
                  "decisions",
                  why),
      support::exit_code::kUsage);
}

// It learns from ends of paths, and a loop without an end has none.
void refuse_repetitions(const ExplorationConfig& config) {
  if (!config.hart.repeating_fails || !config.techniques.learn) return;
  throw support::InputError("--check endless cannot be combined with --learn", support::exit_code::kUsage);
}

// States that others have made or merged are no results of instructions, and who learns from ends of paths must not
// learn from those that end because they were there before (docs/decisions/0039). A bounded check has no models.
void refuse_company_for_revisit(const ExplorationConfig& config) {
  if (!config.techniques.revisit) return;
  for (const TechniqueRow& technique : kTechniques) {
    if (technique.on == &TechniqueSwitches::revisit || !(config.techniques.*technique.on)) continue;
    throw support::InputError(fmt::format("--revisit cannot be combined with --{}", technique.name),
                              support::exit_code::kUsage);
  }
  if (config.merging != Merging::None || config.bounded || config.hart.by_value) {
    throw support::InputError("--revisit cannot be combined with --merge, --by-value or a bounded check",
                              support::exit_code::kUsage);
  }
}

}  // namespace

std::string why_not_written_down(const ExplorationConfig& config) {
  if (config.merging != Merging::None) return "--merge";
  for (const TechniqueRow& technique : kTechniques) {
    if (config.techniques.*technique.on) return "--" + std::string(technique.name);
  }
  if (config.bounded) return "bmc";
  if (config.extreme_times) return "--worst-case";
  if (config.tree) return "--tree";
  if (config.profile && config.profile->follows_calls()) return "a profile of calls";
  if (config.cover) return "--cover";
  if (config.hart.seeds) return "--seeds";
  if (!config.hart.interrupts.empty()) return "--symbolic interrupt(...)";
  if (config.hart.map) return "a platform of several memories or of reserved regions";
  if (!config.hart.modules.empty()) return "--module";
  if (config.hart.semihosting.on) return "semihosting";
  return {};
}

void refuse_impossible(const ExplorationConfig& config) {
  refuse_ignored_detectors(config);
  refuse_bounded_pointers(config);
  refuse_symbolic_devices(config);
  refuse_semihosting(config);
  refuse_time_of_many(config);
  refuse_symbolic_interrupts(config);
  refuse_company_for_revisit(config);
  refuse_repetitions(config);
  refuse_what_cannot_be_written_down(config);
}

bool excludes_subsumption(const SymbolicHartConfig& hart) {
  return !hart.device_inputs.empty() || hart.map || !hart.modules.empty() || hart.semihosting.on ||
         hart.detectors.unwritten != hart::Unwritten::AsItIs;
}

bool excludes_learning(const SymbolicHartConfig& hart) {
  return hart.detectors.any() || hart.detectors.follows_memory() || hart.repeating_fails || excludes_subsumption(hart);
}

}  // namespace janus::engine
