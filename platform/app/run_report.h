// The output of a concrete run, for `run` and `replay`: a line on standard error, an exit code, statistics, a
// signature.
#pragma once

#include <string>

#include "prototype/platform.h"
#include "support/firmware_image.h"

namespace janus::app {

// One line about an abnormal end of the run, without "janus: " in front; empty for a normal end.
std::string describe(const prototype::RunResult& result, const support::FirmwareImage& image);

// Where the run ended, such as "0x80000100 (main at sort.c:47)".
std::string describe_place(const prototype::RunResult& result, const support::FirmwareImage& image);

// The exit code of `janus run`.
int exit_code(const prototype::RunResult& result);

// A line such as "load access fault at <at>, address 0x...: no trap handler is installed". If the cause is that `image`
// has compressed instructions, the line says so.
std::string describe_trap(isa::Exception cause, std::uint32_t value, const std::string& at,
                          const support::FirmwareImage& image);

// The functions below throw support::InputError (kCannotWrite).

// Writes all statistics as JSON. `seconds`: the real time of the run.
void write_statistics(const std::string& path, const prototype::RunResult& result, double seconds);

// Writes memory from begin_signature to end_signature, one 32-bit word in each line, as conformance suites expect. Also
// throws support::InputError if the firmware lacks the symbols, or if they do not enclose whole words of memory.
void write_signature(const std::string& path, prototype::Platform& platform, const support::FirmwareImage& image);

}  // namespace janus::app
