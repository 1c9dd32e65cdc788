// How much of a test is done where: all of it at full speed, less under sanitizers, which make everything slower by an
// order of magnitude. With JANUS_FULL_SIZE set in the environment, a test binary does everything (docs/testing.md).
#pragma once

#include <cstdlib>

namespace janus::testing {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

template <class Number>
Number sized(Number full, Number sanitized) {
  return !kSanitized || std::getenv("JANUS_FULL_SIZE") ? full : sanitized;
}

// What takes long at full speed, too: all of it only with JANUS_FULL_SIZE, as in `./bootstrap soak`.
template <class Number>
Number soaked(Number full, Number usual) {
  return std::getenv("JANUS_FULL_SIZE") ? full : usual;
}

}  // namespace janus::testing
