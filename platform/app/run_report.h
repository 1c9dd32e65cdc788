// The output of a concrete run, for `run` and `replay`: a line on standard error, an exit code, statistics.
#pragma once

#include <string>

#include "app/platform_text.h"
#include "prototype/platform.h"
#include "support/error.h"
#include "support/firmware_image.h"

namespace janus::app {

// One line about the end of the run, without "janus: " in front; empty if the firmware said that it succeeded.
std::string describe(const prototype::RunResult& result, const support::FirmwareImage& image);

// Where the run ended, such as "0x80000100 (main at sort.c:47)".
std::string describe_place(const prototype::RunResult& result, const support::FirmwareImage& image);

// One line about the energy, if the timing profile has energies; else empty.
std::string energy_line(const prototype::RunResult& result);

// The error of a run whose standard output failed.
support::InputError output_lost(const prototype::RunResult& result);

// The exit code of `janus run`.
int exit_code(const prototype::RunResult& result);

// A line such as "load access fault at <at>, address 0x...: no trap handler is installed". If the cause is that `image`
// has compressed instructions, the line says so.
std::string describe_trap(isa::Exception cause, std::uint32_t value, const std::string& at,
                          const support::FirmwareImage& image);

// What to add to that line if the stack is above RAM, as it is if the firmware was linked for more memory; else empty.
std::string describe_stack(std::uint32_t stack_pointer, devices::Region ram);

// Writes all statistics as JSON. `seconds`: the real time of the run. Throws support::InputError (kCannotWrite).
void write_statistics(const std::string& path, const prototype::RunResult& result, double seconds,
                      const Platform& platform);

}  // namespace janus::app
