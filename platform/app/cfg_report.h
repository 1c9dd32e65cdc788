// The control-flow graph of a firmware as text: a drawing in Graphviz's language, or JSON (docs/guide.md describes it).
#pragma once

#include <string>
#include <vector>

#include "program/functions.h"
#include "support/debug_info.h"
#include "support/firmware_image.h"

namespace janus::app {

// Write the functions named `only`, or all if `only` is empty. `functions` must be all functions of the image.
std::string cfg_as_dot(const std::vector<program::Function>& functions, const std::string& only,
                       const support::FirmwareImage& image, const support::DebugInfo& debug);
std::string cfg_as_json(const std::vector<program::Function>& functions, const std::string& only,
                        const support::FirmwareImage& image, const support::DebugInfo& debug);

}  // namespace janus::app
