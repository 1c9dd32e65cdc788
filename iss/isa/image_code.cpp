#include "isa/image_code.h"

#include <algorithm>
#include <cstring>

namespace janus::isa {

std::optional<std::uint32_t> ImageCode::bytes(std::uint32_t address, unsigned count) const {
  const auto& segments = image_->segments();
  const auto after = std::ranges::upper_bound(segments, address, {}, &support::Segment::address);
  if (after == segments.begin()) return std::nullopt;
  const support::Segment& segment = after[-1];
  const std::uint32_t offset = address - segment.address;
  if (segment.bytes.size() < count || offset > segment.bytes.size() - count) return std::nullopt;
  std::uint32_t value = 0;
  std::memcpy(&value, segment.bytes.data() + offset, count);
  return value;
}

std::optional<std::uint32_t> ImageCode::word(std::uint32_t address) const { return bytes(address, 4); }

std::optional<Instruction> ImageCode::at(std::uint32_t address) const {
  auto bits = bytes(address, extensions_.alignment());
  if (bits && length_of(*bits, extensions_) == 4) bits = bytes(address, 4);
  return bits ? std::optional(decode(*bits, extensions_)) : std::nullopt;
}

}  // namespace janus::isa
