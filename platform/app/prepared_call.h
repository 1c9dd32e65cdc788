// --call: reads its options, and prepares an image for it.
#pragma once

#include <memory>
#include <string>

#include "app/options.h"
#include "call/plan.h"
#include "support/firmware_image.h"

namespace janus::app {

// What --call and the options beside it say.
call::Settings call_settings(const Options& options);

struct PreparedCall {
  std::unique_ptr<support::SourceTypes> types;
  call::Plan plan;
};

// Puts the harness for a call into an image for a machine with `memory` bytes of RAM. Throws support::InputError
// (kUsage) with one line if that is not possible.
PreparedCall prepare_call(const call::Settings& settings, support::FirmwareImage& image, std::uint32_t memory);

}  // namespace janus::app
