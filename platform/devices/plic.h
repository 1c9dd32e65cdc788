// PLIC: the platform-level interrupt controller (RISC-V PLIC specification 1.0), as on QEMU's `virt` board: sources
// 1..95, and one context, number 0, for machine mode of hart 0.
//
// Word accesses only. Sources are level-triggered: the gateway forwards an interrupt once, and after its completion
// again if the line is still high.
#pragma once

#include <bitset>
#include <string>

#include "devices/registers.h"

namespace janus::devices {

class Plic {
 public:
  static constexpr unsigned kSources = 96;  // source 0 does not exist
  static constexpr std::string_view kTitle =
      "PLIC: the platform-level interrupt controller, for machine mode of one hart";
  static constexpr Register kRegisters[] = {
      {"PRIORITY", 0x00'0000, 4, Access::ReadWrite, 0, "of source n", {{"LEVEL", 0, 2, "0: never"}}, kSources},
      {.name = "PENDING",
       .offset = 0x00'1000,
       .bytes = 4,
       .access = Access::ReadOnly,
       .reset = 0,
       .meaning = "sources that wait to be claimed, 32 in each word",
       .count = kSources / 32},
      {.name = "ENABLE",
       .offset = 0x00'2000,
       .bytes = 4,
       .access = Access::ReadWrite,
       .reset = 0,
       .meaning = "sources that interrupt, 32 in each word",
       .count = kSources / 32},
      {"THRESHOLD",
       0x20'0000,
       4,
       Access::ReadWrite,
       0,
       "only higher priorities interrupt",
       {{"LEVEL", 0, 2, "0 to 7"}}},
      {"CLAIM", 0x20'0004, 4, Access::ReadWrite, 0, "read: claims a source, 0 if there is none; write: completes it"}};

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

  // More about its state, for users.
  std::string contents() const;

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

static_assert(Device<Plic>);

}  // namespace janus::devices
