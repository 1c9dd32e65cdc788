// What is made of the tables of commands and options for an installed program.
#pragma once

#include <string>

namespace janus::app {

// The manual page, for man(1): in the language of man(7), without warnings of groff.
std::string manual_page();

// Completion for bash: commands, options, and the values of an option that has a choice of them.
std::string bash_completion();

}  // namespace janus::app
