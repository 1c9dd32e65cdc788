#include "hart/observation.h"

#include <algorithm>

namespace janus::hart {

void Observation::set_watchpoint(Watchpoint watchpoint) {
  if (std::ranges::find(watchpoints_, watchpoint) == watchpoints_.end()) watchpoints_.push_back(watchpoint);
}

void Observation::accessed(const MemoryAccess& access, std::uint32_t pc) {
  for (Observer* observer : observers_) observer->accessed(access);
  look(access.address, access.size, access.kind == MemoryAccess::Kind::Store, pc);
}

void Observation::received_input(std::uint32_t address, std::uint32_t size, std::uint32_t pc) {
  for (Observer* observer : observers_) observer->received_input(address, size);
  look(address, size, true, pc);
}

bool Observation::take_hit() {
  const bool hit = hit_pending_;
  hit_pending_ = false;
  return hit;
}

void Observation::look(std::uint32_t address, std::uint32_t size, bool store, std::uint32_t pc) {
  if (hit_pending_ || ignore_) return;
  for (const Watchpoint& watchpoint : watchpoints_) {
    if (watchpoint.watch == (store ? Watch::Read : Watch::Write)) continue;
    // Distances modulo 2^32, so that ranges may lie at the end of the address space.
    const std::uint32_t ahead = watchpoint.address - address, behind = address - watchpoint.address;
    if (ahead >= size && behind >= watchpoint.size) continue;
    if (size == 0 || watchpoint.size == 0) continue;
    hit_ = {watchpoint, ahead < size ? watchpoint.address : address, pc};
    hit_pending_ = true;
    return;
  }
}

}  // namespace janus::hart
