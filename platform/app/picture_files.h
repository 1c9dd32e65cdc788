// The pictures that the display has drawn, as files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "devices/display.h"

namespace janus::app {

// A picture as PBM (netpbm's plain format), which most viewers show.
std::string pbm_text(const devices::Display::Picture& picture);

// Writes picture-N.pbm into `directory`, which is created. Throws support::InputError (kCannotWrite).
void write_picture(const std::filesystem::path& directory, std::uint64_t number,
                   const devices::Display::Picture& picture);

}  // namespace janus::app
