// A generator of random numbers.
//
// While CTRL.ENABLE is set, a number is ready 5 microseconds after the one before was read; the first one 5
// microseconds after ENABLE. STATUS.READY says so, and the interrupt line is high while CTRL.IRQ is set and a number is
// ready. Reading NUMBER takes the number; without one, it reads as 0.
//
// Numbers come from whoever feeds the generator; after the last one there are no more. A generator that nobody feeds
// makes pseudo-random ones.
#pragma once

#include "devices/registers.h"
#include "devices/wire.h"

namespace janus::devices {

class Trng {
 public:
  using enum Access;
  static constexpr std::string_view kTitle = "Generator of random numbers";
  static constexpr Received kReceives{"number", 4};
  static constexpr Register kRegisters[] = {
      {"CTRL", 0x00, 4, ReadWrite, 0, "control", {{"ENABLE", 0, 0, "makes numbers"}, {"IRQ", 1, 1, "interrupts"}}},
      {"STATUS", 0x04, 4, ReadOnly, 0, "state", {{"READY", 0, 0, "there is a number"}}},
      {"NUMBER", 0x08, 4, ReadOnly, 0, "a random number; reading takes it"}};

  std::optional<Datum> read(std::uint32_t offset, unsigned size) {
    const auto index = Registers::decode(offset, size, false);
    if (!index) return std::nullopt;
    const Datum value = registers_.value(*index);
    if (Registers::is(*index, "NUMBER") && registers_.field("STATUS.READY")) {
      registers_.set("NUMBER", 0);
      registers_.set_field("STATUS.READY", 0);
      schedule();
    }
    return value;
  }

  bool write(std::uint32_t offset, unsigned size, std::uint32_t value) {
    const auto index = Registers::decode(offset, size, true);
    if (!index) return false;
    const bool enabled = registers_.field("CTRL.ENABLE");
    registers_.store(*index, value);
    if (!registers_.field("CTRL.ENABLE")) next_number_ = kNever;
    if (!enabled && !registers_.field("STATUS.READY")) schedule();
    return true;
  }

  Picoseconds next_event() const { return next_number_; }
  void advance_to(Picoseconds time) {
    time_.now = time;
    if (next_number_ > time) return;
    next_number_ = kNever;
    registers_.set("NUMBER", next());
    registers_.set_field("STATUS.READY", 1);
  }

  // What is read or written, and what it does, depends on whether a number is ready.
  bool shows_time(std::uint32_t) const { return true; }
  bool same_but_for_time(const Trng& other) const { return *this == other; }
  bool ignores_value(std::uint32_t) const { return false; }

  bool interrupt() const { return registers_.field("CTRL.IRQ") && registers_.field("STATUS.READY"); }

  void feed(std::vector<Datum> numbers) {
    wire_.feed(std::move(numbers));
    if (wire_.is_empty()) next_number_ = kNever;
  }
  bool holds_symbols() const { return wire_.holds_symbols() || registers_.get("NUMBER").symbol; }
  std::size_t arrived() const { return wire_.taken(); }

  friend bool operator==(const Trng&, const Trng&) = default;

 private:
  using Registers = RegisterFile<kRegisters>;
  static constexpr Picoseconds kMicrosecond = 1'000'000;

  void schedule() {
    const bool is_over = wire_.is_fed() && wire_.is_empty();
    next_number_ = registers_.field("CTRL.ENABLE") && !is_over ? time_.now + 5 * kMicrosecond : kNever;
  }

  // Marsaglia's xorshift, if nobody feeds the generator.
  Datum next() {
    if (wire_.is_fed()) return wire_.take();
    seed_ ^= seed_ << 13;
    seed_ ^= seed_ >> 17;
    seed_ ^= seed_ << 5;
    return seed_;
  }

  Registers registers_;
  std::uint32_t seed_ = 2463534242;
  Picoseconds next_number_ = kNever;
  Wire wire_;
  PassedTime time_;
};

}  // namespace janus::devices
