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
  static constexpr Register kRegisters[] = {
      {"CTRL", 0x00, 4, ReadWrite, 0, "control", {{"ENABLE", 0, 0, "makes numbers"}, {"IRQ", 1, 1, "interrupts"}}},
      {"STATUS", 0x04, 4, ReadOnly, 0, "state", {{"READY", 0, 0, "there is a number"}}},
      {"NUMBER", 0x08, 4, ReadOnly, 0, "a random number; reading takes it"}};

  std::optional<Datum> read(std::uint32_t offset, unsigned size) {
    const auto index = Registers::decode(offset, size, false);
    return index ? std::optional(registers_.value(*index)) : std::nullopt;
  }

  bool write(std::uint32_t offset, unsigned size, std::uint32_t value) {
    const auto index = Registers::decode(offset, size, true);
    if (!index) return false;
    registers_.store(*index, value);
    return true;
  }

  // Yours to write: the rest of what a device has (guide.md, "A device of your own").

 private:
  using Registers = RegisterFile<kRegisters>;

  Registers registers_;
};

}  // namespace janus::devices
