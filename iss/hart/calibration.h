// Calibration: a timing profile from what a core was measured to take. The measurements are those of
// sw/examples/calibrate.c: names, and cycles between two reads of the cycle counter.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hart/timing.h"

namespace janus::hart {

struct Measurement {
  std::string name;
  std::uint64_t cycles;
};

// How often a measurement repeats its code.
inline constexpr std::uint64_t kCalibrationRuns = 16;

// Reads the lines of a name and a number. Other lines are left out, since a board may print more.
std::vector<Measurement> parse_measurements(std::string_view text);

struct Calibration {
  TimingProfile profile;
  std::vector<std::string> assumed;  // keys whose values do not come from a measurement
};

// The profile that explains the measurements, each key by the difference of two of them. What was not measured has the
// value of the default profile, and is among `assumed`. Caches, wait states, prefetchers and energies are not looked
// for. Throws
// support::InputError, naming `origin`, if there is no measurement `empty` or `alu`.
Calibration calibrate(const std::vector<Measurement>& measurements, const std::string& origin);

// The text form of a profile without regions, caches, a prefetcher and energies.
std::string timing_text(const TimingProfile& profile);

}  // namespace janus::hart
