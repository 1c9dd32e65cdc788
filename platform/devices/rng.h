// A generator of random numbers: 32 bits at a time, of which none tells of the others. It is Janus' own.
//
// While CTRL.ENABLE is set, a number is ready at once. Numbers come from whoever feeds the generator; after the last
// one, none is ready: STATUS.READY is 0, as if the source of noise had failed. A generator that nobody feeds gives the
// same numbers in each run, without an end (xorshift32 by Marsaglia: not for cryptography).
#pragma once

#include "devices/registers.h"
#include "devices/wire.h"

namespace janus::devices {

class Rng {
 public:
  using enum Access;
  static constexpr std::string_view kTitle = "Random numbers";
  static constexpr Received kReceives{"number", 4};
  static constexpr Register kRegisters[] = {
      {"CTRL", 0x00, 4, ReadWrite, 0, "control", {{"ENABLE", 0, 0, "numbers are made"}}},
      {"STATUS", 0x04, 4, ReadOnly, 0, "whether there are numbers", {{"READY", 0, 0, "DATA has one"}}},
      {"DATA", 0x08, 4, ReadOnly, 0, "a number, at each read another one; 0 if none is ready"}};

  // Accesses have the width of the register; all others are refused.
  std::optional<Datum> read(std::uint32_t offset, unsigned size) {
    const auto index = Registers::decode(offset, size, false);
    if (!index) return std::nullopt;
    if (Registers::is(*index, "STATUS")) return is_ready();
    return Registers::is(*index, "DATA") ? take() : registers_.value(*index);
  }

  bool write(std::uint32_t offset, unsigned size, std::uint32_t value) {
    const auto index = Registers::decode(offset, size, true);
    if (index) registers_.store(*index, value);
    return index.has_value();
  }

  Picoseconds next_event() const { return kNever; }
  void advance_to(Picoseconds) {}
  bool shows_time(std::uint32_t) const { return false; }
  bool same_but_for_time(const Rng& other) const { return *this == other; }
  bool ignores_value(std::uint32_t) const { return false; }

  void feed(std::vector<Datum> numbers) { wire_.feed(std::move(numbers)); }
  bool holds_symbols() const { return wire_.holds_symbols(); }
  void list_symbols(std::vector<const void*>& symbols) const { wire_.list_symbols(symbols); }
  std::size_t arrived() const { return wire_.taken(); }

  friend bool operator==(const Rng&, const Rng&) = default;

 private:
  using Registers = RegisterFile<kRegisters>;

  bool is_ready() const { return registers_.field("CTRL.ENABLE") && !(wire_.is_fed() && wire_.is_empty()); }

  Datum take() {
    if (!is_ready()) return 0;
    if (wire_.is_fed()) return wire_.take();
    made_ ^= made_ << 13;
    made_ ^= made_ >> 17;
    return made_ ^= made_ << 5;
  }

  Registers registers_;
  std::uint32_t made_ = 0x9e37'79b9;  // the last number, if nobody feeds the generator; not 0
  Wire wire_;
};

}  // namespace janus::devices
