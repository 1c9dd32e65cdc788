#include "devices/plic.h"

#include <fmt/format.h>

namespace janus::devices {
namespace {

constexpr std::uint32_t kPending = 0x1000, kEnable = 0x2000, kThreshold = 0x200000, kClaim = 0x200004;
constexpr std::uint32_t kWords = Plic::kSources / 32;

std::uint32_t word_of(const std::bitset<Plic::kSources>& bits, std::uint32_t index) {
  std::uint32_t word = 0;
  for (unsigned i = 0; i < 32; ++i) word |= static_cast<std::uint32_t>(bits[32 * index + i]) << i;
  return word;
}

}  // namespace

unsigned Plic::best(std::uint32_t threshold) const {
  unsigned best = 0;
  std::uint32_t priority = threshold;
  const auto candidates = pending_ & enabled_;
  if (candidates.none()) return 0;
  for (unsigned source = 1; source < kSources; ++source) {
    if (candidates[source] && priority_[source] > priority) {
      best = source;
      priority = priority_[source];
    }
  }
  return best;
}

void Plic::forward(unsigned source) {
  if (level_[source] && !claimed_[source]) pending_.set(source);
}

void Plic::set_source(unsigned source, bool level) {
  level_.set(source, level);
  forward(source);
}

std::optional<std::uint32_t> Plic::read(std::uint32_t offset, unsigned size) {
  if (size != 4 || offset % 4) return std::nullopt;
  if (offset < 4 * kSources) return priority_[offset / 4];
  if (offset >= kPending && offset < kPending + 4 * kWords) return word_of(pending_, (offset - kPending) / 4);
  if (offset >= kEnable && offset < kEnable + 4 * kWords) return word_of(enabled_, (offset - kEnable) / 4);
  if (offset == kThreshold) return threshold_;
  if (offset == kClaim) {
    const unsigned source = best(0);  // the threshold masks the interrupt line, but not a claim
    if (source) {
      pending_.reset(source);
      claimed_.set(source);
    }
    return source;
  }
  return 0;
}

bool Plic::write(std::uint32_t offset, unsigned size, std::uint32_t value) {
  if (size != 4 || offset % 4) return false;
  if (offset > 0 && offset < 4 * kSources) {
    priority_[offset / 4] = value & 7;
  } else if (offset >= kEnable && offset < kEnable + 4 * kWords) {
    const std::uint32_t first = (offset - kEnable) / 4 * 32;
    for (unsigned i = 0; i < 32; ++i) enabled_.set(first + i, value >> i & 1);
    enabled_.reset(0);
  } else if (offset == kThreshold) {
    threshold_ = value & 7;
  } else if (offset == kClaim && value > 0 && value < kSources && enabled_[value]) {
    claimed_.reset(value);
    forward(value);
  }
  return true;
}

std::string Plic::contents() const {
  std::string text;
  for (unsigned source = 1; source < kSources; ++source) {
    if (!priority_[source] && !enabled_[source] && !pending_[source]) continue;
    text += fmt::format("source {}: priority {}, {}, {}\n", source, priority_[source],
                        enabled_[source] ? "enabled" : "not enabled", pending_[source] ? "pending" : "not pending");
  }
  return text;
}

}  // namespace janus::devices
