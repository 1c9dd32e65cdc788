// What physical memory protection permits in each page of RAM, for the fast loop: while protection does not permit all
// of RAM, the loop looks at a table before each access.
#include <algorithm>

#include "hart/concrete_hart.h"

namespace janus::hart {

// Whether physical memory protection may forbid an access to RAM.
bool ConcreteHart::guards_ram() {
  const auto closed = [this](Privilege privilege) {
    return config_.ram_size == 0 || !protection(privilege).is_open(config_.ram_base, config_.ram_size);
  };
  return (guards_fetch() && closed(state_.privilege)) || (guards_data() && closed(state_.data_privilege()));
}

// Finds the permissions of pages for the present state. A page that is not permitted as a whole gets nothing: the plain
// loop checks each access to it.
void ConcreteHart::prepare_permissions() {
  permission_shift_ = granules_ ? kGranuleShift : CodeCache::kPageShift;
  if (granules_) {
    page_permissions_ = granules_;
    return;
  }
  const Privilege fetch = state_.privilege, data = state_.data_privilege();
  auto& [pmp, pages] = permissions_[fetch == Privilege::Machine][data == Privilege::Machine];
  if (!pages.empty() && pmp == state_.pmp) {
    page_permissions_ = pages.data();
    return;
  }
  pmp = state_.pmp;
  pages.assign(code_->size() / kPageBytes + 1, 0);
  const auto add = [&](const ProtectionMap& map, std::uint8_t mask) {
    const std::uint64_t begin = config_.ram_base, end = begin + code_->size();
    for (const auto& range : map.ranges()) {
      const std::uint64_t first = std::max<std::uint64_t>(range.first, begin) - begin;
      const std::uint64_t last = std::min(std::uint64_t{range.last} + 1, end);
      if (last <= begin) continue;
      for (std::uint64_t page = (first + kPageBytes - 1) / kPageBytes; (page + 1) * kPageBytes <= last - begin; ++page)
        pages[page] |= range.permissions & mask;
    }
  };
  add(protection(data), permission::kRead | permission::kWrite);
  add(protection(fetch), permission::kExecute);
  page_permissions_ = pages.data();
}

}  // namespace janus::hart
