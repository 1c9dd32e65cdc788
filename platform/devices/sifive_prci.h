// Clocks of SiFive's FE310 (FE310-G002 Manual v1p5, chapter 6), as far as firmware waits for them: an oscillator that
// is on is ready at once, and the PLL locks 100 microseconds after it was taken out of bypass. How fast the core runs
// is what the platform's text says, whatever is written here.
#pragma once

#include "devices/registers.h"

namespace janus::devices {

class SiFivePrci {
 public:
  using enum Access;
  static constexpr std::string_view kTitle = "Clocks of SiFive's FE310; no effect on the core's clock";
  static constexpr Register kRegisters[] = {
      {"HFROSCCFG",
       0x00,
       4,
       ReadWrite,
       0xc010'0004,
       "ring oscillator",
       {{"DIV", 0, 5, "divisor minus 1; no effect"},
        {"TRIM", 16, 20, "no effect"},
        {"EN", 30, 30, "on"},
        {"RDY", 31, 31, "ready, read only"}}},
      {"HFXOSCCFG",
       0x04,
       4,
       ReadWrite,
       0xc000'0000,
       "crystal oscillator",
       {{"EN", 30, 30, "on"}, {"RDY", 31, 31, "ready, read only"}}},
      {"PLLCFG",
       0x08,
       4,
       ReadWrite,
       0x0006'0df1,
       "PLL",
       {{"R", 0, 2, "reference divisor minus 1; no effect"},
        {"F", 4, 9, "multiplier; no effect"},
        {"Q", 10, 11, "output divisor; no effect"},
        {"SEL", 16, 16, "drives the core, instead of the ring oscillator; no effect"},
        {"REFSEL", 17, 17, "reference is the crystal; no effect"},
        {"BYPASS", 18, 18, "the reference goes past the PLL"},
        {"LOCK", 31, 31, "locked, read only"}}},
      {"PLLOUTDIV",
       0x0c,
       4,
       ReadWrite,
       0x100,
       "divisor behind the PLL",
       {{"DIV", 0, 5, "no effect"}, {"BY1", 8, 8, "does not divide; no effect"}}},
      {"PROCMONCFG", 0xf0, 4, ReadWrite, 0, "process monitor; no effect"}};

  // Word accesses; all others are refused.
  std::optional<Datum> read(std::uint32_t offset, unsigned size) { return registers_.read(offset, size); }

  bool write(std::uint32_t offset, unsigned size, std::uint32_t value) {
    const auto index = Registers::decode(offset, size, true);
    if (!index) return false;
    const bool locked = registers_.field("PLLCFG.LOCK"), bypassed = registers_.field("PLLCFG.BYPASS");
    registers_.store(*index, value);
    registers_.set_field("HFROSCCFG.RDY", registers_.field("HFROSCCFG.EN"));
    registers_.set_field("HFXOSCCFG.RDY", registers_.field("HFXOSCCFG.EN"));
    const bool bypasses = registers_.field("PLLCFG.BYPASS");
    registers_.set_field("PLLCFG.LOCK", locked && !bypasses);
    if (bypasses) locks_ = kNever;
    if (bypassed && !bypasses) locks_ = time_.now + kLockTime;
    return true;
  }

  Picoseconds next_event() const { return locks_; }
  void advance_to(Picoseconds time) {
    time_.now = time;
    if (locks_ > time) return;
    locks_ = kNever;
    registers_.set_field("PLLCFG.LOCK", 1);
  }

  bool shows_time(std::uint32_t offset) const { return offset == kPllCfg; }
  bool same_but_for_time(const SiFivePrci& other) const { return *this == other; }
  bool ignores_value(std::uint32_t) const { return false; }

  friend bool operator==(const SiFivePrci&, const SiFivePrci&) = default;

 private:
  using Registers = RegisterFile<kRegisters>;
  static constexpr std::uint32_t kPllCfg = 0x08;
  static constexpr Picoseconds kLockTime = 100'000'000;

  Registers registers_;
  Picoseconds locks_ = kNever;
  PassedTime time_;
};

static_assert(Device<SiFivePrci>);

}  // namespace janus::devices
