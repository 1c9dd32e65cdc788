// Firmware that makes a random loop from a seed, the word `loop_seed` of its image.
#pragma once

#include <cstdint>
#include <vector>

#include "support/firmware_image.h"

namespace janus::testing {

inline support::FirmwareImage with_loop_seed(support::FirmwareImage image, std::uint32_t seed) {
  std::vector<std::uint8_t> bytes;
  for (unsigned i = 0; i < 4; ++i) bytes.push_back(static_cast<std::uint8_t>(seed >> (8 * i)));
  image.replace_code(image.symbol("loop_seed").value(), bytes);
  return image;
}

}  // namespace janus::testing
