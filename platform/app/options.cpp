#include "app/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/program_options.hpp>
#include <charconv>
#include <cmath>
#include <iterator>
#include <sstream>
#include <utility>

#include "support/contract.h"
#include "support/error.h"

namespace janus::app {
namespace {

namespace po = boost::program_options;

// The values that an option takes.
struct Kind {
  enum class Of { Flag, Text, List, Choice, Number, Seconds } of;
  std::string_view choices{};  // separated by bars
  std::uint64_t low = 0, high = 0;
};
constexpr Kind flag() { return {.of = Kind::Of::Flag}; }
constexpr Kind text() { return {.of = Kind::Of::Text}; }
constexpr Kind list() { return {.of = Kind::Of::List}; }  // a text, which may be given several times
constexpr Kind choice(std::string_view choices) { return {.of = Kind::Of::Choice, .choices = choices}; }
constexpr Kind number(std::uint64_t low, std::uint64_t high) {
  return {.of = Kind::Of::Number, .low = low, .high = high};
}
constexpr Kind seconds() { return {.of = Kind::Of::Seconds}; }

struct Row {
  unsigned commands;
  const char* name;
  Kind kind;
  const char* default_value;
  const char* metavar;
  const char* help;
};

constexpr Row kRows[] = {
#define OPTION(identifier, commands, name, kind, default_value, metavar, help) \
  {commands, name, kind, default_value, metavar, help},
#include "app/options.def"
#undef OPTION
};

consteval bool rows_are_sound() {
  for (std::size_t i = 0; i < kOptions; ++i) {
    if (!kRows[i].commands || (kRows[i].commands & ~kAllCommands)) return false;
    for (std::size_t j = 0; j < i; ++j) {
      if (kRows[i].commands & kRows[j].commands && std::string_view(kRows[i].name) == kRows[j].name) return false;
    }
  }
  return true;
}
static_assert(rows_are_sound(), "a row of options.def belongs to no command, or a command has two of the same name");

struct Rule {
  enum class Kind { Needs, Excludes } kind;
  Option option;
  std::string_view value;  // empty: any
  Option other;
  std::string_view values;  // empty: any
};

constexpr Rule kRules[] = {
#define NEEDS(option, value, other, values) {Rule::Kind::Needs, Option::option, value, Option::other, values},
#define EXCLUDES(option, other) {Rule::Kind::Excludes, Option::option, "", Option::other, ""},
#include "app/option_rules.def"
#undef NEEDS
#undef EXCLUDES
};

consteval bool rules_are_sound() {
  for (const Rule& rule : kRules) {
    const Row &one = kRows[static_cast<std::size_t>(rule.option)], &other = kRows[static_cast<std::size_t>(rule.other)];
    if (!(one.commands & other.commands)) return false;
  }
  return true;
}
static_assert(rules_are_sound(), "a row of option_rules.def names options that no command has together");

consteval bool first_options_are_sound() {
#define FIRST(wanted, option, text) \
  if ((wanted) & ~kRows[static_cast<std::size_t>(Option::option)].commands) return false;
#include "app/first_options.def"
#undef FIRST
  return true;
}
static_assert(first_options_are_sound(), "a row of first_options.def names a command that does not have the option");

const Row& row(Option option) { return kRows[static_cast<std::size_t>(option)]; }

bool is_choice(std::string_view value, std::string_view choices) {
  while (true) {
    const auto bar = choices.find('|');
    if (value == choices.substr(0, bar)) return true;
    if (bar == std::string_view::npos) return false;
    choices.remove_prefix(bar + 1);
  }
}

template <class T>
std::optional<T> parsed(std::string_view value) {
  T result{};
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), result);
  if (error != std::errc{} || end != value.data() + value.size()) return std::nullopt;
  return result;
}

// Why a value is not allowed; empty if it is allowed.
std::string complaint(const Kind& kind, const std::string& value) {
  switch (kind.of) {
    case Kind::Of::Flag: return {};
    case Kind::Of::Text:
    case Kind::Of::List: return value.empty() ? "must not be empty" : "";
    case Kind::Of::Choice: return is_choice(value, kind.choices) ? "" : fmt::format("must be one of {}", kind.choices);
    case Kind::Of::Number: {
      const auto number = parsed<std::uint64_t>(value);
      if (number && *number >= kind.low && *number <= kind.high) return {};
      return kind.high == UINT64_MAX ? fmt::format("must be a whole number, at least {}", kind.low)
                                     : fmt::format("must be a whole number from {} to {}", kind.low, kind.high);
    }
    case Kind::Of::Seconds: {
      const auto seconds = parsed<double>(value);
      return seconds && std::isfinite(*seconds) && *seconds > 0 ? "" : "must be a positive number of seconds";
    }
  }
  return {};
}

