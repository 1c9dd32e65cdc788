#include "hart/cache_model.h"

#include <algorithm>

namespace janus::hart {
namespace {

constexpr std::uint32_t kValid = 1, kDirty = 2;

std::uint32_t clean_entry(const CacheGeometry& geometry, std::uint32_t address) {
  return address / geometry.line << 2 | kValid;
}

}  // namespace

bool CacheState::contains(const CacheGeometry& geometry, std::uint32_t address) const {
  if (!lines_) return false;
  const auto first = lines_->begin() + address / geometry.line % geometry.sets() * geometry.ways;
  return std::any_of(first, first + geometry.ways, [wanted = clean_entry(geometry, address)](std::uint32_t entry) {
    return (entry & ~kDirty) == wanted;
  });
}

CacheState::Access CacheState::access(const CacheGeometry& geometry, std::uint32_t address, bool dirty) {
  if (!lines_) {
    lines_ = std::make_shared<std::vector<std::uint32_t>>(geometry.size / geometry.line);
  } else if (lines_.use_count() > 1) {
    lines_ = std::make_shared<std::vector<std::uint32_t>>(*lines_);
  }
  const std::uint32_t wanted = clean_entry(geometry, address);
  const auto first = lines_->begin() + address / geometry.line % geometry.sets() * geometry.ways;
  const auto last = first + geometry.ways;
  const auto found = std::find_if(first, last, [&](std::uint32_t entry) { return (entry & ~kDirty) == wanted; });
  const bool hit = found != last;
  const auto place = hit ? found : last - 1;
  const std::uint32_t before = *place;
  std::rotate(first, place, place + 1);
  *first = wanted | (hit ? before & kDirty : 0) | (dirty ? kDirty : 0);
  return {hit, !hit && (before & kDirty) != 0};
}

}  // namespace janus::hart
