// The commands of gdb's `monitor`.
#pragma once

#include <string>

#include "prototype/platform.h"

namespace janus::app {

// The answer to a command: lines of text. DebugTarget implements `restart` itself; here it is only in the help.
std::string answer_monitor(prototype::Platform& platform, const std::string& command);

}  // namespace janus::app
