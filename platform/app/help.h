// What --help prints: few options first, all of them on request.
#pragma once

#include <string>

#include "app/command.h"

namespace janus::app {

// `janus --help`, and `janus` alone: how to begin, and the commands.
std::string first_screen();

// `janus COMMAND --help`: the options of first_options.def; all of them, if the command has no row there.
std::string first_help(const Command& command);

// `janus COMMAND --help=all`.
std::string full_help(const Command& command);

}  // namespace janus::app
