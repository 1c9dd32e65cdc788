// An input's value for people, by the type that the source gives the variable.
#pragma once

#include <string>

#include "engine/state/test_case.h"
#include "support/debug_info.h"

namespace janus::app {

// "-3 (0xfffffffd)", "68 69 00 \"hi.\"", "{x = 1, y = {2, 3}}". If the input is no whole global or static variable, or
// there is no debug information, as engine::describe(), which only knows the bytes.
std::string value_of(const engine::TestInput& input, const support::DebugInfo& debug);

}  // namespace janus::app
