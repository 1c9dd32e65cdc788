// What this build of Janus is.
#pragma once

#include <string>
#include <string_view>

namespace janus::app {

std::string_view version();      // say 0.1.0
std::string_view description();  // of the project, in some words, without a full stop

// The text of `janus --version`: `janus`, a blank and the version on the first line, which scripts may read; then how
// it was built, and with what, one fact a line.
std::string version_text();

}  // namespace janus::app
