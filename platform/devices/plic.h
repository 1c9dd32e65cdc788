// PLIC: the platform-level interrupt controller (RISC-V PLIC specification 1.0), as on QEMU's `virt` board: sources
// 1..95, and one context, number 0, for machine mode of hart 0.
//
//   0x000000 + 4n  priority of source n, 0 (never) to 7
//   0x001000       pending bits, 32 in each word
//   0x002000       enable bits of context 0, 32 in each word
//   0x200000       threshold of context 0
//   0x200004       claim (read), complete (write)
//
// Word accesses only. Sources are level-triggered: the gateway forwards an interrupt once, and after its completion
// again if the line is still high.
#pragma once

#include <bitset>
#include <string>

#include "devices/device.h"

namespace janus::devices {

class Plic {
 public:
  static constexpr unsigned kSources = 96;  // source 0 does not exist

  std::optional<std::uint32_t> read(std::uint32_t offset, unsigned size);
  bool write(std::uint32_t offset, unsigned size, std::uint32_t value);
  Picoseconds next_event() const { return kNever; }
  void advance_to(Picoseconds) {}
  bool shows_time(std::uint32_t) const { return false; }
  bool same_but_for_time(const Plic& other) const { return *this == other; }
  bool ignores_value(std::uint32_t) const { return false; }

  // Drives the line of a source, 1..95.
  void set_source(unsigned source, bool level);
  // The external interrupt line of hart 0.
  bool interrupt() const { return best(threshold_) != 0; }

  friend bool operator==(const Plic&, const Plic&) = default;

 private:
  // The pending and enabled source with the highest priority above `threshold`; the lowest number among equals; 0 if
  // there is none.
  unsigned best(std::uint32_t threshold) const;
  void forward(unsigned source);

  std::uint8_t priority_[kSources] = {};
  std::bitset<kSources> level_, pending_, claimed_, enabled_;
  std::uint32_t threshold_ = 0;
};

// The registers, for users.
std::string describe(Plic plic);

static_assert(Device<Plic>);

}  // namespace janus::devices
