// Places in the code as users name them.
#pragma once

#include <cstdint>
#include <string>

#include "support/debug_info.h"

namespace janus::app {

// The address of the first instruction at a place: a function's name, FILE:LINE (the end of the path that the compiler
// recorded is enough), or an address, 0x and hexadecimal digits. Throws support::InputError (kUsage) with one line that
// begins with `what`, if there is no such place, or if a line is in several functions.
std::uint32_t address_of_place(const std::string& what, const std::string& place, const support::DebugInfo& debug);

}  // namespace janus::app
