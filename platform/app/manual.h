// The manual page, generated from the tables of commands and options.
#pragma once

#include <string>

namespace janus::app {

// The manual page for man(1), in the language of man(7). groff formats it without warnings.
std::string manual_page();

}  // namespace janus::app
