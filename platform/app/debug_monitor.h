// The commands behind gdb's `monitor`.
#pragma once

#include <string>

#include "prototype/platform.h"

namespace janus::app {

// The answer, lines of text. `restart` is the target's own, and only described here.
std::string answer_monitor(prototype::Platform& platform, const std::string& command);

}  // namespace janus::app
