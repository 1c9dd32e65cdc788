// The commands of the janus program. A command is one function; options.def lists its options.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace janus::app {

class Options;

// A bit for each command, so that a row of options.def can name several commands.
enum CommandBit : unsigned {
  kRun = 1,
  kExplore = 2,
  kReplay = 4,
  kCfg = 8,
  kBmc = 16,
  kShow = 32,
  kExportTests = 64,
  kCheck = 128,
  kDevice = 256,
  kReport = 512,
  kCompare = 1024,
  kCalibrate = 2048
};
inline constexpr unsigned kAllCommands =
    kRun | kExplore | kReplay | kCfg | kBmc | kShow | kExportTests | kCheck | kDevice | kReport | kCompare | kCalibrate;

struct Command {
  CommandBit bit;
  std::string_view name;
  std::string_view arguments;  // the names of the arguments, separated by blanks; all are required
  std::string_view summary;
  std::string_view exit_codes;  // of this command alone, one in each line
  int (*run)(const Options&);   // returns the exit code; throws support::InputError
};

// All commands, in the order of --help.
std::span<const Command> commands();

// All exit codes of a command, for people, one in each line.
std::string exit_codes(const Command& command);

int run_command(const Options& options);
int explore_command(const Options& options);
int replay_command(const Options& options);
int bmc_command(const Options& options);
int cfg_command(const Options& options);
int check_command(const Options& options);
int show_command(const Options& options);
int export_tests_command(const Options& options);
int device_command(const Options& options);
int report_command(const Options& options);
int compare_command(const Options& options);
int calibrate_command(const Options& options);

}  // namespace janus::app
