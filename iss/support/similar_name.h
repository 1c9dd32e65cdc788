// What somebody may have meant who wrote a name that the firmware has not.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/firmware_image.h"

namespace janus::support {

enum class NamesOf : std::uint8_t { Functions, Variables };

// The one that is most like a name: with the fewest characters to be inserted, dropped or changed, capitals or not.
// Null if none is like it.
const std::string* most_like(const std::string& name, const std::vector<std::string>& names);

// `; did you mean 'NAME'?` with the name that is most like this one, or empty if none is like it.
std::string did_you_mean(const std::string& name, const FirmwareImage& image, NamesOf what);

}  // namespace janus::support
