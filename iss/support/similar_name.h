// What somebody may have meant who wrote a name that the firmware has not.
#pragma once

#include <string>

#include "support/firmware_image.h"

namespace janus::support {

enum class NamesOf : std::uint8_t { Functions, Variables };

// `; did you mean 'NAME'?` with the name that is most like this one (the fewest characters to be inserted, dropped or
// changed, capitals or not), or empty if none is like it.
std::string did_you_mean(const std::string& name, const FirmwareImage& image, NamesOf what);

}  // namespace janus::support
