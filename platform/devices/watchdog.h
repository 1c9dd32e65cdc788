// A watchdog: resets the machine, unless firmware feeds it in time.
//
// CTRL.ENABLE starts it, and nothing stops it. From then on, and from each time that the key is stored to FEED, it
// waits for TIMEOUT microseconds; then it resets the machine. It also does if anything else than the key is stored to
// FEED, or if TIMEOUT is stored to while it runs. A reset is the end of a run, and of a path, since firmware that needs
// it has lost its way.
#pragma once

#include <algorithm>

#include "devices/registers.h"

namespace janus::devices {

class Watchdog {
 public:
  using enum Access;
  static constexpr std::string_view kTitle = "Watchdog";
  static constexpr std::uint32_t kKey = 0x5afe;
  static constexpr Register kRegisters[] = {
      {"CTRL", 0x00, 4, ReadWrite, 0, "control", {{"ENABLE", 0, 0, "runs; a zero has no effect"}}},
      {"TIMEOUT", 0x04, 4, ReadWrite, 1'000'000, "how long it waits", {{"MICROSECONDS", 0, 27, "0 means 1"}}},
      {"FEED",
       0x08,
       4,
       WriteOnly,
       0,
       "begins to wait anew",
       {{"KEY", 0, 15, "0x5afe; anything else resets the machine"}}}};

  // Accesses have the width of the register; all others are refused.
  std::optional<Datum> read(std::uint32_t offset, unsigned size) { return registers_.read(offset, size); }

  bool write(std::uint32_t offset, unsigned size, std::uint32_t value) {
    const auto index = Registers::decode(offset, size, true);
    if (!index) return false;
    const bool runs = registers_.field("CTRL.ENABLE");
    if (Registers::is(*index, "FEED")) {
      if (!runs) return true;
      if (value == kKey) {
        wait();
      } else {
        bite();
      }
    } else if (Registers::is(*index, "TIMEOUT")) {
      registers_.store(*index, value);
      if (runs) bite();
    } else if (value & 1 && !runs) {
      registers_.store(*index, value);
      wait();
    }
    return true;
  }

  Picoseconds next_event() const { return bites_at_; }
  void advance_to(Picoseconds time) {
    time_.now = time;
    if (bites_at_ <= time) bite();
  }

  // Whether it has reset the machine.
  bool has_bitten() const { return bitten_; }

  // What a store does depends on the time; what is read does not.
  bool shows_time(std::uint32_t) const { return true; }
  bool same_but_for_time(const Watchdog& other) const { return *this == other; }
  bool ignores_value(std::uint32_t) const { return false; }

  friend bool operator==(const Watchdog&, const Watchdog&) = default;

 private:
  using Registers = RegisterFile<kRegisters>;
  static constexpr Picoseconds kMicrosecond = 1'000'000;

  void wait() { bites_at_ = time_.now + std::max(registers_.field("TIMEOUT.MICROSECONDS"), 1U) * kMicrosecond; }
  void bite() {
    bitten_ = true;
    bites_at_ = kNever;
  }

  Registers registers_;
  Picoseconds bites_at_ = kNever;
  bool bitten_ = false;
  PassedTime time_;
};

}  // namespace janus::devices
