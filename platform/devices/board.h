// The board: all devices as one value, wired together and selected by address. The functional machine owns a Board, and
// so does each path of the symbolic machine. The SystemC platform has the same devices, each in its own module.
#pragma once

#include "devices/clint.h"
#include "devices/memory_map.h"
#include "devices/plic.h"
#include "devices/test_finisher.h"
#include "devices/uart16550.h"

namespace janus::devices {

class Board {
 public:
  // Access a device at time `now`, which must not be before an earlier access. Nothing or false if no device accepts
  // the access.
  std::optional<std::uint32_t> read(std::uint32_t address, unsigned size, Picoseconds now);
  bool write(std::uint32_t address, unsigned size, std::uint32_t value, Picoseconds now);

  Picoseconds next_event() const { return clint.next_event(); }
  void advance_to(Picoseconds now);

  // Whether two boards are in the same state, apart from their times.
  bool same_but_for_time(const Board& other) const {
    return finisher == other.finisher && clint.same_but_for_time(other.clint) && plic == other.plic &&
           uart == other.uart;
  }

  // The interrupt lines to the hart.
  bool software_interrupt() const { return clint.software_interrupt(); }
  bool timer_interrupt() const { return clint.timer_interrupt(); }
  bool external_interrupt() const { return plic.interrupt(); }

  // Whether a write to `address` leaves the devices in the same state for every value (a byte sent by the UART).
  bool ignores_value(std::uint32_t address) const {
    return memory_map::kUart.contains(address) && uart.transmits(address - memory_map::kUart.base);
  }

  TestFinisher finisher;
  Clint clint;
  Plic plic;
  Uart16550 uart;

 private:
  template <class F>
  auto with_device(std::uint32_t address, F&& access);
  void wire() { plic.set_source(memory_map::kUartInterrupt, uart.interrupt()); }
};

}  // namespace janus::devices
