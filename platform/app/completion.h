// Shell completion, generated from the tables of commands and options: commands, options, and the values of options
// with a fixed set of values.
#pragma once

#include <string>

namespace janus::app {

std::string bash_completion();
std::string zsh_completion();
std::string fish_completion();

}  // namespace janus::app
