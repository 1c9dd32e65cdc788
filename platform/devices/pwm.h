// A timer with a pulse-width modulator.
//
// While CTRL.ENABLE is set, COUNT goes from 0 to PERIOD - 1, one more each microsecond, and again. OUTPUT.LEVEL is 1
// while the timer counts and COUNT is less than COMPARE: so COMPARE of 0 is always 0, and COMPARE of PERIOD always 1.
// When COUNT begins again, EVENTS.WRAP is set; with CTRL.ONE_SHOT, ENABLE is cleared then. The interrupt line is high
// while CTRL.IRQ and EVENTS.WRAP are set. Stores to PERIOD count from the next beginning on.
#pragma once

#include <algorithm>

#include "devices/registers.h"

namespace janus::devices {

class Pwm {
 public:
  using enum Access;
  static constexpr std::string_view kTitle = "Timer with a pulse-width modulator";
  static constexpr Register kRegisters[] = {
      {"CTRL",
       0x00,
       4,
       ReadWrite,
       0,
       "control",
       {{"ENABLE", 0, 0, "counts; begins at 0 when it becomes 1"},
        {"IRQ", 1, 1, "interrupts while EVENTS.WRAP is set"},
        {"ONE_SHOT", 2, 2, "stops at the end of the period"}}},
      {"PERIOD", 0x04, 4, ReadWrite, 1000, "microseconds", {{"MICROSECONDS", 0, 23, "0 means 1"}}},
      {"COMPARE",
       0x08,
       4,
       ReadWrite,
       0,
       "microseconds of a period in which the output is 1",
       {{"MICROSECONDS", 0, 23, "from its beginning on"}}},
      {"COUNT",
       0x0c,
       4,
       ReadOnly,
       0,
       "microseconds since the period began",
       {{"MICROSECONDS", 0, 23, "0 if the timer does not count"}}},
      {"EVENTS", 0x10, 4, WriteOneToClear, 0, "what has happened", {{"WRAP", 0, 0, "a period has ended"}}},
      {"OUTPUT", 0x14, 4, ReadOnly, 0, "the output", {{"LEVEL", 0, 0, "as it is now"}}}};

  // Accesses have the width of the register; all others are refused.
  std::optional<Datum> read(std::uint32_t offset, unsigned size) {
    const auto index = Registers::decode(offset, size, false);
    if (!index) return std::nullopt;
    if (Registers::is(*index, "COUNT")) return count();
    if (Registers::is(*index, "OUTPUT"))
      return std::uint32_t{is_counting() && count() < registers_.field("COMPARE.MICROSECONDS")};
    return registers_.value(*index);
  }

  bool write(std::uint32_t offset, unsigned size, std::uint32_t value) {
    const auto index = Registers::decode(offset, size, true);
    if (!index) return false;
    const bool counted = is_counting();
    registers_.store(*index, value);
    if (!is_counting()) {
      began_ = 0;
      ends_ = kNever;
    } else if (!counted) {
      begin(time_.now);
    }
    return true;
  }

  Picoseconds next_event() const { return ends_; }
  void advance_to(Picoseconds time) {
    time_.now = time;
    if (ends_ > time) return;
    registers_.set_field("EVENTS.WRAP", 1);
    if (registers_.field("CTRL.ONE_SHOT")) {
      registers_.set_field("CTRL.ENABLE", 0);
      began_ = 0;
      ends_ = kNever;
    } else {
      begin(ends_ + (time - ends_) / period() * period());
    }
  }

  // Only COMPARE has nothing to do with the time.
  bool shows_time(std::uint32_t offset) const { return offset != kCompare; }
  bool same_but_for_time(const Pwm& other) const { return *this == other; }
  bool ignores_value(std::uint32_t) const { return false; }

  bool interrupt() const { return registers_.field("CTRL.IRQ") && registers_.field("EVENTS.WRAP"); }

  friend bool operator==(const Pwm&, const Pwm&) = default;

 private:
  using Registers = RegisterFile<kRegisters>;
  static constexpr std::uint32_t kCompare = 0x08;
  static constexpr Picoseconds kMicrosecond = 1'000'000;

  bool is_counting() const { return registers_.field("CTRL.ENABLE"); }
  Picoseconds period() const { return std::max(registers_.field("PERIOD.MICROSECONDS"), 1U) * kMicrosecond; }
  std::uint32_t count() const {
    return is_counting() ? static_cast<std::uint32_t>((time_.now - began_) / kMicrosecond) : 0;
  }
  void begin(Picoseconds now) {
    began_ = now;
    ends_ = now + period();
  }

  Registers registers_;
  Picoseconds began_ = 0;      // this period; 0 if the timer does not count
  Picoseconds ends_ = kNever;  // this period
  PassedTime time_;
};

}  // namespace janus::devices
