#include "engine/explore/explorer.h"

#include <algorithm>

#include "engine/explore/automatic.h"
#include "engine/explore/exploration_run.h"
#include "engine/explore/renewed.h"

namespace janus::engine {

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::Safe: return "safe";
    case Verdict::Unsafe: return "unsafe";
    case Verdict::Unknown: break;
  }
  return "unknown";
}

ExplorationResult explore(const support::FirmwareImage& image, const ExplorationConfig& config,
                          const ExplorationEvents& events) {
  if (config.automatic) return explore_automatically(image, config, events);
  constexpr std::uint64_t kMostTerms = std::uint64_t{1} << 22, kBytesOfTerm = 256;
  if (config.hart.log && can_be_renewed(config)) {
    const std::uint64_t room = config.limits.memory_bytes / kBytesOfTerm;
    return explore_renewed(image, config, events, room > 0 ? std::min(room, kMostTerms) : kMostTerms);
  }
  const auto run = start_exploration(image, config, events);
  run->run();
  return run->finish();
}

}  // namespace janus::engine
