// Hashes of what is concrete in registers, memory and devices.
#pragma once

#include <cstdint>

#include "engine/state/execution_state.h"
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

// How many symbols the devices hold: bytes that are still on the wire. A state with more of them has another future.
inline std::uint64_t content_of(const SharedBoard& board) {
  const auto symbols = board.get().symbols();
  return symbols ? symbols->size() : kSymbolicWord;
}

}  // namespace janus::engine
