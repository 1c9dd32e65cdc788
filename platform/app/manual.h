// The manual page and the shell completion, generated from the tables of commands and options.
#pragma once

#include <string>

namespace janus::app {

// The manual page for man(1), in the language of man(7). groff formats it without warnings.
std::string manual_page();

// The completion script for bash: completes commands, options, and the values of options with a fixed set of values.
std::string bash_completion();

}  // namespace janus::app
