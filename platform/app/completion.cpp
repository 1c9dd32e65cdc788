#include "app/completion.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/options.h"

namespace janus::app {
namespace {

std::string joined_with_blanks(std::string_view choices) {
  std::string result(choices);
  std::ranges::replace(result, '|', ' ');
  return result;
}

// The beginning of a help text, as far as it fits beside an option: up to the first mark of punctuation.
std::string brief(std::string_view help) {
  std::string text(help.substr(0, std::min(help.find_first_of(",;:("), help.size())));
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

// Text between single quotes of a shell, where each of `special` gets a backslash.
std::string quoted(std::string_view text, std::string_view special, std::string_view quote) {
  std::string result;
  for (const char character : text) {
    if (character == '\'') {
      result += quote;
      continue;
    }
    if (special.find(character) != std::string_view::npos) result += '\\';
    result += character;
  }
  return result;
}
std::string for_zsh(std::string_view text) { return quoted(text, "[]:\\", "'\\''"); }
std::string for_fish(std::string_view text) { return quoted(text, "\\", "\\'"); }

}  // namespace

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
    cases +=
        fmt::format("    \"{} \"*) [[ $current == -* ]] && words='{}--help --help=all' ;;\n", command.name, options);
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

std::string zsh_completion() {
  std::string names, cases;
  for (const Command& command : commands()) {
    names += fmt::format("    '{}:{}'\n", command.name, for_zsh(brief(command.summary)));
    cases += fmt::format("    {})\n      _arguments \\\n", command.name);
    for (const OptionDescription& option : Options::described(command)) {
      const std::string help = for_zsh(brief(option.help));
      if (option.metavar.empty()) {
        cases += fmt::format("        '--{}[{}]' \\\n", option.name, help);
      } else {
        const std::string values =
            option.choices.empty() ? "_files" : fmt::format("({})", joined_with_blanks(option.choices));
        cases += fmt::format("        '--{}=[{}]:{}:{}' \\\n", option.name, help, for_zsh(option.metavar), values);
      }
    }
    cases += "        '--help=-[print the options to begin with, or all]::which:(all)' '*:file:_files'\n      ;;\n";
  }
  return fmt::format(
      "#compdef janus\n"
      "# Completion of janus for zsh, written by janus --completion=zsh.\n"
      "_janus() {{\n"
      "  local -a commands=(\n{}  )\n"
      "  if ((CURRENT == 2)); then\n"
      "    _describe command commands\n"
      "    _arguments --help --version --manual '--completion=:shell:(bash zsh fish)'\n"
      "    return\n"
      "  fi\n"
      "  shift words\n"
      "  ((CURRENT--))\n"
      "  case $words[1] in\n{}  esac\n"
      "}}\n"
      "_janus \"$@\"\n",
      names, cases);
}

std::string fish_completion() {
  std::string text = "# Completion of janus for fish, written by janus --completion=fish.\n";
  for (const char* option : {"help", "version", "manual", "completion"})
    text += fmt::format("complete -c janus -n __fish_use_subcommand -l {}\n", option);
  for (const Command& command : commands()) {
    text += fmt::format("complete -c janus -n __fish_use_subcommand -f -a {} -d '{}'\n", command.name,
                        for_fish(brief(command.summary)));
    for (const OptionDescription& option : Options::described(command)) {
      std::string values;
      if (!option.metavar.empty()) values = " -r";
      if (!option.choices.empty()) values = fmt::format(" -x -a '{}'", joined_with_blanks(option.choices));
      text += fmt::format("complete -c janus -n '__fish_seen_subcommand_from {}' -l {}{} -d '{}'\n", command.name,
                          option.name, values, for_fish(brief(option.help)));
    }
  }
  return text;
}

}  // namespace janus::app
