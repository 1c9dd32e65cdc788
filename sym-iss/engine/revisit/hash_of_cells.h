// Hashes of what is concrete in registers and memory.
#pragma once

#include <cstdint>

#include "term/symbolic_values.h"

namespace janus::engine {

inline constexpr std::uint64_t kSymbolicWord = std::uint64_t{1} << 32;

constexpr std::uint64_t mixed(std::uint64_t value) {  // splitmix64
  value += 0x9e3779b97f4a7c15;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

inline std::uint64_t content_of(const term::SymbolicWord<32>& word) {
  return word.term ? kSymbolicWord : word.bits.raw;
}

}  // namespace janus::engine
