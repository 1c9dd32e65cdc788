#include "app/command_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace janus::app {
namespace {

// Which firmware and machine it is, which inputs there are, and what is checked.
constexpr Option kWhat[] = {
    Option::hooks,      Option::semihosting, Option::semihosting_dir, Option::append,           Option::isa,
    Option::timing,     Option::memory,      Option::platform,        Option::module,           Option::halt,
    Option::exit_codes, Option::call,        Option::after,           Option::object,           Option::range,
    Option::link,       Option::stub,        Option::assertion,       Option::symbolic,         Option::boundaries,
    Option::check,      Option::stack_limit, Option::uninitialised,   Option::division_by_zero, Option::from,
    Option::to,
};

constexpr Option kOutputs[] = {
    Option::out,      Option::bmc_out,         Option::stats,      Option::report,           Option::progress,
    Option::sarif,    Option::junit,           Option::baseline,   Option::annotations,      Option::write,
    Option::tree,     Option::explore_profile, Option::coverage,   Option::coverage_append,  Option::log_queries,
    Option::emit,     Option::solve,           Option::checkpoint, Option::checkpoint_every, Option::resume,
    Option::signature};

}  // namespace

std::string for_shell(const std::string& text) {
  const bool is_plain = !text.empty() && text.find_first_not_of(
                                             "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                             "0123456789_-+=:,./@%") == std::string::npos;
  if (is_plain) return text;
  std::string result = "'";
  for (const char character : text) result += character == '\'' ? std::string("'\\''") : std::string(1, character);
  return result + "'";
}

CommandLine::Part CommandLine::part_of(Option option) {
  if (std::ranges::find(kWhat, option) != std::end(kWhat)) return Part::What;
  return std::ranges::find(kOutputs, option) != std::end(kOutputs) ? Part::Output : Part::How;
}

CommandLine::CommandLine(const Options& options) : command_(options.command().name), arguments_(options.arguments()) {
  for (const Options::Given& each : options.all_given()) {
    given_.push_back({each.name, each.value, part_of(each.option), Options::has(kBmc, each.option)});
  }
}

std::string CommandLine::text_of(const Given& given) {
  return given.value.empty() ? fmt::format(" --{}", given.name)
                             : fmt::format(" --{} {}", given.name, for_shell(given.value));
}

std::string CommandLine::beginning(std::string_view command) const {
  std::string text = fmt::format("janus {}", command);
  for (const std::string& argument : arguments_) text += " " + for_shell(argument);
  return text;
}

std::string CommandLine::text() const {
  std::string text = beginning(command_);
  for (const Given& given : given_) text += text_of(given);
  return text;
}

std::string CommandLine::exploring(std::string_view options) const {
  std::string text = beginning("explore");
  for (const Given& given : given_) text += given.part == Part::What ? text_of(given) : "";
  return fmt::format("{} {}", text, options);
}

std::vector<std::string> CommandLine::values(std::string_view name) const {
  std::vector<std::string> found;
  for (const Given& given : given_) {
    if (given.name == name && !given.value.empty()) found.push_back(given.value);
  }
  return found;
}

std::string CommandLine::with(std::string_view name, const std::string& value) const {
  std::string text = beginning(command_);
  for (const Given& given : given_) text += given.part == Part::Output || given.name == name ? "" : text_of(given);
  return fmt::format("{} --{} {}", text, name, value);
}

std::string CommandLine::bounded(std::string_view options) const {
  std::string text = beginning("bmc");
  for (const Given& given : given_) {
    if (given.part != Part::What) continue;
    if (!given.has_bmc) return {};
    text += text_of(given);
  }
  return fmt::format("{} {}", text, options);
}

}  // namespace janus::app
