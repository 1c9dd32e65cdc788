// Bytes of the stack that hold what is left of calls and handlers that have returned: everything below the stack
// pointer, and what was below it and was not written since. Well-behaved code never reads them. So two states that
// differ in nothing else have the same future, as long as that is true; and who reads one of them is noticed.
//
// Bytes are followed in a window around the stack pointer at the first interrupt; outside of the window none is dead.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

namespace janus::engine {

class DeadStack {
 public:
  static constexpr std::uint32_t kBelow = 3072, kAbove = 1024;  // bytes of the window

  bool is_followed() const { return bits_ != nullptr; }
  // Follows the stack around `base`, which must be the same for all states that are compared.
  void follow(std::uint32_t base, std::uint32_t stack_pointer) {
    bits_ = std::make_shared<Bits>();
    low_ = base - kBelow;
    stack_pointer_ = low_;
    moved(stack_pointer);
  }
  // The stack pointer has a new value.
  void moved(std::uint32_t stack_pointer) {
    if (stack_pointer > stack_pointer_) set(stack_pointer_, stack_pointer, true);
    stack_pointer_ = stack_pointer;
  }
  std::uint32_t stack_pointer() const { return stack_pointer_; }
  void written(std::uint32_t address, std::uint32_t bytes) {
    if (has_any(address, bytes)) set(address, address + bytes, false);
  }
  bool has_any(std::uint32_t address, std::uint32_t bytes) const {
    for (std::uint32_t byte = 0; bits_ && byte < bytes; ++byte) {
      if (has(address, byte)) return true;
    }
    return false;
  }
  bool has(std::uint32_t address, std::uint32_t byte) const {
    const std::uint32_t i = address + byte - low_;
    return bits_ && i < kBits && has(i);
  }
  // Whether all that is dead here is dead there.
  bool is_within(const DeadStack& other) const {
    if (bits_ == other.bits_ || !bits_) return true;
    if (!other.bits_ || low_ != other.low_) return false;
    for (std::size_t i = 0; i < bits_->size(); ++i) {
      if ((*bits_)[i] & ~(*other.bits_)[i]) return false;
    }
    return true;
  }

 private:
  static constexpr std::uint32_t kBits = kBelow + kAbove;
  using Bits = std::array<std::uint64_t, kBits / 64>;

  bool has(std::uint32_t i) const { return (*bits_)[i / 64] >> i % 64 & 1; }
  void set(std::uint32_t from, std::uint32_t to, bool dead) {
    const std::uint32_t first = from < low_ ? 0 : from - low_;
    const std::uint32_t end = to < low_ ? 0 : std::min(to - low_, kBits);
    if (first >= end) return;
    if (bits_.use_count() > 1) bits_ = std::make_shared<Bits>(*bits_);
    for (std::uint32_t i = first; i < end; ++i) {
      const std::uint64_t bit = std::uint64_t{1} << i % 64;
      (*bits_)[i / 64] = dead ? (*bits_)[i / 64] | bit : (*bits_)[i / 64] & ~bit;
    }
  }

  std::shared_ptr<Bits> bits_;
  std::uint32_t low_ = 0;
  std::uint32_t stack_pointer_ = 0;
};

}  // namespace janus::engine
