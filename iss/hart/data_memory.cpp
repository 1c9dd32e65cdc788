#include "hart/data_memory.h"

#include <algorithm>
#include <cstdlib>
#include <set>

namespace janus::hart {
namespace {

constexpr std::int64_t kMostExtra = 1 << 20;  // cycles; the plain loop executes accesses that cost more

// Where the cost of an access may change inside of a memory, with both ends of the memory.
std::set<std::uint64_t> cuts_of(const MemoryRange& memory, const TimingProfile& timing) {
  const std::uint64_t begin = memory.base, end = begin + memory.size;
  std::set<std::uint64_t> cuts{begin, end};
  for (const TimingRegion& region : timing.regions) {
    for (const std::uint64_t cut : {std::uint64_t{region.base}, std::uint64_t{region.base} + region.size}) {
      if (begin < cut && cut < end) cuts.insert(cut);
    }
  }
  return cuts;
}

void append(std::vector<OtherMemory>& others, const MemoryRange& memory, const TimingProfile& timing) {
  const std::set<std::uint64_t> cuts = cuts_of(memory, timing);
  for (auto cut = cuts.begin(); std::next(cut) != cuts.end(); ++cut) {
    const auto base = static_cast<std::uint32_t>(*cut), size = static_cast<std::uint32_t>(*std::next(cut) - *cut);
    const TimingRegion* const region = timing.region_of(base);
    const std::int64_t extra = region ? std::int64_t{region->cycles} - timing.memory : 0;
    if (size < 4 || std::abs(extra) > kMostExtra) continue;
    others.push_back({{base, size}, memory.writable, static_cast<std::int32_t>(extra)});
  }
}

}  // namespace

DataMemory data_memory(const AddressMap* map, AddressStretch ram, const TimingProfile& timing) {
  if (!map) return {{ram.base, ram.size - ram.size % 4}, {}};
  DataMemory memory{map->main(), {}};
  for (const MemoryRange& range : map->memories()) {
    if (!memory.main.contains(range.base, range.size)) append(memory.others, range, timing);
  }
  return memory;
}

}  // namespace janus::hart
