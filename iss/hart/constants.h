// Words of any domain of values (isa/values.h) that are the same for all inputs.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "isa/values.h"

namespace janus::hart {

template <unsigned W>
bool is_constant(const isa::Bits<W>&) {
  return true;
}
template <class Word>
bool is_constant(const Word& word) {
  return word.is_concrete();
}

// The least and the largest value that a word may have. A domain with words of several values has its own.
inline std::pair<std::uint32_t, std::uint32_t> bounds_of(const isa::Bits<32>& word) { return {word.raw, word.raw}; }

// The value of a word, if it is the same for all inputs.
inline std::optional<std::uint32_t> constant_of(const isa::Bits<32>& word) { return word.raw; }
template <class Word>
std::optional<std::uint32_t> constant_of(const Word& word) {
  return word.is_concrete() ? std::optional(word.bits.raw) : std::nullopt;
}

// The same of a word that is known to be a constant.
template <unsigned W>
std::uint32_t bits_of(const isa::Bits<W>& word) {
  static_assert(W <= 32);
  return static_cast<std::uint32_t>(word.raw);
}
template <class Word>
std::uint32_t bits_of(const Word& word) {
  return word.bits.raw;
}

}  // namespace janus::hart
