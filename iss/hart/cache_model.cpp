#include "hart/cache_model.h"

#include <algorithm>

namespace janus::hart {

bool CacheState::contains(const CacheGeometry& geometry, std::uint32_t address) const {
  if (!tags_) return false;
  const std::uint32_t* const first = tags_->data() + geometry.set_of(address);
  return std::find(first, first + geometry.ways, geometry.line_of(address)) != first + geometry.ways;
}

std::uint32_t* CacheState::own(const CacheGeometry& geometry) {
  if (!tags_) {
    tags_ = std::make_shared<std::vector<std::uint32_t>>(std::size_t{geometry.lines()} * 2);
    std::fill_n(tags_->begin(), geometry.lines(), kEmpty);
  } else if (tags_.use_count() > 1) {
    tags_ = std::make_shared<std::vector<std::uint32_t>>(*tags_);
  }
  return tags_->data();
}

bool CacheState::is_empty() const {
  if (!tags_) return true;
  const auto end = tags_->begin() + static_cast<std::ptrdiff_t>(tags_->size() / 2);
  return std::all_of(tags_->begin(), end, [](std::uint32_t tag) { return tag == kEmpty; });
}

CacheState::Access CacheState::access(const CacheGeometry& geometry, std::uint32_t address, bool dirty) {
  std::uint32_t* const tag = own(geometry) + geometry.set_of(address);
  std::uint32_t* const written = tag + geometry.lines();
  const std::uint32_t line = geometry.line_of(address);
  if (tag[0] == line) {  // the latest used, as most often
    written[0] |= dirty ? 1 : 0;
    return {true, false};
  }
  std::uint32_t way = 1;
  while (way < geometry.ways && tag[way] != line) ++way;
  const bool hit = way < geometry.ways;
  if (!hit) way = geometry.ways - 1;
  const std::uint32_t before = written[way];
  std::copy_backward(tag, tag + way, tag + way + 1);
  std::copy_backward(written, written + way, written + way + 1);
  tag[0] = line;
  written[0] = (hit ? before : 0) | (dirty ? 1 : 0);
  return {hit, !hit && before != 0};
}

}  // namespace janus::hart
