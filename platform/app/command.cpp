#include "app/command.h"

namespace janus::app {
namespace {

constexpr Command kCommands[] = {
    {kRun, "run", "FIRMWARE", "run a firmware ELF on the SystemC platform",
     "the firmware's own, at most 255\n"
     "0 if it halts, or an assumption fails\n"
     "1 if an assertion fails\n"
     "70 after a trap that nobody handles\n"
     "124 at a limit, 130 after Ctrl-C\n"
     "64 and above for bad usage and bad input",
     run_command},
};

}  // namespace

std::span<const Command> commands() { return kCommands; }

}  // namespace janus::app
