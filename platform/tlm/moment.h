// A point of a run, by which it can be found again.
#pragma once

#include <compare>
#include <cstdint>
#include <limits>

namespace janus::prototype {

// `position` is hart::ConcreteHart::position(): instructions retired and handlers entered. While the hart waits, the
// position stays and `cycles` tells moments apart; a moment with 0 cycles is the first one of its position.
struct Moment {
  std::uint64_t position = 0;
  std::uint64_t cycles = 0;

  friend auto operator<=>(const Moment&, const Moment&) = default;
};

inline constexpr Moment kEndOfRun{std::numeric_limits<std::uint64_t>::max(), 0};

}  // namespace janus::prototype
