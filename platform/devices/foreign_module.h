// A module of a user's own that is written in SystemC (--module). No path can own a copy of one, so in the symbolic
// machine there is only its place: an access to it ends the path as given up, or each read is a new input.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>

#include "devices/device.h"
#include "devices/memory_map.h"
#include "hart/bus.h"

namespace janus::devices {

struct ForeignModule {
  std::string name;
  Region region;
  bool reads_are_inputs = false;  // each read gives anything, and writes have no effect
};

// Whether two regions have an address in common.
constexpr bool meet(Region a, Region b) { return a.contains(b.base) || b.contains(a.base); }

// Whether there is nothing on the board at a region, which may not be empty and ends before memory begins.
constexpr bool is_free(Region region) {
  if (region.size == 0 || region.base >= memory_map::kRamBase || region.size > memory_map::kRamBase - region.base)
    return false;
  for (const Region& device : memory_map::kDevices) {
    if (meet(region, device)) return false;
  }
  return true;
}

// In the place of a module whose reads are inputs: gives concrete machines the values of these inputs.
class ForeignReads {
 public:
  // The source must outlive all copies of the device.
  explicit ForeignReads(Region region, hart::InputSource& inputs) : base_(region.base), inputs_(&inputs) {}

  // Throws support::InputError if the next input has another size.
  std::optional<Datum> read(std::uint32_t offset, unsigned size) {
    std::uint8_t bytes[4] = {};
    inputs_->next_input(base_ + offset, bytes, size);
    std::uint32_t value = 0;
    std::memcpy(&value, bytes, sizeof value);
    return value;
  }
  bool write(std::uint32_t, unsigned, std::uint32_t) { return true; }
  Picoseconds next_event() const { return kNever; }
  void advance_to(Picoseconds) {}
  bool shows_time(std::uint32_t) const { return false; }
  bool same_but_for_time(const ForeignReads& other) const { return *this == other; }
  bool ignores_value(std::uint32_t) const { return true; }
  friend bool operator==(const ForeignReads&, const ForeignReads&) = default;

 private:
  std::uint32_t base_;
  hart::InputSource* inputs_;
};
static_assert(Device<ForeignReads>);

}  // namespace janus::devices
