// The options of a command, read from the command line. The table options.def lists all of them.
#pragma once

#include <bitset>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/command.h"

namespace janus::app {

enum class Option {
#define OPTION(identifier, commands, name, kind, default_value, metavar, help) identifier,
#include "app/options.def"
#undef OPTION
};

#define OPTION(identifier, commands, name, kind, default_value, metavar, help) +1
inline constexpr std::size_t kOptions = 0
#include "app/options.def"
    ;
#undef OPTION

// A row of the table, as --help=all shows it. Fields that an option does not have are empty.
struct OptionDescription {
  std::string_view name, metavar, default_value, help;
  std::string_view choices;  // separated by bars
};

class Options {
 public:
  // Parses the arguments after the command's name. Throws support::InputError (kUsage) with one line for an option that
  // the command does not have, a missing or impossible value, options that do not go together (option_rules.def), and
  // too few or too many arguments.
  static Options parse(const Command& command, std::vector<std::string> arguments);

  // All options of a command, as a list for people.
  static std::string help(const Command& command);
  // The options of the command in the order of help(), without --help itself.
  static std::vector<OptionDescription> described(const Command& command);
  static OptionDescription described(Option option);

  const Command& command() const { return *command_; }
  // What --help asks for.
  enum class Help : std::uint8_t { None, First, All };
  Help help_wanted() const { return help_wanted_; }
  const std::string& argument(std::size_t index) const { return arguments_.at(index); }
  const std::vector<std::string>& arguments() const { return arguments_; }

  // What is on the command line, in the order of options.def; each value of a list by itself.
  struct Given {
    Option option;
    std::string_view name;
    std::string value;  // empty: a flag
  };
  std::vector<Given> all_given() const;
  static bool has(CommandBit command, Option option);

  // Whether the option is on the command line.
  bool given(Option option) const { return read(option).has_value() && given_[static_cast<std::size_t>(option)]; }
  // The given value, or the default. The option must belong to the command and be of that kind (contract).
  bool flag(Option option) const { return read(option).has_value(); }
  bool on(Option option) const { return text(option) == "on"; }
  std::string text(Option option) const { return read(option).value_or(""); }  // empty: neither value nor default
  std::optional<std::uint64_t> number(Option option) const;                    // nothing: neither value nor default
  std::optional<double> seconds(Option option) const;                          // nothing: neither value nor default
  std::vector<std::string> texts(Option option) const;                         // of an option that may be given often

  // A contract that every command calls before it starts to work: it has read each of its options. This finds rows of
  // options.def that no code uses.
  void require_all_read() const;

 private:
  const std::optional<std::string>& read(Option option) const;
  // Which rule of option_rules.def the command line breaks; empty if none.
  std::string broken_rule() const;
  // Of an argument that is missing: which option has the last word of the command line; empty if none.
  std::string taken(const std::vector<std::string>& arguments) const;

  const Command* command_ = nullptr;
  Help help_wanted_ = Help::None;
  std::vector<std::string> arguments_;
  std::vector<std::optional<std::string>> values_;  // of a list: the last one
  std::vector<std::vector<std::string>> lists_;     // all of a list
  std::bitset<kOptions> given_;
  mutable std::bitset<kOptions> read_;
};

}  // namespace janus::app
