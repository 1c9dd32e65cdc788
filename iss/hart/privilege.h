// Privilege levels, with the numbers that mstatus.MPP has for them (Volume II, section 1.2).
#pragma once

#include <cstdint>

namespace janus::hart {

enum class Privilege : std::uint8_t { User = 0, Machine = 3 };

}  // namespace janus::hart
