// The version of Janus and how it was built.
#pragma once

#include <string>
#include <string_view>

namespace janus::app {

std::string_view version();      // such as 0.1.0
std::string_view description();  // one phrase about the project, without a full stop

// The text of `janus --version`. The first line is `janus`, a blank and the version; scripts may rely on it. The other
// lines say how Janus was built and with which libraries.
std::string version_text();

}  // namespace janus::app
