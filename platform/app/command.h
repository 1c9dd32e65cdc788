// The commands of the janus program. A command is one function; what it may be given is in options.def.
#pragma once

#include <span>
#include <string_view>

namespace janus::app {

class Options;

// Bits, for the rows of options.def.
enum CommandBit : unsigned { kRun = 1, kExplore = 2, kReplay = 4, kCfg = 8, kBmc = 16 };
inline constexpr unsigned kAllCommands = kRun | kExplore | kReplay | kCfg | kBmc;

struct Command {
  CommandBit bit;
  std::string_view name;
  std::string_view arguments;  // their names, separated by blanks; all are required
  std::string_view summary;
  std::string_view exit_codes;  // for --help, one a line
  int (*run)(const Options&);   // returns the exit code; throws support::InputError
};

// Those that exist, in the order of --help.
std::span<const Command> commands();

int run_command(const Options& options);
int explore_command(const Options& options);
int replay_command(const Options& options);
int bmc_command(const Options& options);
int cfg_command(const Options& options);

}  // namespace janus::app
