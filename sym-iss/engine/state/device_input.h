// What devices receive while firmware is explored: words of which nobody knows the values (--symbolic).
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace janus::engine {

// All words that one device receives. Each is an input.
struct DeviceInput {
  // A range for the words `first` to `last`; both ends of both included.
  struct Bound {
    std::uint32_t first, last, low, high;
  };

  std::string device;                 // the name of its data sheet, which says that it receives words
  std::uint32_t least = 0, most = 0;  // how many words come: any number from `least` to `most`
  std::vector<Bound> bounds = {};     // all of them hold

  // The range of the word `index` of `bytes` bytes; empty, with low > high, if its bounds contradict each other.
  std::pair<std::uint32_t, std::uint32_t> range(std::uint32_t index, unsigned bytes) const {
    std::pair<std::uint32_t, std::uint32_t> range{0, ~std::uint32_t{0} >> (32 - 8 * bytes)};
    for (const Bound& bound : bounds) {
      if (index < bound.first || index > bound.last) continue;
      range = {std::max(range.first, bound.low), std::min(range.second, bound.high)};
    }
    return range;
  }
};

}  // namespace janus::engine
