// Words of the machine for people.
#pragma once

#include <cstdint>
#include <string>

#include "support/debug_info.h"

namespace janus::app {

// In decimal up to a million, and else in hexadecimal.
std::string signed_number(std::uint32_t value);
std::string unsigned_number(std::uint32_t value);

// Whether both are addresses: where compilers count with a pointer in place of an index, the words of a branch say
// nothing.
bool are_addresses(std::uint32_t left, std::uint32_t right, const support::DebugInfo& debug);

}  // namespace janus::app
