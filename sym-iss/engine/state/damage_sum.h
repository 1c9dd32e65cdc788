// A sum over a text that finds damage. Nobody attacks: FNV-1a, over 8 bytes at a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace janus::engine {

inline std::uint64_t damage_sum(std::string_view text) {
  std::uint64_t sum = 0xcbf29ce484222325U;
  for (std::size_t at = 0; at < text.size(); at += 8) {
    std::uint64_t word = 0;
    for (std::size_t i = at; i < std::min(at + 8, text.size()); ++i) {
      word = word << 8 | static_cast<unsigned char>(text[i]);
    }
    sum = (sum ^ word) * 0x100000001b3U;
    sum ^= sum >> 32;
  }
  return sum ^ text.size();
}

}  // namespace janus::engine
