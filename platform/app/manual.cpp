#include "app/manual.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <sstream>

#include "app/options.h"
#include "app/version.h"

namespace janus::app {
namespace {

// Text escaped for roff: roff typesets a plain '-' as a hyphen, and takes a line that begins with a dot as a request.
std::string roff(std::string_view text) {
  std::string result;
  for (const char character : text) {
    if (character == '\\') {
      result += "\\e";
    } else if (character == '-') {
      result += "\\-";
    } else {
      result += character;
    }
  }
  return result.starts_with('.') || result.starts_with('\'') ? "\\&" + result : result;
}

std::string upper_case(std::string_view text) {
  std::string result;
  std::ranges::transform(text, std::back_inserter(result), [](unsigned char c) { return std::toupper(c); });
  return result;
}

std::string as_sentence(std::string_view text) {
  return upper_case(text.substr(0, 1)) + std::string(text.substr(1)) + '.';
}

std::string manual_of(const Command& command) {
  std::string text = fmt::format(".SH {}\n{}\n", upper_case(command.name), roff(as_sentence(command.summary)));
  for (const OptionDescription& option : Options::described(command)) {
    text += fmt::format(".TP\n.B {}", roff("--" + std::string(option.name)));
    if (!option.metavar.empty()) text += fmt::format(" \\fI{}\\fR", roff(option.metavar));
    text += '\n' + roff(option.help);
    if (!option.default_value.empty()) text += fmt::format(" (default: {})", roff(option.default_value));
    text += '\n';
  }
  text += ".PP\nExit code:\n";
  std::istringstream lines{exit_codes(command)};
  for (std::string line; std::getline(lines, line);) text += fmt::format(".br\n{}\n", roff(line));
  return text;
}

}  // namespace

std::string manual_page() {
  std::string text =
      fmt::format(".TH JANUS 1 \"\" \"Janus {}\" \"User Commands\"\n.SH NAME\njanus \\- {}\n.SH SYNOPSIS\n", version(),
                  roff(description()));
  for (const Command& command : commands()) {
    text += fmt::format(".B janus {}\n[\\fIOPTION\\fR]... \\fI{}\\fR\n.br\n", command.name, roff(command.arguments));
  }
  text +=
      ".B janus\n\\-\\-help | \\-\\-version | \\-\\-manual | \\-\\-completion\n"
      ".SH DESCRIPTION\n"
      "Janus runs RV32IMAC firmware concretely, on a cycle\\-approximate SystemC platform, and explores the firmware\n"
      "symbolically, along every path: Janus proves the assertions of the firmware, or prints the input that breaks\n"
      "them, and plays that input back on the platform. One section for each command follows.\n";
  for (const Command& command : commands()) text += manual_of(command);
  return text +
         ".SH SEE ALSO\n"
         ".BR gdb (1),\n.BR lcov (1),\n.BR z3 (1)\n";
}

}  // namespace janus::app
