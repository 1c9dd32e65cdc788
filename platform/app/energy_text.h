// Energies, which are counted in femtojoules, in picojoules.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>

namespace janus::app {

// Such as "12.300": for people.
inline std::string picojoules_text(std::uint64_t femtojoules) {
  return fmt::format("{}.{:03}", femtojoules / 1000, femtojoules % 1000);
}

// For JSON; exact up to 2^53 femtojoules.
inline double picojoules(std::uint64_t femtojoules) { return static_cast<double>(femtojoules) / 1000; }

}  // namespace janus::app
