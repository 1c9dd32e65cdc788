// A flag that Ctrl-C and SIGTERM set. Every long loop polls it.
#pragma once

#include <atomic>

namespace janus::app {

// Installs the signal handlers and returns the flag they set. A second signal, at least 2 seconds after the first,
// kills the program.
const std::atomic<bool>& stop_flag();

}  // namespace janus::app
