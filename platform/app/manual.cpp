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

std::string joined_with_blanks(std::string_view choices) {
  std::string result(choices);
  std::ranges::replace(result, '|', ' ');
  return result;
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

std::string bash_completion() {
  std::string names, cases;
  for (const Command& command : commands()) {
    names += fmt::format("{} ", command.name);
    std::string options;
    for (const OptionDescription& option : Options::described(command)) {
      options += fmt::format("--{} ", option.name);
      if (option.choices.empty()) continue;
      cases += fmt::format("    \"{} --{}\") words='{}' ;;\n", command.name, option.name,
                           joined_with_blanks(option.choices));
    }
    cases += fmt::format("    \"{} \"*) [[ $current == -* ]] && words='{}--help' ;;\n", command.name, options);
  }
  return fmt::format(
      "# Completion of janus for bash, written by janus --completion.\n"
      "_janus() {{\n"
      "  local current=${{COMP_WORDS[COMP_CWORD]}} words=\n"
      "  case \"${{COMP_WORDS[1]}} ${{COMP_WORDS[COMP_CWORD - 1]}}\" in\n"
      "{}"
      "  esac\n"
      "  ((COMP_CWORD > 1)) || words='{}--help --version --manual --completion'\n"
      "  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
      "}}\n"
      "complete -o default -F _janus janus\n",
      cases, names);
}

}  // namespace janus::app
