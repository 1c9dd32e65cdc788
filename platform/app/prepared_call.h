// --call: reads its options, and prepares an image for it.
#pragma once

#include <memory>
#include <string>

#include "app/options.h"
#include "app/platform_text.h"
#include "call/plan.h"
#include "support/debug_info.h"
#include "support/firmware_image.h"

namespace janus::app {

// What --call and the options beside it say.
call::Settings call_settings(const Options& options);
// The same of janus compare, but for the fingerprint of the second firmware.
call::Settings comparison_settings(const Options& options);

struct PreparedCall {
  std::unique_ptr<support::SourceTypes> types;
  call::Plan plan;
  // Of a comparison: the second firmware.
  std::unique_ptr<support::FirmwareImage> second = {};
  std::unique_ptr<support::DebugInfo> second_debug = {};
};

// Puts the harness for a call into an image for a platform, in its largest RAM. Throws support::InputError
// (kUsage) with one line if that is not possible.
PreparedCall prepare_call(const call::Settings& settings, support::FirmwareImage& image, const Platform& platform);
// The same for a comparison with the firmware `second`.
PreparedCall prepare_comparison(const call::Settings& settings, support::FirmwareImage& image,
                                support::FirmwareImage second, const Platform& platform);
// The same for the path of a test case, as `settings`; `against`: the file of the second firmware, empty if none is
// given. `origin`: the file of the test case. Throws support::InputError unless it is there exactly if it is needed.
PreparedCall prepare_again(const call::Settings& settings, support::FirmwareImage& image, const std::string& against,
                           const Platform& platform, const std::string& origin);

}  // namespace janus::app
