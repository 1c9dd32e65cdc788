#include "hart/observation.h"

#include <algorithm>

namespace janus::hart {
namespace {

// Whether a watchpoint of this kind is for an access that loads, stores, or does both.
bool concerns(Watch watch, bool load, bool store) {
  switch (watch) {
    case Watch::Write: return store;
    case Watch::Read: return load;
    case Watch::Access: return true;
  }
  return false;
}

}  // namespace

void Observation::set_watchpoint(Watchpoint watchpoint) {
  if (std::ranges::find(watchpoints_, watchpoint) == watchpoints_.end()) watchpoints_.push_back(watchpoint);
}

std::optional<WatchpointHit> Observation::hit_by(std::uint32_t address, std::uint32_t size, bool load, bool store,
                                                 std::uint32_t pc) const {
  if (ignore_ || size == 0) return std::nullopt;
  for (const Watchpoint& watchpoint : watchpoints_) {
    if (!concerns(watchpoint.watch, load, store)) continue;
    // Distances are modulo 2^32, so ranges may reach the end of the address space.
    const std::uint32_t ahead = watchpoint.address - address, behind = address - watchpoint.address;
    if (watchpoint.size == 0 || (ahead >= size && behind >= watchpoint.size)) continue;
    return WatchpointHit{watchpoint, ahead < size ? watchpoint.address : address, pc};
  }
  return std::nullopt;
}

}  // namespace janus::hart
