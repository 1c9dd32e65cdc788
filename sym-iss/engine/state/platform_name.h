// The platform that a path was explored on, as its test case says.
#pragma once

#include <cstdint>
#include <string>

namespace janus::engine {

struct PlatformName {
  std::string name;               // of a built-in platform, or a file; empty: the board of Janus's own
  std::uint64_t fingerprint = 0;  // of the text

  friend bool operator==(const PlatformName&, const PlatformName&) = default;
};

}  // namespace janus::engine
