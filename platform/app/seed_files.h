// The files of --seeds.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/state/seeds.h"

namespace janus::app {

// The contents of the regular files of a directory, by name; null for an empty name. Bytes that no path can ask for are
// left out. Throws support::InputError (kNoInput) if the directory or a file cannot be read, or if there is no file.
std::shared_ptr<const std::vector<engine::SeedBytes>> seeds_from(const std::string& directory);

}  // namespace janus::app
