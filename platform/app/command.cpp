#include "app/command.h"

namespace janus::app {
namespace {

// Of every command. support/error.h names them.
constexpr std::string_view kCommonExitCodes =
    "64 for bad usage, 65 for bad input, 66 for a file that cannot be read\n"
    "73 if an output could not be written; all other outputs are complete\n"
    "75 after an error of Janus itself\n";

constexpr Command kCommands[] = {
    {kRun, "run", "FIRMWARE", "run a firmware ELF on the SystemC platform",
     "the exit code of the firmware, at most 255\n"
     "0 if the firmware halts or waits for ever, or an assumption fails\n"
     "1 if an assertion fails\n"
     "70 after a trap without a handler, or a hook called with impossible arguments\n"
     "76 if the firmware has the symbol tohost, and halts or waits for ever without a word there\n"
     "124 at a limit, 130 after Ctrl-C, 137 if gdb kills the run",
     run_command},
    {kExplore, "explore", "FIRMWARE", "explore every path of a firmware ELF; the last line is the verdict",
     "0 safe: every path was explored, and none fails\n"
     "1 unsafe: there is a counterexample\n"
     "2 unknown: a limit was reached, or a path was given up",
     explore_command},
    {kBmc, "bmc", "FIRMWARE",
     "check a firmware ELF within bounds by one formula (bounded model checking); the last line is the verdict",
     "0 safe: no input fails, and no input reaches a bound\n"
     "1 unsafe: there is a counterexample\n"
     "2 unknown: inputs reach a bound, a path was given up, or the formula was not solved",
     bmc_command},
    {kReplay, "replay", "FIRMWARE CASE", "run the path of a test case again, on the SystemC platform",
     "the exit code of janus run, if the run ends as the test case says\n"
     "71 if the run ends differently",
     replay_command},
    {kCfg, "cfg", "FIRMWARE", "draw the control-flow graph of the code that a firmware ELF can reach",
     "0 if the graph was written", cfg_command},
    {kCheck, "check", "FILE", "explore many targets, as a TOML file says",
     "0 safe: all targets are\n"
     "1 unsafe: one has a counterexample\n"
     "2 unknown: of one, a limit was reached, or a path was given up",
     check_command},
    {kCompare, "compare", "FIRMWARE FIRMWARE",
     "show that a function of two firmwares does the same, or find the input that tells them apart",
     "0 safe: the same result and the same memory, whatever the input\n"
     "1 unsafe: there is an input for which they differ, or one of them fails\n"
     "2 unknown: a limit was reached, or a path was given up",
     compare_command},
    {kShow, "show", "CASE", "print a test case for people", "0 if it was printed", show_command},
    {kReport, "report", "DIR", "write the report of an exploration again, from the files that it left in a directory",
     "0 if it was written", report_command},
    {kExportTests, "export-tests", "DIR", "make the test cases of a directory into tests in C and a fuzzer's corpus",
     "0 if all was written", export_tests_command},
    {kDevice, "device", "NAME", "print the registers of a device of the board, or of all: names, offsets, fields",
     "0 if the data sheet was written", device_command},
    {kCalibrate, "calibrate", "FIRMWARE RESULTS",
     "fit a timing profile to what the firmware calibrate.elf printed on a board, or in simulation of a core",
     "0 if the profile explains every measurement exactly\n"
     "1 if it does not; a comment in the profile says which",
     calibrate_command},
};

}  // namespace

std::span<const Command> commands() { return kCommands; }

std::string exit_codes(const Command& command) {
  return std::string(command.exit_codes) + '\n' + std::string(kCommonExitCodes);
}

}  // namespace janus::app
