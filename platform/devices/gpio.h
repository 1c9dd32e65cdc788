// Eight buttons and eight LEDs.
//
// While CTRL.ENABLE is set, the buttons are looked at every PERIOD microseconds. What they show is in BUTTONS, a bit
// for each, 1 while it is pressed; EVENTS.NEW is set each time. The interrupt line is high while CTRL.IRQ and
// EVENTS.NEW are set. LEDS is a bit for each LED, 1 for light.
//
// What the buttons show comes from whoever feeds them, a byte each time; when there are no more, EVENTS.NEW stays as it
// is. Buttons that nobody feeds are pressed one after the other, and released in between: 1, 0, 2, 0, 4 and so on.
#pragma once

#include <algorithm>

#include "devices/registers.h"
#include "devices/wire.h"

namespace janus::devices {

class Gpio {
 public:
  using enum Access;
  static constexpr std::string_view kTitle = "Eight buttons and eight LEDs";
  static constexpr Received kReceives{"buttons", 1};
  static constexpr Register kRegisters[] = {
      {"CTRL",
       0x00,
       4,
       ReadWrite,
       0,
       "control",
       {{"ENABLE", 0, 0, "looks at the buttons; when it becomes 1, first a PERIOD later"},
        {"IRQ", 1, 1, "interrupts while EVENTS.NEW is set"}}},
      {"LEDS", 0x04, 4, ReadWrite, 0, "a bit for each", {{"ON", 0, 7, "1 for light"}}},
      {"BUTTONS", 0x08, 4, ReadOnly, 0, "a bit for each", {{"PRESSED", 0, 7, "as they were when last looked at"}}},
      {"EVENTS", 0x0c, 4, WriteOneToClear, 0, "what has happened", {{"NEW", 0, 0, "the buttons were looked at"}}},
      {"PERIOD",
       0x10,
       4,
       ReadWrite,
       1000,
       "microseconds from one look to the next",
       {{"MICROSECONDS", 0, 19, "0 means 1"}}}};

  // Accesses have the width of the register; all others are refused.
  std::optional<Datum> read(std::uint32_t offset, unsigned size) { return registers_.read(offset, size); }

  bool write(std::uint32_t offset, unsigned size, std::uint32_t value) {
    const auto index = Registers::decode(offset, size, true);
    if (!index) return false;
    const bool enabled = registers_.field("CTRL.ENABLE");
    registers_.store(*index, value);
    if (!registers_.field("CTRL.ENABLE")) next_look_ = kNever;
    if (!enabled && registers_.field("CTRL.ENABLE")) schedule(time_.now);
    return true;
  }

  Picoseconds next_event() const { return next_look_; }
  void advance_to(Picoseconds time) {
    time_.now = time;
    while (next_look_ <= time) {
      const Picoseconds at = next_look_;
      look();
      schedule(at);
    }
  }

  // BUTTONS and EVENTS show how often the buttons were looked at; CTRL and EVENTS, and PERIOD from the next look on,
  // have effects that depend on the time of the access. Unless the device looks when it is told to.
  bool shows_time(std::uint32_t offset) const { return offset != kLeds && !wire_.is_held(); }
  bool same_but_for_time(const Gpio& other) const { return *this == other; }
  bool ignores_value(std::uint32_t) const { return false; }

  bool interrupt() const { return registers_.field("CTRL.IRQ") && registers_.field("EVENTS.NEW"); }

  void feed(std::vector<Datum> looks) {
    wire_.feed(std::move(looks));
    if (wire_.is_empty()) next_look_ = kNever;
  }
  bool holds_symbols() const { return wire_.holds_symbols() || registers_.get("BUTTONS").symbol || keeps_symbols(); }
  bool keeps(std::uint32_t offset) const { return offset == kLeds; }
  void keep(std::uint32_t, Datum leds) { registers_.set("LEDS", leds); }
  bool keeps_symbols() const { return registers_.get("LEDS").symbol; }
  std::size_t arrived() const { return wire_.taken(); }
  void hold() { wire_.hold(); }
  bool can_arrive() const { return registers_.field("CTRL.ENABLE") && wire_.can_release(); }
  void arrive() {
    wire_.release();
    look();
  }

  friend bool operator==(const Gpio&, const Gpio&) = default;

 private:
  using Registers = RegisterFile<kRegisters>;
  static constexpr std::uint32_t kLeds = 0x04;
  static constexpr Picoseconds kMicrosecond = 1'000'000;

  void schedule(Picoseconds from) {
    const std::uint32_t period = std::max(registers_.field("PERIOD.MICROSECONDS"), 1U);
    next_look_ = wire_.is_held() || (wire_.is_fed() && wire_.is_empty()) ? kNever : from + period * kMicrosecond;
  }

  void look() {
    if (wire_.is_fed()) {
      registers_.set("BUTTONS", wire_.take());
    } else {
      registers_.set("BUTTONS", looks_ % 2 == 0 ? 1U << looks_ / 2 : 0);
      looks_ = (looks_ + 1) % 16;
    }
    registers_.set_field("EVENTS.NEW", 1);
  }

  Registers registers_;
  std::uint8_t looks_ = 0;  // if nobody feeds the buttons
  Picoseconds next_look_ = kNever;
  Wire wire_;
  PassedTime time_;
};

static_assert(Keeps<Gpio>);

}  // namespace janus::devices
