// Memory that the firmware has declared out of bounds for itself (riscv_poison() of janus.h): the detector `poison`
// reports accesses to it. Part of the state of a path. Adding and removing are linear in the number of ranges; asking
// about a known address is logarithmic. Not thread-safe.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "support/firmware_image.h"

namespace janus::hart {

class Poison {
 public:
  // `bytes` may be 0. The range does not wrap around.
  void add(std::uint32_t address, std::uint32_t bytes) {
    remove(address, bytes);
    if (bytes == 0) return;
    const auto after = std::ranges::upper_bound(ranges_, address, {}, &support::AddressRange::first);
    ranges_.insert(after, {address, bytes});
  }
  void remove(std::uint32_t address, std::uint32_t bytes) {
    if (bytes == 0) return;
    const std::uint64_t end = std::uint64_t{address} + bytes;
    std::vector<support::AddressRange> left;
    for (const support::AddressRange& range : ranges_) {
      const std::uint64_t last = std::uint64_t{range.first} + range.size;
      if (range.first < address)
        left.push_back({range.first, static_cast<std::uint32_t>(std::min<std::uint64_t>(last, address) - range.first)});
      if (last > end) {
        const std::uint64_t first = std::max<std::uint64_t>(range.first, end);
        left.push_back({static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last - first)});
      }
    }
    ranges_ = std::move(left);
  }
  // Sorted by address, disjoint.
  const std::vector<support::AddressRange>& ranges() const { return ranges_; }
  bool touches(std::uint32_t address, std::uint32_t bytes) const {
    const auto behind = std::ranges::lower_bound(ranges_, std::uint64_t{address} + bytes, {},
                                                 [](const auto& range) { return std::uint64_t{range.first}; });
    return behind != ranges_.begin() && std::uint64_t{behind[-1].first} + behind[-1].size > address;
  }

  friend bool operator==(const Poison& a, const Poison& b) {
    return std::ranges::equal(a.ranges_, b.ranges_,
                              [](const auto& x, const auto& y) { return x.first == y.first && x.size == y.size; });
  }

 private:
  std::vector<support::AddressRange> ranges_;
};

}  // namespace janus::hart