po::options_description description_of(const Command& command) {
  po::options_description options("Options", 100, 50);
  auto add = options.add_options();
  for (const Row& row : kRows) {
    if (!(row.commands & command.bit)) continue;
    if (row.kind.of == Kind::Of::Flag) {
      add(row.name, row.help);
      continue;
    }
    if (row.kind.of == Kind::Of::List) {
      add(row.name, po::value<std::vector<std::string>>()->composing()->value_name(row.metavar), row.help);
      continue;
    }
    auto* value = po::value<std::string>()->value_name(row.metavar);
    if (*row.default_value) value->default_value(row.default_value);
    add(row.name, value, row.help);
  }
  add("help,h", "print the options to begin with, and exit; --help=all prints this text");
  return options;
}

// How many characters must be inserted, removed or replaced to get from `a` to `b`.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

// The words of an option's name, in any order; a limit is a maximum.
std::vector<std::string> words_of_name(std::string_view name) {
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('-', begin), name.size());
    const std::string_view word = name.substr(begin, end - begin);
    words.emplace_back(word == "limit" ? "max" : word);
    begin = end + 1;
  }
  std::ranges::sort(words);
  return words;
}

// The option whose name is most like `wrong`, or shares a word with it; empty if none is near.
std::string nearest_option(const Command& command, std::string_view wrong) {
  wrong.remove_prefix(std::min(wrong.find_first_not_of('-'), wrong.size()));
  wrong = wrong.substr(0, wrong.find('='));
  std::string nearest;
  std::size_t least = std::max<std::size_t>(wrong.size() / 3, 1) + 1;
  for (const Row& row : kRows) {
    if (!(row.commands & command.bit)) continue;
    const std::string_view name = row.name;
    std::size_t distance = edit_distance(wrong, name);
    const auto dash = name.rfind('-');
    if (dash != std::string_view::npos && wrong.size() >= 4 &&
        (wrong.ends_with(name.substr(dash + 1)) || wrong.starts_with(name.substr(dash + 1)))) {
      distance = std::min<std::size_t>(distance, 1);  // --timeout, --max-time: the same noun
    }
    if (name.size() >= 3 && wrong.starts_with(name)) distance = std::min<std::size_t>(distance, 1);
    if (words_of_name(wrong) == words_of_name(name)) distance = 0;  // --time-limit, --max-time
    if (distance >= least) continue;
    least = distance;
    nearest = name;
  }
  return nearest;
}

std::vector<std::string> words(std::string_view text) {
  std::istringstream stream{std::string(text)};
  return {std::istream_iterator<std::string>(stream), {}};
}

}  // namespace

Options Options::parse(const Command& command, std::vector<std::string> arguments) {
  const auto fail = [&](const std::string& what) {
    throw support::InputError(fmt::format("{0}: {1} (see janus {0} --help)", command.name, what),
                              support::exit_code::kUsage);
  };
  constexpr char kPositional[] = "argument";
  po::options_description all = description_of(command);
  all.add_options()(kPositional, po::value<std::vector<std::string>>());
  po::positional_options_description positional;
  positional.add(kPositional, -1);
  po::variables_map values;
  const bool everything = std::erase(arguments, "--help=all") > 0;
  try {
    const int style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
    po::store(po::command_line_parser(arguments).options(all).positional(positional).style(style).run(), values);
  } catch (const po::unknown_option& error) {
    const std::string nearest = nearest_option(command, error.get_option_name());
    fail(error.what() + (nearest.empty() ? "" : fmt::format("; did you mean '--{}'?", nearest)));
  } catch (const po::error& error) {
    fail(error.what());
  }

  Options options;
  options.command_ = &command;
  if (values.count("help")) options.help_wanted_ = Help::First;
  if (everything) options.help_wanted_ = Help::All;
  for (const Row& row : kRows) {
    auto& value = options.values_.emplace_back();
    auto& list = options.lists_.emplace_back();
    if (!(row.commands & command.bit) || !values.count(row.name)) continue;
    options.given_[static_cast<std::size_t>(&row - kRows)] = !values[row.name].defaulted();
    if (row.kind.of == Kind::Of::List)
      list = values[row.name].as<std::vector<std::string>>();
    else
      list = {row.kind.of == Kind::Of::Flag ? "" : values[row.name].as<std::string>()};
    value = list.back();
    for (const std::string& each : list) {
      if (const auto wrong = complaint(row.kind, each); !wrong.empty())
        fail(fmt::format("--{} {}, not '{}'", row.name, wrong, each));
    }
  }
  if (options.help_wanted_ != Help::None) return options;
  if (const auto broken = options.broken_rule(); !broken.empty()) fail(broken);
  if (values.count(kPositional)) options.arguments_ = values[kPositional].as<std::vector<std::string>>();
  const auto wanted = words(command.arguments);
  const std::size_t given = options.arguments_.size();
  if (given < wanted.size()) {
    const bool another = given > 0 && wanted[given] == wanted[given - 1];
    fail(fmt::format("{}{} is missing{}", another ? "another " : "", wanted[given], options.taken(arguments)));
  }
  if (given > wanted.size()) fail("unexpected argument '" + options.arguments_[wanted.size()] + "'");
  return options;
}

