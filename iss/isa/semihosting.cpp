#include "isa/semihosting.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace janus::isa {

bool uses_semihosting(const support::FirmwareImage& image) {
  constexpr std::array<std::uint32_t, 3> kSequence = {kSemihostingBefore, 0x0010'0073, kSemihostingBehind};
  std::array<std::uint8_t, sizeof kSequence> bytes;
  std::memcpy(bytes.data(), kSequence.data(), bytes.size());
  return std::ranges::any_of(image.segments(), [&](const support::Segment& segment) {
    return !std::ranges::search(segment.bytes, bytes).empty();
  });
}

}  // namespace janus::isa
