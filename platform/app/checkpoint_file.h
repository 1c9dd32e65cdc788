// --checkpoint and --resume: the file of an exploration that goes on another time.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "app/options.h"
#include "engine/explore/checkpoint.h"
#include "support/firmware_image.h"

namespace janus::app {

// What the paths of an exploration depend on: the version of Janus, the firmware, and options. Others, such as limits
// and the searcher, may change when an exploration goes on. `image` must be as it was loaded.
std::vector<std::pair<std::string, std::string>> identity_of(const Options& options,
                                                             const support::FirmwareImage& image);

// Reads the file of --resume. Throws support::InputError with one line if it cannot be read, is damaged, or belongs to
// another exploration.
engine::Checkpoint load_checkpoint(const std::string& file,
                                   const std::vector<std::pair<std::string, std::string>>& identity);

// The line that says how to go on with an exploration that is not over; empty if no state waits.
std::string how_to_go_on(const std::string& file, const Options& options, std::uint64_t waiting);

}  // namespace janus::app
