// The last instructions of a path as waves, and what devices received on it in time, as SVG for the report.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "devices/functional_machine.h"
#include "engine/state/test_case.h"
#include "support/debug_info.h"

namespace janus::app {

// What the machine shows in front of each of the last instructions, and at the end.
class LastSteps {
 public:
  static constexpr std::uint64_t kMost = 32;  // instructions

  struct Step {
    std::uint32_t pc;
    std::uint64_t cycle;
    bool in_user_mode;
    std::uint32_t interrupts;  // mip
    std::array<std::uint32_t, 32> x;
    std::size_t sent;  // bytes of output until here
  };
  void add(devices::FunctionalMachine& machine);
  const std::vector<Step>& steps() const { return steps_; }

 private:
  std::vector<Step> steps_;
};

// Lanes: the function, the source line, the mode and interrupts where they change, bytes that are sent, and the
// registers that change, latest first, of many the latest ones. Empty if there are fewer than two steps. `output`: all
// that was sent.
std::string wave_picture(const std::vector<LastSteps::Step>& steps, const std::string& output,
                         const support::DebugInfo& debug);
// The registers that change and are no lanes there, latest first.
std::vector<std::string> registers_without_lane(const std::vector<LastSteps::Step>& steps);

// When devices received words, and when interrupts arrived, over the cycles of the path. Empty if none did.
std::string arrivals_picture(const engine::TestCase& test_case);

}  // namespace janus::app
