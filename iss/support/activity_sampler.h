// Looks a few hundred times a second at what the program is doing (activity.h).
#pragma once

#include <array>
#include <cstdint>
#include <stop_token>
#include <thread>

#include "support/activity.h"

namespace janus::support {

class ActivitySampler {
 public:
  // How often each activity was seen.
  using Counts = std::array<std::uint64_t, kActivities>;

  ActivitySampler();  // begins at once
  // Ends it. To be called once.
  const Counts& finish();

 private:
  void sample(const std::stop_token& stop);

  Counts counts_{};
  std::jthread thread_;  // the last member: it uses the others
};

}  // namespace janus::support
