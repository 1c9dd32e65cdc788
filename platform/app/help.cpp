#include "app/help.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <sstream>

#include "app/options.h"
#include "app/version.h"

namespace janus::app {
namespace {

struct First {
  unsigned commands;
  Option option;
  std::string_view text;
};
constexpr First kFirst[] = {
#define FIRST(commands, option, text) {commands, Option::option, text},
#include "app/first_options.def"
#undef FIRST
};

constexpr std::ptrdiff_t kMostFirst = 10;  // of a command

consteval bool is_short() {
  for (unsigned bit = 1; bit & kAllCommands; bit <<= 1) {
    if (std::ranges::count_if(kFirst, [bit](const First& row) { return (row.commands & bit) != 0; }) > kMostFirst)
      return false;
  }
  return true;
}
static_assert(is_short(), "first_options.def has too many rows of a command");

std::string usage(const Command& command) {
  return fmt::format("Usage: janus {} [OPTION]... {}\n\n{}{}.\n\n", command.name, command.arguments,
                     static_cast<char>(std::toupper(command.summary[0])), command.summary.substr(1));
}

std::string exit_code_lines(const Command& command) {
  std::string text = "\nExit code:\n";
  std::istringstream lines{exit_codes(command)};
  for (std::string line; std::getline(lines, line);) text += fmt::format("  {}\n", line);
  return text;
}

}  // namespace

std::string first_screen() {
  std::string text = fmt::format(
      "Usage: janus COMMAND [OPTION]... ARGUMENT...\n\n{}.\n\n"
      "To begin with:\n"
      "  janus run firmware.elf                              run it; standard output is the UART's\n"
      "  janus explore firmware.elf                          run it for every input: safe, unsafe or unknown\n"
      "  janus replay firmware.elf janus-out/finding-1.json  run it with the input that was found; --gdb to look "
      "inside\n"
      "\nCommands:\n",
      description());
  for (const Command& command : commands())
    text += fmt::format("  {:<12} {:<17} {}\n", command.name, command.arguments, command.summary);
  return text +
         "\nOptions:\n"
         "  -h, --help         this text; behind a command: its options\n"
         "  --version          the version, and how this program was built\n"
         "  --manual           the manual page, for man(1)\n"
         "  --completion       the completion script for bash (--completion=zsh, --completion=fish)\n";
}

std::string first_help(const Command& command) {
  std::vector<std::pair<std::string, std::string_view>> rows;
  for (const First& row : kFirst) {
    if (!(row.commands & command.bit)) continue;
    const OptionDescription option = Options::described(row.option);
    rows.emplace_back(fmt::format("--{}{}{}", option.name, option.metavar.empty() ? "" : " ", option.metavar),
                      row.text);
  }
  if (rows.empty()) return full_help(command);
  const std::size_t all = Options::described(command).size() + 1;
  rows.emplace_back("-h, --help", "this text");
  const std::string what = fmt::format("all {} options, with everything that they do", all);
  rows.emplace_back("--help=all", what);
  std::size_t width = 0;
  for (const auto& row : rows) width = std::max(width, row.first.size());
  std::string text = usage(command) + "Options to begin with:\n";
  for (const auto& [name, meaning] : rows) text += fmt::format("  {:<{}}  {}\n", name, width, meaning);
  return text + exit_code_lines(command);
}

std::string full_help(const Command& command) {
  return usage(command) + Options::help(command) + exit_code_lines(command);
}

}  // namespace janus::app
