// Small facts of the source that many parts of a report ask for.
#pragma once

#include <cctype>
#include <cstdint>
#include <string_view>

#include "support/debug_info.h"

namespace janus::app {

inline bool begins_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
inline bool is_in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// Whether a file has code of start-up or of libraries, by its name.
bool is_of_library(std::string_view file);

// Whether the compiler has optimised the function of an instruction, or nobody knows.
bool is_optimised(std::uint32_t pc, const support::DebugInfo& debug);

}  // namespace janus::app
