// What went wrong before a finding. Where a technique cannot ask the detectors of memory, it finds what a mistake leads
// to: code that was overwritten is no instruction, or a value that was overwritten fails an assertion.
#pragma once

#include <functional>
#include <optional>

#include "engine/explore/exploration.h"
#include "support/firmware_image.h"

namespace janus::engine {

// A mistake with memory on the path of a violation that `config`, which has a `memory_look`, has found without these
// detectors. It replays on the concrete machine. Nothing if there is none, or if the path is too long to be followed.
// `out_of_time` is called again and again.
std::optional<Finding> mistake_before(const Finding& finding, const support::FirmwareImage& image,
                                      const ExplorationConfig& config, std::function<bool()> out_of_time);

}  // namespace janus::engine
