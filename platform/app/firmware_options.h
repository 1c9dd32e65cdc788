// Reads options that several commands share.
#pragma once

#include "app/options.h"
#include "engine/hart/symbolic_hart.h"
#include "prototype/platform.h"
#include "support/firmware_image.h"

namespace janus::app {

// Whether ecall is a hook (true) or an ordinary environment call, by the value of --hooks.
bool takes_hooks(const std::string& hooks, const support::FirmwareImage& image);

// The configuration of the symbolic machine of explore and bmc.
engine::SymbolicHartConfig symbolic_hart_config(const Options& options, const support::FirmwareImage& image);

}  // namespace janus::app
