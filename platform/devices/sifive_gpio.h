// The pins of SiFive's FE310 (FE310-G002 Manual v1p5, chapter 17): 32 of them, without interrupts.
//
// INPUT_VAL shows what the pins get from outside: the next word of whoever feeds them at each read, and after the last
// one the same word again. Such words may be symbols, so they are shown as they are, whatever INPUT_EN and OUTPUT_EN
// say. Pins that nobody feeds show what they put out themselves, where both OUTPUT_EN and INPUT_EN are set, and 0
// elsewhere. Pending interrupts are never set.
#pragma once

#include "devices/registers.h"
#include "devices/wire.h"

namespace janus::devices {

class SiFiveGpio {
 public:
  using enum Access;
  static constexpr std::string_view kTitle = "Pins of SiFive's FE310; without interrupts";
  static constexpr Received kReceives{"pins", 4};
  static constexpr Register kRegisters[] = {
      {"INPUT_VAL", 0x00, 4, ReadOnly, 0, "what the pins get"},
      {"INPUT_EN", 0x04, 4, ReadWrite, 0, "pins that are inputs"},
      {"OUTPUT_EN", 0x08, 4, ReadWrite, 0, "pins that are outputs"},
      {"OUTPUT_VAL", 0x0c, 4, ReadWrite, 0, "what outputs put out"},
      {"PUE", 0x10, 4, ReadWrite, 0, "pull-ups; no effect"},
      {"DS", 0x14, 4, ReadWrite, 0, "strength of outputs; no effect"},
      {"RISE_IE", 0x18, 4, ReadWrite, 0, "interrupts when pins rise; no effect"},
      {"RISE_IP", 0x1c, 4, WriteOneToClear, 0, "pins that rose; always 0"},
      {"FALL_IE", 0x20, 4, ReadWrite, 0, "interrupts when pins fall; no effect"},
      {"FALL_IP", 0x24, 4, WriteOneToClear, 0, "pins that fell; always 0"},
      {"HIGH_IE", 0x28, 4, ReadWrite, 0, "interrupts while pins are high; no effect"},
      {"HIGH_IP", 0x2c, 4, WriteOneToClear, 0, "pins that were high; always 0"},
      {"LOW_IE", 0x30, 4, ReadWrite, 0, "interrupts while pins are low; no effect"},
      {"LOW_IP", 0x34, 4, WriteOneToClear, 0, "pins that were low; always 0"},
      {"IOF_EN", 0x38, 4, ReadWrite, 0, "pins that other devices drive; no effect"},
      {"IOF_SEL", 0x3c, 4, ReadWrite, 0, "which of two devices does; no effect"},
      {"OUT_XOR", 0x40, 4, ReadWrite, 0, "outputs that are inverted"}};

  // Word accesses; all others are refused.
  std::optional<Datum> read(std::uint32_t offset, unsigned size) {
    const auto index = Registers::decode(offset, size, false);
    if (!index) return std::nullopt;
    if (!Registers::is(*index, "INPUT_VAL")) return registers_.value(*index);
    if (!wire_.is_fed()) return output() & registers_.get("INPUT_EN").bits;
    if (!wire_.is_empty()) registers_.set("INPUT_VAL", wire_.take());
    return registers_.get("INPUT_VAL");
  }

  bool write(std::uint32_t offset, unsigned size, std::uint32_t value) {
    const auto index = Registers::decode(offset, size, true);
    if (index) registers_.store(*index, value);
    return index.has_value();
  }

  Picoseconds next_event() const { return kNever; }
  void advance_to(Picoseconds) {}
  bool shows_time(std::uint32_t) const { return false; }
  bool same_but_for_time(const SiFiveGpio& other) const { return *this == other; }
  bool ignores_value(std::uint32_t) const { return false; }

  void feed(std::vector<Datum> pins) { wire_.feed(std::move(pins)); }
  bool holds_symbols() const { return wire_.holds_symbols() || registers_.get("INPUT_VAL").symbol || keeps_symbols(); }
  std::size_t arrived() const { return wire_.taken(); }

  // Pins that nobody feeds show what is put out, bit by bit.
  bool keeps(std::uint32_t offset) const { return offset == kOutputVal; }
  void keep(std::uint32_t, Datum pins) { registers_.set("OUTPUT_VAL", pins); }
  bool keeps_symbols() const { return registers_.get("OUTPUT_VAL").symbol; }
  const void* undecided(std::uint32_t offset, bool store) const {
    return offset == kInputVal && !store && !wire_.is_fed() ? registers_.get("OUTPUT_VAL").symbol : nullptr;
  }
  void decide(std::uint32_t pins) { registers_.set("OUTPUT_VAL", pins); }

  // What the outputs put out; 0 where a pin is none.
  std::uint32_t output() const {
    return (registers_.get("OUTPUT_VAL").bits ^ registers_.get("OUT_XOR").bits) & registers_.get("OUTPUT_EN").bits;
  }

  friend bool operator==(const SiFiveGpio&, const SiFiveGpio&) = default;

 private:
  using Registers = RegisterFile<kRegisters>;
  static constexpr std::uint32_t kInputVal = 0x00, kOutputVal = 0x0c;

  Registers registers_;
  Wire wire_;
};

static_assert(Keeps<SiFiveGpio> && Decides<SiFiveGpio>);

}  // namespace janus::devices
