// Ctrl-C and SIGTERM, as a flag that every long loop looks at.
#pragma once

#include <atomic>

namespace janus::app {

// Installs the handlers, once, and returns the flag they raise. A second request, two seconds later or more, ends the
// program the hard way.
const std::atomic<bool>& stop_flag();

}  // namespace janus::app
