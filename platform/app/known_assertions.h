// The assertions and assumptions that firmware has, whether a path comes to them or not.
#pragma once

#include <cstdint>
#include <vector>

#include "support/firmware_image.h"

namespace janus::app {

// The addresses of the marked hooks that assert, by address, in functions, as far as all ways through the function to
// one say which hook it is. Linear in the code.
std::vector<std::uint32_t> assertions_in(const support::FirmwareImage& image);
// The same of those that assume.
std::vector<std::uint32_t> assumptions_in(const support::FirmwareImage& image);

}  // namespace janus::app
