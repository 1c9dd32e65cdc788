#include "app/command.h"

namespace janus::app {
namespace {

constexpr Command kCommands[] = {
    {kRun, "run", "FIRMWARE", "run a firmware ELF on the SystemC platform",
     "the firmware's own, at most 255\n"
     "0 if it halts, or an assumption fails\n"
     "1 if an assertion fails\n"
     "70 after a trap that nobody handles\n"
     "124 at a limit, 130 after Ctrl-C, 137 if gdb kills it\n"
     "64 and above for bad usage and bad input",
     run_command},
    {kExplore, "explore", "FIRMWARE", "explore every path of a firmware ELF; the last line is the verdict",
     "0 safe: every path was explored, and nothing is wrong\n"
     "1 unsafe: there is a counterexample\n"
     "2 unknown: a limit was reached, or something was given up\n"
     "64 and above for bad usage and bad input",
     explore_command},
    {kBmc, "bmc", "FIRMWARE",
     "ask one formula whether a firmware ELF goes wrong within bounds; the last line is the verdict",
     "0 safe: nothing is wrong, and no input reaches a bound\n"
     "1 unsafe: there is a counterexample\n"
     "2 unknown: inputs reach a bound, something was given up, or the formula was not solved\n"
     "64 and above for bad usage and bad input",
     bmc_command},
    {kReplay, "replay", "FIRMWARE CASE", "run one explored path again, on the SystemC platform",
     "as janus run, if the run ends as the test case says\n"
     "71 if it does not\n"
     "64 and above for bad usage and bad input",
     replay_command},
    {kCfg, "cfg", "FIRMWARE", "draw the control-flow graph of a firmware ELF, as far as its entry point leads",
     "0 if it was written\n"
     "64 and above for bad usage and bad input",
     cfg_command},
};

}  // namespace

std::span<const Command> commands() { return kCommands; }

}  // namespace janus::app
