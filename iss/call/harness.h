// A call without a harness: the harness is made. It is machine code beside the firmware, which the firmware's code
// jumps to instead of executing the instruction at Places::after. It makes inputs by the hooks that firmware has, calls
// the function, checks what is claimed, and writes to the test finisher. So everything that works on firmware works on
// a call, on both machines: see docs/decisions/0030-calls-by-code.md.
#pragma once

#include <string_view>

#include "call/comparison.h"
#include "call/plan.h"
#include "support/firmware_image.h"

namespace janus::call {

// The function of the harness that gives an object its size: `void *(bytes, where)` returns `where`. Detectors know
// objects by it (hart/library_functions.h).
inline constexpr char kObjectMaker[] = "__janus_object";

// The symbol of the code that makes inputs and calls: this, and the name of the function.
inline constexpr std::string_view kHarness = "--call ";

// Puts the harness into an image; `second` if the plan has a comparison. Throws support::InputError (kUsage) with one
// line if an expression has no meaning, or if the code to be replaced is too short.
void add_harness(support::FirmwareImage& image, support::SourceTypes& types, const Plan& plan,
                 const SecondFirmware* second = nullptr);

}  // namespace janus::call
