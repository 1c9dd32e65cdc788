#include "hart/region.h"

#include <algorithm>
#include <deque>
#include <map>

#include "isa/predicates.h"

namespace janus::hart {
namespace {

// The weight of a translated block. Its count is not known: Slot::reserved holds the number of its entry instead.
constexpr std::uint32_t kWeightOfNative = 64;

struct Successor {
  std::uint32_t slot;
  bool returns_here = false;
  std::uint32_t weight = 0;  // of the instruction before, if entries at this one are not counted
};

// Where control may go after the instruction at this slot, which ends its block.
std::vector<Successor> successors(CodeCache& code, std::uint32_t index, std::uint32_t weight) {
  std::vector<Successor> found;
  const Slot& slot = code.slots()[index];
  const std::uint32_t behind = code.next(index, slot);
  const auto add = [&](std::uint32_t target, bool returns_here = false) {
    if (target >= code.slot_count()) return;
    const Slot& there = code.slots()[target];
    const bool is_counted = there.handler != handler::Plain || !code.executes_amid(there);
    found.push_back({target, returns_here, is_counted ? 0 : weight});
  };
  if (slot.handler == handler::Boundary || (slot.handler == handler::Plain && code.executes_amid(slot))) {
    if (behind >= code.slot_count()) return found;
    if (!code.slots()[behind].is_decoded()) code.decode(&code.slots()[behind]);
    found.push_back({behind, false, weight});
    return found;
  }
  if (slot.handler == handler::Plain) {  // the plain loop executes it; most likely, control goes on at the next slot
    add(behind);
    return found;
  }
  switch (isa::control(slot.opcode)) {
    case isa::Control::Branch:
      add(behind);
      add(code.target_of(index, slot));
      break;
    case isa::Control::Jump:
      add(code.target_of(index, slot));
      if (slot.rd != 0) add(behind, true);
      break;
    case isa::Control::JumpRegister:
      if (slot.rd != 0) add(behind, true);
      break;
    case isa::Control::Next:  // these do not end a block, or the plain loop executes them
    case isa::Control::CallsEnvironment:
    case isa::Control::Traps:
    case isa::Control::ReturnsFromTrap: break;
  }
  return found;
}

// How often a block was entered, as far as is known; 0 if never.
std::uint32_t weight(const Slot& slot) {
  if (!slot.is_decoded() || slot.handler == handler::Plain) return 0;
  return slot.handler == handler::Native ? kWeightOfNative : slot.reserved;
}

}  // namespace

const Region::Place* Region::find(std::uint32_t slot) const {
  const auto found =
      std::lower_bound(places.begin(), places.end(), slot, [](const Place& a, std::uint32_t b) { return a.slot < b; });
  return found != places.end() && found->slot == slot ? &*found : nullptr;
}

Region select_region(CodeCache& code, std::uint32_t start) {
  const Slot* const slots = code.slots();
  std::map<std::uint32_t, Region::Place> places;
  std::deque<Successor> open{{start}};
  while (!open.empty() && places.size() < kMostRegionInstructions) {
    const Successor next = open.front();
    open.pop_front();
    const std::uint32_t entered =
        next.slot == start ? kWeightOfNative : std::max(next.weight, weight(slots[next.slot]));
    if (entered == 0) continue;
    const auto [first, fresh] = places.try_emplace(next.slot, Region::Place{next.slot, entered, true, false});
    first->second.returns_here |= next.returns_here;
    if (!fresh && first->second.starts) continue;
    first->second.starts = true;
    for (std::uint32_t i = next.slot; slots[i].is_decoded(); i = code.next(i, slots[i])) {
      auto& place = places.try_emplace(i, Region::Place{i, entered, false, false}).first->second;
      place.weight = std::max(place.weight, entered);
      const bool cut = slots[i].handler == handler::Boundary || slots[i].handler == handler::Plain;
      if (cut || CodeCache::ends_block(slots[i])) {
        for (const Successor& successor : successors(code, i, entered)) open.push_back(successor);
        break;
      }
    }
  }
  Region region;
  std::uint32_t end = 0;
  for (const auto& [slot, place] : places) {
    region.overlaps |= slot < end;
    end = code.next(slot, slots[slot]);
    region.places.push_back(place);
  }
  return region;
}

}  // namespace janus::hart
