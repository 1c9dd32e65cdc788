// The second exploration of firmware that was found safe, now for mistakes with memory (docs/decisions/0058).
#pragma once

#include <algorithm>
#include <string>
#include <utility>

#include "engine/explore/exploration.h"
#include "engine/explore/schedule.h"

namespace janus::engine {

// The same exploration with the detectors of the look, if it has one.
inline ExplorationConfig with_memory_look(ExplorationConfig config) {
  if (config.memory_look) config.hart.detectors = *config.memory_look;
  return config;
}

// The same exploration with a log of questions of its own, if it has one.
inline ExplorationConfig logs_as_memory(ExplorationConfig config) {
  if (std::string& log = config.solver.log_queries; !log.empty()) log += "/memory";
  return config;
}

// `config.memory_look` must be set.
inline ExplorationConfig memory_look_of(ExplorationConfig config) {
  config.hart.detectors = *std::exchange(config.memory_look, {});
  config.hart.log = false;
  config.techniques.learn = false;                  // it ignores detectors
  config.counts = config.widened_counts = nullptr;  // everything was counted
  config.profile = nullptr;
  config.tree = {};
  return logs_as_memory(std::move(config));
}

// What the second exploration says of memory is said of the first one.
inline void take_memory(ExplorationResult& first, const ExplorationResult& second) {
  first.memory = second.verdict == Verdict::Safe ? second.memory : MemoryChecked::Partly;
  first.unchecked = second.unchecked;
}

// How long it may take if the first one took `seconds`, of so many in which everybody had turns.
inline double seconds_of_memory_look(double seconds, double of_all = 0) {
  using namespace schedule;
  return std::clamp(std::max(kMemoryLookFraction * seconds, of_all), kShortestMemoryLook, kLongestMemoryLook);
}

}  // namespace janus::engine
