#include "app/machine_words.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/end_values.h"
#include "devices/memory_map.h"

namespace janus::app {

std::string signed_number(std::uint32_t value) {
  const auto number = static_cast<std::int32_t>(value);
  return number > -1'000'000 && number < 1'000'000 ? std::to_string(number) : fmt::format("0x{:x}", value);
}

std::string unsigned_number(std::uint32_t value) {
  return value < 1'000'000 ? std::to_string(value) : fmt::format("0x{:x}", value);
}

bool are_addresses(std::uint32_t left, std::uint32_t right, const support::DebugInfo& debug) {
  constexpr std::uint32_t kMostRam = 0x1000'0000;
  const auto is_address = [&](std::uint32_t value) {
    const bool is_loaded = std::ranges::any_of(debug.image().segments(), [&](const support::Segment& segment) {
      return value - segment.address <= segment.size && segment.address != 0;
    });
    return is_loaded || value - devices::memory_map::kRamBase < kMostRam || !object_at(value, debug).empty();
  };
  return is_address(left) && is_address(right);
}

}  // namespace janus::app
