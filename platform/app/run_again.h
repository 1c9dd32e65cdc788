// The last steps of a concrete run, for its report: the run is executed once more, without SystemC, and looked at where
// it ended. So a run with a report is as fast as one without until its end. Costs the time of the run once more, up to
// kMostAgain instructions; longer runs have no such picture.
#pragma once

#include "app/reported_exploration.h"
#include "hart/bus.h"
#include "prototype/platform.h"
#include "support/firmware_image.h"

namespace janus::app {

constexpr std::uint64_t kMostAgain = 2'000'000'000;  // instructions

// `inputs`: as those of the run, from the beginning; may be null. Empty if the second run does not end after as many
// instructions and cycles as the first, as when it depends on what somebody has typed, or if it cannot be made: with
// modules of SystemC, and with files of the host, which it would write again.
PathEnd end_of_run(const support::FirmwareImage& image, const prototype::PlatformConfig& config,
                   const prototype::RunResult& result, hart::InputSource* inputs);

}  // namespace janus::app
