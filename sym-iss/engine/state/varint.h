// Numbers in groups of 7 bits, lowest first, with the highest bit set in all bytes but the last (LEB128).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace janus::engine {

inline void append_varint(std::string& text, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) text.push_back(static_cast<char>(value | 0x80));
  text.push_back(static_cast<char>(value));
}

// The number at `at`, which moves behind it. Nothing if the text ends before the number, or the number has more than 64
// bits.
inline std::optional<std::uint64_t> read_varint(std::string_view text, std::size_t& at) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64 && at < text.size(); shift += 7) {
    const auto byte = static_cast<unsigned char>(text[at++]);
    if (shift == 63 && byte > 1) return std::nullopt;
    value |= std::uint64_t{byte & 0x7fU} << shift;
    if (byte < 0x80) return value;
  }
  return std::nullopt;
}

// A word of `width` bits as a number that is small if the word, read as signed, is near 0; and back.
constexpr std::uint64_t folded(std::uint64_t value, unsigned width) {
  const unsigned above = 64 - width;
  const auto number = static_cast<std::int64_t>(value << above) >> above;
  return static_cast<std::uint64_t>(number) << 1 ^ static_cast<std::uint64_t>(number >> 63);
}
constexpr std::uint64_t unfolded(std::uint64_t value, unsigned width) {
  const std::uint64_t number = value >> 1 ^ (~(value & 1) + 1);
  return width == 64 ? number : number & ((std::uint64_t{1} << width) - 1);
}

}  // namespace janus::engine
