// Where loads and stores go in the fast loop and in translated code: to the main memory by one comparison, and, behind
// this comparison, to any other memory of the platform (hart/address_map.h). Devices, reserved regions, aliases, and
// accesses that reach from one of these memories into another are left to the plain loop.
#pragma once

#include <cstdint>
#include <vector>

#include "hart/address_map.h"
#include "hart/timing.h"

namespace janus::hart {

// A stretch outside of the main memory, whose accesses all cost the same.
struct OtherMemory {
  AddressStretch stretch;
  bool writable = true;
  std::int32_t extra = 0;  // cycles of an access, less TimingProfile::memory; may be negative

  bool takes(std::uint32_t address, std::uint32_t bytes, bool stores) const {
    return stretch.contains(address, bytes) && (writable || !stores);
  }
};

struct DataMemory {
  AddressStretch main;              // can be written; an access costs TimingProfile::memory; a multiple of 4 bytes
  std::vector<OtherMemory> others;  // by address; disjoint
};

// With a map; `ram` is all there is without one.
DataMemory data_memory(const AddressMap* map, AddressStretch ram, const TimingProfile& timing);

}  // namespace janus::hart
