// A point in a run. A repeated run of the same machine has the same moments.
#pragma once

#include <compare>
#include <cstdint>
#include <limits>

namespace janus::prototype {

// `position` is hart::ConcreteHart::position(): the number of instructions retired and handlers entered. While the hart
// waits, the position stays the same and `cycles` distinguishes moments. A moment with 0 cycles is the first moment of
// its position.
struct Moment {
  std::uint64_t position = 0;
  std::uint64_t cycles = 0;

  friend auto operator<=>(const Moment&, const Moment&) = default;
};

inline constexpr Moment kEndOfRun{std::numeric_limits<std::uint64_t>::max(), 0};

}  // namespace janus::prototype
