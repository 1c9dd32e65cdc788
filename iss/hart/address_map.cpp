#include "hart/address_map.h"

#include <algorithm>

#include "support/contract.h"

namespace janus::hart {
namespace {

bool meet(std::uint32_t base, std::uint32_t size, std::uint32_t other, std::uint32_t bytes) {
  return base - other < bytes || other - base < size;
}

// Adds memory behind all others.
void append(std::vector<AddressStretch>& stretches, const MemoryRange& memory) {
  if (!stretches.empty() && stretches.back().base + stretches.back().size == memory.base) {
    stretches.back().size += memory.size;
  } else {
    stretches.push_back({memory.base, memory.size});
  }
}

}  // namespace

AddressMap::AddressMap(std::vector<MemoryRange> memories, std::vector<ReservedRegion> reserved,
                       std::vector<MemoryAlias> aliases)
    : memories_(std::move(memories)), reserved_(std::move(reserved)), aliases_(std::move(aliases)) {
  std::ranges::sort(memories_, {}, &MemoryRange::base);
  std::ranges::sort(reserved_, {}, &ReservedRegion::base);
  std::ranges::sort(aliases_, {}, &MemoryAlias::base);
  for (std::size_t i = 0; i < memories_.size(); ++i) {
    const MemoryRange& memory = memories_[i];
    JANUS_REQUIRE(memory.size != 0 && memory.base % kMemoryGranule == 0 && memory.size % kMemoryGranule == 0);
    JANUS_REQUIRE(i == 0 || !meet(memories_[i - 1].base, memories_[i - 1].size, memory.base, memory.size));
    for (const ReservedRegion& region : reserved_)
      JANUS_REQUIRE(!meet(region.base, region.size, memory.base, memory.size));
    for (const MemoryAlias& alias : aliases_) JANUS_REQUIRE(!meet(alias.base, alias.size, memory.base, memory.size));
    append(readable_, memory);
    if (memory.writable) append(writable_, memory);
  }
  JANUS_REQUIRE(!writable_.empty());
  for (const MemoryAlias& alias : aliases_) JANUS_REQUIRE(alias.size != 0 && has(alias.target, alias.size));
  window_ = {readable_.front().base, readable_.back().base + readable_.back().size - readable_.front().base};
  main_ = *std::ranges::max_element(writable_, {}, &AddressStretch::size);
}

const ReservedRegion* AddressMap::reserved_at(std::uint32_t address, std::uint32_t bytes) const {
  const auto found =
      std::ranges::find_if(reserved_, [&](const ReservedRegion& region) { return region.contains(address, bytes); });
  return found == reserved_.end() ? nullptr : &*found;
}

bool AddressMap::has_symbolic_reads() const {
  return std::ranges::any_of(reserved_,
                             [](const ReservedRegion& region) { return region.reads == Reserved::Symbolic; });
}

}  // namespace janus::hart
