// Random operands and corner cases, the same in every run and on every machine.
#pragma once

#include <array>
#include <cstdint>
#include <random>

namespace janus::testing {

// Corner cases of carries, signs and divisions.
inline constexpr std::array<std::uint32_t, 13> kCorners = {
    0,           1,           2,           31,          32,          0x7fff'ffff, 0x8000'0000,
    0x8000'0001, 0xffff'ffff, 0xffff'fffe, 0xffff'8000, 0x0000'ffff, 0x1234'5678};

// The standard specifies std::mt19937_64 exactly, but not the distributions, so none of these is used.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  std::uint64_t word64() { return engine_(); }
  std::uint32_t word() { return static_cast<std::uint32_t>(engine_() >> 32); }
  // 0..bound-1
  std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>((std::uint64_t{word()} * bound) >> 32); }
  std::int32_t between(std::int32_t low, std::int32_t high) {
    return low + static_cast<std::int32_t>(below(static_cast<std::uint32_t>(high - low) + 1));
  }
  bool one_in(std::uint32_t n) { return below(n) == 0; }
  template <class Container>
  auto pick(const Container& container) {
    return container[below(static_cast<std::uint32_t>(container.size()))];
  }
  // A corner case, a number close to one, a number below 256, or any word.
  std::uint32_t operand() {
    switch (below(4)) {
      case 0: return pick(kCorners);
      case 1: return pick(kCorners) + static_cast<std::uint32_t>(between(-2, 2));
      case 2: return below(256);
      default: return word();
    }
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace janus::testing
