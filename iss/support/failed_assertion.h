// What a failed assert() of the C library says. The firmware's runtime (sw/runtime/crt0.S) turns it into a failed
// assertion on x0 in the function __assert_func, with the arguments of assert() in a0 to a3.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "support/debug_info.h"
#include "support/firmware_image.h"

namespace janus::support {

struct FailedAssertion {
  SourceLocation place;  // of the assert()
  std::string text;      // its condition

  // "(parse at main.c:12): length < 8", to follow an address.
  std::string describe() const;
};

// Whether the image has the function that reports a failed assert(). Janus does not see an assert() that holds.
bool has_assertions(const FirmwareImage& image);

// Whether `pc` is in the function that reports a failed assert(). An ELF without symbols has none.
bool reports_failed_assertion(const FirmwareImage& image, std::uint32_t pc);

// Decodes a0 to a3 of that function: file, line, function, condition. The three texts are literals, so they are read
// from the image. Nothing at other places.
std::optional<FailedAssertion> failed_assertion(const FirmwareImage& image, std::uint32_t pc,
                                                const std::array<std::uint32_t, 4>& arguments);

}  // namespace janus::support