std::string Options::taken(const std::vector<std::string>& arguments) const {
  for (const Row& row : kRows) {
    const auto index = static_cast<std::size_t>(&row - kRows);
    if (given_[index] && !arguments.empty() && values_[index] == arguments.back())
      return fmt::format("; '{}' is for --{}", arguments.back(), row.name);
  }
  return {};
}

std::string Options::broken_rule() const {
  const auto value_of = [&](Option option) { return values_[static_cast<std::size_t>(option)]; };
  const auto given = [&](Option option) { return given_[static_cast<std::size_t>(option)]; };
  const auto joined = [](std::string_view name, std::string_view value) {
    return value.empty() ? std::string(name) : fmt::format("{} {}", name, value);
  };
  for (const Rule& rule : kRules) {
    const Row &one = row(rule.option), &other = row(rule.other);
    if (!(one.commands & other.commands & command_->bit) || !given(rule.option)) continue;
    if (rule.kind == Rule::Kind::Excludes) {
      if (given(rule.other)) return fmt::format("--{} and --{} exclude each other", one.name, other.name);
      continue;
    }
    if (!rule.value.empty() && value_of(rule.option) != rule.value) continue;
    const auto present = value_of(rule.other);
    if (present && (rule.values.empty() || is_choice(*present, rule.values))) continue;
    const std::string_view wanted = rule.values.empty() ? other.metavar : rule.values;
    return fmt::format("--{} needs --{}", joined(one.name, rule.value), joined(other.name, wanted));
  }
  return {};
}

std::string Options::help(const Command& command) {
  std::ostringstream text;
  text << description_of(command);
  return text.str();
}

OptionDescription Options::described(Option option) {
  const Row& described = row(option);
  return {described.name, described.metavar, described.default_value, described.help, described.kind.choices};
}

std::vector<OptionDescription> Options::described(const Command& command) {
  std::vector<OptionDescription> result;
  for (std::size_t i = 0; i < kOptions; ++i) {
    if (kRows[i].commands & command.bit) result.push_back(described(static_cast<Option>(i)));
  }
  return result;
}

std::vector<Options::Given> Options::all_given() const {
  std::vector<Given> all;
  for (std::size_t i = 0; i < kOptions; ++i) {
    if (!given_[i]) continue;
    for (const std::string& value : lists_[i]) all.push_back({static_cast<Option>(i), kRows[i].name, value});
  }
  return all;
}

bool Options::has(CommandBit command, Option option) { return row(option).commands & command; }

const std::optional<std::string>& Options::read(Option option) const {
  JANUS_REQUIRE(row(option).commands & command_->bit);
  read_.set(static_cast<std::size_t>(option));
  return values_[static_cast<std::size_t>(option)];
}

std::vector<std::string> Options::texts(Option option) const {
  JANUS_REQUIRE(row(option).kind.of == Kind::Of::List);
  read(option);
  return lists_[static_cast<std::size_t>(option)];
}

std::optional<std::uint64_t> Options::number(Option option) const {
  JANUS_REQUIRE(row(option).kind.of == Kind::Of::Number);
  const auto& value = read(option);
  return value ? parsed<std::uint64_t>(*value) : std::nullopt;
}

std::optional<double> Options::seconds(Option option) const {
  JANUS_REQUIRE(row(option).kind.of == Kind::Of::Seconds);
  const auto& value = read(option);
  return value ? parsed<double>(*value) : std::nullopt;
}

void Options::require_all_read() const {
  for (std::size_t i = 0; i < kOptions; ++i) JANUS_REQUIRE(read_[i] || !(kRows[i].commands & command_->bit));
}

}  // namespace janus::app
