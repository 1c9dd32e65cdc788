// What a concrete run leaves behind: a line on standard error, an exit code, statistics, a signature. For `run` and
// `replay`.
#pragma once

#include <string>

#include "prototype/platform.h"
#include "support/firmware_image.h"

namespace janus::app {

// One line about an end that is not the normal one, without "janus: "; empty for a normal end.
std::string describe(const prototype::RunResult& result, const support::FirmwareImage& image);

// Where it ended: "0x80000100 (main at sort.c:47)".
std::string describe_place(const prototype::RunResult& result, const support::FirmwareImage& image);

// The exit code of `janus run`.
int exit_code(const prototype::RunResult& result);

// "load access fault at <at>, address 0x...: no trap handler is installed".
std::string describe_trap(isa::Exception cause, std::uint32_t value, const std::string& at);

// The functions below throw support::InputError (kCannotWrite).

// Everything counted, as JSON. `seconds`: of real time, that the run took.
void write_statistics(const std::string& path, const prototype::RunResult& result, double seconds);

// Memory from begin_signature to end_signature, one 32-bit word a line, as conformance suites expect. Throws
// support::InputError as well if the firmware lacks the symbols, or they do not enclose words of memory.
void write_signature(const std::string& path, prototype::Platform& platform, const support::FirmwareImage& image);

}  // namespace janus::app
