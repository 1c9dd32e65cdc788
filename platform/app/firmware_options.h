// Reads options that several commands share.
#pragma once

#include "app/options.h"
#include "engine/hart/symbolic_hart.h"
#include "isa/hooks.h"
#include "prototype/platform.h"
#include "support/firmware_image.h"

namespace janus::app {

// Which `ecall`s are hooks, by the value of --hooks. Warns on standard error of an ELF whose hooks have no markers.
isa::HookRule hook_rule(const std::string& hooks, const support::FirmwareImage& image);

// The configuration of the symbolic machine of explore and bmc.
engine::SymbolicHartConfig symbolic_hart_config(const Options& options, const support::FirmwareImage& image);

}  // namespace janus::app
