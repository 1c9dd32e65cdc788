// Command lines: every rule of option_rules.def refuses what breaks it, and nothing else.
#include "app/options.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/firmware_options.h"
#include "app/help.h"
#include "support/error.h"
#include "support/resident_memory.h"

namespace janus::app {
namespace {

struct Rule {
  bool needs;
  const char *option, *value, *other, *values;
};

constexpr Rule kRules[] = {
#define NEEDS(option, value, other, values) {true, #option, value, #other, values},
#define EXCLUDES(option, other) {false, #option, "", #other, ""},
#include "app/option_rules.def"
#undef NEEDS
#undef EXCLUDES
};

struct Named {
  const char *identifier, *name;
  unsigned commands;
};
constexpr Named kNames[] = {
#define OPTION(identifier, commands, name, kind, default_value, metavar, help) {#identifier, name, commands},
#include "app/options.def"
#undef OPTION
};

const Named& named(const std::string& identifier) {
  return *std::ranges::find_if(kNames, [&](const Named& row) { return identifier == row.identifier; });
}

void PrintTo(const Rule& rule, std::ostream* out) { *out << rule.option << " " << rule.value << " " << rule.other; }

// The message of the refusal; empty if the command line is accepted.
std::string refusal(const Command& command, std::vector<std::string> arguments) {
  for (std::size_t i = 0; i < 1 + static_cast<std::size_t>(command.bit == kReplay); ++i) arguments.push_back("file");
  try {
    Options::parse(command, arguments);
  } catch (const support::InputError& error) {
    EXPECT_EQ(error.code(), support::exit_code::kUsage);
    return error.what();
  }
  return {};
}

std::vector<std::string> choices_of(std::string_view bars) {
  std::vector<std::string> result;
  while (!bars.empty()) {
    const auto bar = std::min(bars.find('|'), bars.size());
    result.emplace_back(bars.substr(0, bar));
    bars.remove_prefix(std::min(bar + 1, bars.size()));
  }
  return result;
}

// An option with a value that it accepts.
std::vector<std::string> given(const Command& command, const std::string& name, const std::string& value) {
  const auto all = Options::described(command);
  const auto row = std::ranges::find_if(all, [&](const OptionDescription& option) { return option.name == name; });
  if (row->metavar.empty()) return {"--" + name};
  if (!value.empty()) return {"--" + name, value};
  if (!row->choices.empty()) return {"--" + name, choices_of(row->choices).front()};
  return {"--" + name, row->default_value.empty() ? "1" : std::string(row->default_value)};
}

// Adds what else an option needs, but not `except`.
void add_needs(const Command& command, const std::string& option, const std::string& except,
               std::vector<std::string>& line) {
  const auto all = Options::described(command);
  for (const Rule& rule : kRules) {
    if (!rule.needs || option != rule.option || except == rule.other) continue;
    const auto values = choices_of(rule.values);
    const Named& needed = named(rule.other);
    const auto present =
        std::ranges::find_if(all, [&](const auto& row) { return row.name == needed.name; })->default_value;
    if (std::ranges::find(values, present) != values.end()) continue;
    for (const auto& word : given(command, needed.name, values.empty() ? "" : values.front())) line.push_back(word);
  }
}

class OptionRules : public ::testing::TestWithParam<Rule> {};

TEST_P(OptionRules, RefuseWhatBreaksThem) {
  const Rule& rule = GetParam();
  const Named &one = named(rule.option), &other = named(rule.other);
  for (const Command& command : commands()) {
    if (!(one.commands & other.commands & command.bit)) continue;
    std::vector<std::string> line = given(command, one.name, rule.value);
    if (!rule.needs) {
      for (const auto& word : given(command, other.name, "")) line.push_back(word);
      add_needs(command, rule.option, rule.other, line);
      EXPECT_NE(refusal(command, line).find("exclude each other"), std::string::npos);
      continue;
    }
    const auto all = Options::described(command);
    const auto row = std::ranges::find_if(all, [&](const auto& option) { return option.name == other.name; });
    const auto right = choices_of(rule.values), choices = choices_of(row->choices);
    if (!right.empty()) {
      const auto wrong = std::ranges::find_if(
          choices, [&](const std::string& choice) { return std::ranges::find(right, choice) == right.end(); });
      ASSERT_NE(wrong, choices.end()) << "the rule can never be broken";
      for (const auto& word : given(command, other.name, *wrong)) line.push_back(word);
    }
    add_needs(command, rule.option, rule.other, line);
    const std::string text = refusal(command, line);
    EXPECT_NE(text.find("--" + std::string(one.name)), std::string::npos) << text;
    EXPECT_NE(text.find(" needs --" + std::string(other.name)), std::string::npos) << text;
  }
}

INSTANTIATE_TEST_SUITE_P(All, OptionRules, ::testing::ValuesIn(kRules), [](const auto& row) {
  return std::string(row.param.option) + "_" + row.param.other + "_" + std::to_string(row.index);
});

const Command& command_of(CommandBit bit) {
  return *std::ranges::find_if(commands(), [&](const Command& command) { return command.bit == bit; });
}

TEST(CommandLine, MayCombineWhatHasAnEffect) {
  const auto accepted = [](CommandBit bit, const std::vector<std::string>& arguments) {
    EXPECT_EQ(refusal(command_of(bit), arguments), "");
  };
  accepted(kExplore, {"--merge", "qce", "--kappa", "2", "--limit-cost", "3", "--merge-order", "dynamic"});
  accepted(kExplore, {"--merge", "qce-lattice", "--limit-cost", "3"});
  accepted(kExplore, {"--learn", "--learn-strategy", "maximize", "--learn-k", "5"});
  accepted(kExplore, {"--learn", "--learn-k", "5"});
  accepted(kExplore, {"--max-load-targets", "5", "--max-store-targets", "5", "--symbolic-address", "ite"});
  accepted(kExplore, {"--searcher", "dfs", "--seed", "5"});
  accepted(kExplore, {"--auto", "--auto-without", "merge"});
  accepted(kBmc, {"--emit", "file", "--solve"});
  accepted(kRun, {"--fast", "off", "--translate", "off", "--dmi", "off"});
  accepted(kRun, {"--fast", "off"});
  accepted(kRun, {"--trace", "-", "--trace-function", "main"});
}

// What --help says a rule of its own.
TEST(CommandLine, RefusesWhatWouldHaveNoEffect) {
  EXPECT_EQ(refusal(command_of(kExplore), {"--kappa", "2"}),
            "explore: --kappa needs --merge qce (see janus explore --help)");
  EXPECT_EQ(refusal(command_of(kRun), {"--translate", "on", "--fast", "off"}),
            "run: --translate on needs --fast on (see janus run --help)");
  EXPECT_EQ(refusal(command_of(kRun), {"--coverage-append"}),
            "run: --coverage-append needs --coverage FILE (see janus run --help)");
  EXPECT_EQ(refusal(command_of(kBmc), {"--solve"}), "bmc: --solve needs --emit FILE (see janus bmc --help)");
}

TEST(CommandLine, NamesTheOptionThatWasProbablyMeant) {
  const auto meant = [](CommandBit command, const std::string& wrong) { return refusal(command_of(command), {wrong}); };
  EXPECT_EQ(meant(kExplore, "--timeout=3"),
            "explore: unrecognised option '--timeout=3'; did you mean '--max-time'? (see janus explore --help)");
  EXPECT_NE(meant(kExplore, "--time-limit=3").find("did you mean '--max-time'?"), std::string::npos);
  EXPECT_NE(meant(kExplore, "--memory-limit=3").find("did you mean '--max-memory'?"), std::string::npos);
  EXPECT_NE(meant(kExplore, "--serchr").find("did you mean '--searcher'?"), std::string::npos);
  EXPECT_NE(meant(kExplore, "--output").find("did you mean '--out'?"), std::string::npos);
  EXPECT_NE(meant(kRun, "--traces").find("did you mean '--trace'?"), std::string::npos);
  EXPECT_EQ(meant(kRun, "--xyzzy"), "run: unrecognised option '--xyzzy' (see janus run --help)");
}

std::size_t options_in(const std::string& help) {
  std::size_t lines = 0;
  for (std::size_t at = help.find("\n  -"); at != std::string::npos; at = help.find("\n  -", at + 1)) ++lines;
  return lines;
}

TEST(Help, ShowsFewOptionsFirstAndAllOnRequest) {
  for (const Command& command : commands()) {
    const std::string first = first_help(command), full = full_help(command);
    const std::size_t all = Options::described(command).size() + 1;
    EXPECT_EQ(options_in(full), all) << full;
    EXPECT_LE(options_in(first), 12U) << first << "; give it rows in first_options.def";
    EXPECT_TRUE(first == full || first.find(std::to_string(all) + " options") != std::string::npos) << first;
    for (const std::string& help : {first, full}) EXPECT_NE(help.find("\nExit code:\n"), std::string::npos) << help;
  }
}

TEST(Help, IsAskedFor) {
  const auto help_of = [](const std::vector<std::string>& arguments) {
    return Options::parse(command_of(kExplore), arguments).help_wanted();
  };
  EXPECT_EQ(help_of({"--help"}), Options::Help::First);
  EXPECT_EQ(help_of({"firmware.elf", "-h", "--plain"}), Options::Help::First);
  EXPECT_EQ(help_of({"--help=all", "firmware.elf"}), Options::Help::All);
  EXPECT_EQ(help_of({"firmware.elf"}), Options::Help::None);
  EXPECT_NE(refusal(command_of(kExplore), {"--help=some"}), "");
}

TEST(MemoryLimit, IsThreeQuartersOfWhatIsFreeUnlessOneIsGiven) {
  const auto limit = [](std::vector<std::string> arguments) {
    arguments.emplace_back("firmware.elf");
    return memory_limit(Options::parse(command_of(kExplore), std::move(arguments)));
  };
  EXPECT_EQ(limit({"--max-memory", "100"}), 100U << 20);
  const std::uint64_t free = support::free_bytes(), unasked = limit({});
  EXPECT_GT(unasked, free / 2);  // other processes use memory as well
  EXPECT_LT(unasked, free);
}

}  // namespace
}  // namespace janus::app
