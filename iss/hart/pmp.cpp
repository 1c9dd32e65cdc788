#include "hart/pmp.h"

#include <algorithm>
#include <bit>
#include <set>

namespace janus::hart {
namespace {

enum class Match : std::uint8_t { Off, TopOfRange, FourBytes, PowerOfTwo };  // the field A of a configuration

Match match_of(std::uint8_t configuration) { return static_cast<Match>(configuration >> 3 & 3); }

}  // namespace

std::uint32_t PmpState::configuration(unsigned number) const {
  std::uint32_t value = 0;
  for (unsigned i = 0; i < 4; ++i) value |= std::uint32_t{configuration_[4 * number + i]} << (8 * i);
  return value;
}

void PmpState::write_configuration(unsigned number, std::uint32_t value) {
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned entry = 4 * number + i;
    if (!is_locked(entry)) configuration_[entry] = static_cast<std::uint8_t>(value >> (8 * i)) & kWritable;
  }
  changed();
}

void PmpState::write_address(unsigned entry, std::uint32_t value) {
  const bool is_base_of_locked =
      entry + 1 < kEntries && is_locked(entry + 1) && match_of(configuration_[entry + 1]) == Match::TopOfRange;
  if (is_locked(entry) || is_base_of_locked) return;
  address_[entry] = value;
  changed();
}

std::optional<PmpState::Span> PmpState::span(unsigned entry) const {
  const std::uint64_t address = std::uint64_t{address_[entry]} << 2;
  switch (match_of(configuration_[entry])) {
    case Match::Off: break;
    case Match::TopOfRange: {
      const std::uint64_t base = entry == 0 ? 0 : std::uint64_t{address_[entry - 1]} << 2;
      if (base < address) return Span{base, address - 1};
      break;
    }
    case Match::FourBytes: return Span{address, address + 3};
    case Match::PowerOfTwo: {  // n ones at the end: 2^(n + 3) bytes
      const std::uint64_t size = std::uint64_t{8} << std::countr_one(address_[entry]);
      const std::uint64_t first = address & ~(size - 1);
      return Span{first, first + size - 1};
    }
  }
  return std::nullopt;
}

std::uint8_t PmpState::permissions(unsigned entry, Privilege privilege) const {
  if (privilege == Privilege::Machine && !is_locked(entry)) return permission::kAll;
  return configuration_[entry] & permission::kAll;
}

void PmpState::changed() {
  const auto open = [this](Privilege privilege) {
    const ProtectionMap map(*this, privilege);
    return map.ranges().size() == 1 && map.ranges().front().permissions == permission::kAll;
  };
  user_open_ = open(Privilege::User);
  machine_open_ = open(Privilege::Machine);
}

ProtectionMap::ProtectionMap(const PmpState& state, Privilege privilege) {
  constexpr std::uint64_t kEnd = std::uint64_t{1} << 32;  // addresses of the machine have 32 bits
  std::array<std::optional<PmpState::Span>, PmpState::kEntries> spans;
  std::set<std::uint64_t> begins = {0};  // where a range begins
  for (unsigned i = 0; i < PmpState::kEntries; ++i) {
    spans[i] = state.span(i);
    if (!spans[i]) continue;
    if (spans[i]->first < kEnd) begins.insert(spans[i]->first);
    if (spans[i]->last + 1 < kEnd) begins.insert(spans[i]->last + 1);
  }
  // The entry with the lowest number decides. Where there is none, only machine mode may access.
  const auto permissions_at = [&](std::uint64_t address) {
    for (unsigned i = 0; i < PmpState::kEntries; ++i) {
      if (spans[i] && spans[i]->first <= address && address <= spans[i]->last) return state.permissions(i, privilege);
    }
    return privilege == Privilege::Machine ? permission::kAll : std::uint8_t{0};
  };
  for (const std::uint64_t begin : begins) {
    const std::uint8_t permissions = permissions_at(begin);
    if (!ranges_.empty() && ranges_.back().permissions == permissions) continue;
    if (!ranges_.empty()) ranges_.back().last = static_cast<std::uint32_t>(begin - 1);
    ranges_.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(kEnd - 1), permissions});
  }
}

const ProtectionMap::Range& ProtectionMap::range_of(std::uint32_t address) const {
  return *std::ranges::lower_bound(ranges_, address, {}, &Range::last);
}

std::optional<std::uint32_t> ProtectionMap::first_forbidden(std::uint32_t address, unsigned bytes,
                                                            std::uint8_t wanted) const {
  const auto forbidden = [&](const Range& range) { return (range.permissions & wanted) != wanted; };
  const Range& first = range_of(address);
  if (forbidden(first)) return address;
  const std::uint32_t last = address + (bytes - 1);
  if (first.first <= last && last <= first.last) return std::nullopt;
  // A range has at least four bytes, except that the last range may lead around to the first.
  const Range& second = range_of(last);
  return forbidden(second) ? std::optional(second.first) : std::nullopt;
}

bool ProtectionMap::is_open(std::uint32_t first, std::uint32_t bytes) const {
  const Range& range = range_of(first);
  return range.permissions == permission::kAll && range.last - first >= bytes - 1;
}

}  // namespace janus::hart
