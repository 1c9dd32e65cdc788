// The loop that executes nothing but translated code: for timing profiles with caches, and for profilers of calls. What
// is not translated yet, the plain loop executes, and tells the profiler. With caches: tags of caches are architectural
// state, and an access costs what they say, so a block cannot be accounted for in advance as a whole: translated code
// accounts for hits in advance, and looks at the tags where it comes to another line of code, and at each access.
//
// Translated code compares the latest used tag of a set, in a few instructions of the host. Everything else (another
// way, a miss, a first store to a line) is done here, before the instruction has had any effect. If the time until the
// hart must stop may not suffice for it, the plain loop executes the instruction.
#include <algorithm>
#include <tuple>

#include "hart/concrete_hart.h"

namespace janus::hart {
namespace {

std::int32_t cycles_of(const Slot& slot) { return static_cast<std::int32_t>(slot.cycles); }

}  // namespace

void ConcreteHart::own_tags() {
  const auto& [icache, dcache] = std::tie(config_.timing.icache.geometry, config_.timing.dcache.geometry);
  if (icache.exists()) tags_.fetch = state_.icache.own(icache);
  if (dcache.exists()) tags_.access = state_.dcache.own(dcache);
}

// The most that a load or store in RAM adds to its cost.
std::uint32_t ConcreteHart::dearest_access() const {
  const CacheTiming& dcache = config_.timing.dcache;
  if (!dcache.geometry.exists()) return 0;
  return dcache.miss + dcache.write_back + config_.timing.memory;
}

bool ConcreteHart::use_cache(CacheUse use, std::uint32_t address, Translator::Counters& counters) {
  const bool fetches = use == CacheUse::Fetch;
  const CacheTiming& cache = fetches ? config_.timing.icache : config_.timing.dcache;
  CacheState& tags = fetches ? state_.icache : state_.dcache;
  const bool hit = tags.contains(cache.geometry, address);
  if (use == CacheUse::Store && cache.write_through) {  // its cost is that of memory
    if (hit) tags.access(cache.geometry, address, false);
    return true;
  }
  // An instruction that was fetched is not left to the plain loop any more, so there must be time for its access, too.
  const std::uint32_t dearest = fetches ? cache.miss + dearest_access() : dearest_access();
  if (!hit && counters >> 32 < std::int64_t{dearest}) return false;
  const auto [hits, evicts_dirty] = tags.access(cache.geometry, address, use == CacheUse::Store);
  std::uint64_t cycles = 0;
  if (!hits) cycles += fetches ? cache.miss : cache.miss + config_.timing.memory;
  if (evicts_dirty) cycles += cache.write_back;
  counters -= static_cast<std::int64_t>(cycles << 32);
  return true;
}

// Called between two instructions. Enters translated code if there is some, or if the block at the pc becomes hot. Else
// leaves the instruction to the plain loop.
void ConcreteHart::run_cached() {
  CodeCache& code = *code_;
  const std::uint32_t offset = state_.pc - config_.ram_base, bytes = code.slot_bytes();
  if (offset % bytes != 0 || offset >= code.size()) return;
  Slot* slot = code.slots() + offset / bytes;
  if (!slot->is_decoded()) code.decode(slot);
  const bool goes_on = state_.pc == amid_block_;
  if (!goes_on || slot->handler == handler::Native) slot = enter_cached(slot);
  if (!slot) return;
  const bool ends =
      slot->handler == handler::Plain || slot->handler == handler::Boundary || CodeCache::ends_block(*slot);
  amid_block_ = ends ? 1 : state_.pc + slot->length();
}

// Runs translated code as long as there is some. Returns the slot of the instruction for the plain loop, with
// everything in the state; null if that is not known.
Slot* ConcreteHart::enter_cached(Slot* slot) {
  CodeCache& code = *code_;
  Slot* const slots = code.slots();
  SlotCounts* const counts = code.counts();
  own_tags();
  constexpr std::uint64_t kMostCycles = 1U << 30;
  const std::uint64_t budget = std::min(limit_ - state_.cycles, kMostCycles);
  origin_.due = state_.cycles + budget;
  auto left = static_cast<std::int32_t>(budget);
  std::uint64_t retired = state_.retired;
  const auto account = [&](int sign) {
    left -= sign * cycles_of(*slot);
    retired += static_cast<std::uint64_t>(std::int64_t{sign} * slot->count);
    if (counts && slot->count != 0) counts[slot - slots].entered += static_cast<std::uint64_t>(std::int64_t{sign});
  };
  const auto write_state = [&] {  // in front of the slot, which has been accounted for
    state_.pc = config_.ram_base + static_cast<std::uint32_t>(slot - slots) * code.slot_bytes();
    state_.cycles = origin_.due - static_cast<std::uint64_t>(std::int64_t{left} + cycles_of(*slot));
    state_.retired = retired - slot->count;
  };
  account(+1);
  while (left >= 0) {
    if (slot->handler > handler::Native && ++slot->reserved == config_.hot) translator_->translate(slot);
    if (slot->handler != handler::Native) break;
    auto counters = static_cast<Translator::Counters>(static_cast<std::uint64_t>(left) << 32);
    origin_.retired = retired;
    if (calls_) calls_->begin(state_, origin_.due, origin_.retired);
    const Translator::Exit exit = translator_->enter(slot, counters);
    if (!exit.slot) {
      if (calls_) calls_->end(state_);
      end_amid();
      return nullptr;
    }
    left = static_cast<std::int32_t>(counters >> 32);
    retired += static_cast<std::uint32_t>(counters);
    slot = exit.slot;
    if (calls_) {
      write_state();
      calls_->end(state_);
    }
    if (exit.plain) break;
    if (!slot->is_decoded()) {  // accounted for as zero
      code.decode(slot);
      account(+1);
    }
  }
  write_state();
  account(-1);
  return slot;
}

}  // namespace janus::hart
