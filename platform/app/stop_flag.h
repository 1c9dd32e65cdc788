// A flag that Ctrl-C, SIGTERM and SIGHUP set. Every long loop polls it.
#pragma once

#include <atomic>

namespace janus::app {

// Installs the signal handlers and returns the flag they set. A second signal, at least 2 seconds after the first,
// kills the program.
const std::atomic<bool>& stop_flag();

// Sets the flag: nobody can receive what the run would still write.
void request_stop();

}  // namespace janus::app
