// Options that several commands understand in the same way.
#pragma once

#include "app/options.h"
#include "engine/hart/symbolic_hart.h"
#include "prototype/platform.h"
#include "support/firmware_image.h"

namespace janus::app {

// Who owns ecall, by the value of --hooks.
bool takes_hooks(const std::string& hooks, const support::FirmwareImage& image);

// The symbolic machine of explore and bmc.
engine::SymbolicHartConfig symbolic_hart_config(const Options& options, const support::FirmwareImage& image);

}  // namespace janus::app
