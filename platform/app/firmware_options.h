// Reads options that several commands share.
#pragma once

#include "app/options.h"
#include "app/platform_text.h"
#include "engine/hart/symbolic_hart.h"
#include "engine/state/test_case.h"
#include "isa/hooks.h"
#include "prototype/platform.h"
#include "support/firmware_image.h"

namespace janus::app {

// The firmware in the first argument, for the instruction set of --isa if that is given, else of `otherwise` if that is
// not empty. Throws support::InputError for a set that Janus does not have; warns on standard error if the ELF file
// asks for more than Janus has.
support::FirmwareImage load_firmware(const Options& options, const std::string& otherwise = {});

// Which `ecall`s are hooks, by the value of --hooks. Warns on standard error of an ELF whose hooks have no markers.
isa::HookRule hook_rule(const std::string& hooks, const support::FirmwareImage& image);

// Whether and how firmware may ask the host for something: --semihosting, --semihosting-dir, --append. Throws
// support::InputError if there is no such directory. For a replay, the settings of the test case count as well.
hart::SemihostingSettings semihosting_of(const Options& options, const support::FirmwareImage& image,
                                         std::uint32_t ram_size, support::HostDirectory::Writes writes);
hart::SemihostingSettings semihosting_of(const Options& options, const support::FirmwareImage& image,
                                         const engine::MachineSettings& machine);

// The detectors that --check switches on. Throws support::InputError for a name that is none, and for the detector
// `stack` if nothing says where the stack ends; with `all`, a warning on standard error says so instead.
hart::Detectors detectors_of(const Options& options, const support::FirmwareImage& image);
// --uninitialised, of run and explore.
hart::Unwritten unwritten_of(const Options& options);

// For bmc, which cannot have the detectors `heap` and `bounds`: switches them off if --check is `all`, with a
// warning on standard error. Whoever names them gets an error from the engine.
void leave_pointers_out(const Options& options, hart::Detectors& detectors);

// Whether --check makes a path that repeats itself for ever a violation.
bool checks_endless(const Options& options);

// The configuration of the symbolic machine of explore and bmc.
engine::SymbolicHartConfig symbolic_hart_config(const Options& options, const support::FirmwareImage& image,
                                                const Platform& platform);

// The limit of memory in bytes: --max-memory, or three quarters of what is free now. 0 if nobody knows that.
std::uint64_t memory_limit(const Options& options);

// Gives the symbolic machine the memories and devices of a platform.
void use(const Platform& platform, engine::SymbolicHartConfig& config);

}  // namespace janus::app
