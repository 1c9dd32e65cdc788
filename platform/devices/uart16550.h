// UART 16550A (National Semiconductor, PC16550D data sheet), with byte registers.
//
//   0 RBR/THR (DLL)  1 IER (DLM)  2 IIR/FCR  3 LCR  4 MCR  5 LSR  6 MSR  7 SCR
//
// Transmission takes no time, so THR is always empty. Received bytes wait in the receiver FIFO of 16 bytes; if the FIFO
// is full, the sender waits, so that no byte is lost (as with hardware flow control). A wider access moves only one
// byte.
#pragma once

#include <array>
#include <string>

#include "devices/device.h"

namespace janus::devices {

class Uart16550 {
 public:
  std::optional<Datum> read(std::uint32_t offset, unsigned size);
  bool write(std::uint32_t offset, unsigned size, std::uint32_t value);
  Picoseconds next_event() const { return kNever; }
  void advance_to(Picoseconds) {}
  bool shows_time(std::uint32_t) const { return false; }
  bool same_but_for_time(const Uart16550& other) const { return *this == other; }
  bool ignores_value(std::uint32_t offset) const { return transmits(offset); }

  // The interrupt line.
  bool interrupt() const { return interrupt_identity() != kNoInterrupt; }

  // The wire: delivers a byte to the receiver; false if the FIFO is full and the sender must wait.
  bool receive(Datum byte);
  bool can_receive() const { return received_ < capacity(); }
  // Whether a received byte that was not read yet is a symbol.
  bool holds_symbols() const;
  // Removes and returns the byte that the last write sent, if it sent one.
  std::optional<std::uint8_t> take_sent();

  // Whether a write at `offset` only sends a byte: then its value does not change the device's state.
  bool transmits(std::uint32_t offset) const { return offset == 0 && !(lcr_ & kDivisorLatch) && !(mcr_ & kLoopback); }

  friend bool operator==(const Uart16550&, const Uart16550&) = default;

 private:
  static constexpr std::uint8_t kDivisorLatch = 0x80;  // LCR.DLAB
  static constexpr std::uint8_t kLoopback = 0x10;      // MCR.LOOP
  static constexpr std::uint8_t kNoInterrupt = 0x01;
  static constexpr unsigned kFifo = 16;

  unsigned capacity() const { return fifo_enabled() ? kFifo : 1; }
  bool fifo_enabled() const { return fcr_ & 1; }
  std::uint8_t interrupt_identity() const;
  std::uint8_t line_status();
  std::uint8_t modem_status() const;

  std::array<Datum, kFifo> fifo_{};
  std::uint8_t first_ = 0, received_ = 0;  // of the ring: the index of the oldest byte, and the number of bytes
  std::uint8_t ier_ = 0, fcr_ = 0, lcr_ = 3, mcr_ = 0, scr_ = 0, dll_ = 1, dlm_ = 0;
  bool transmitter_empty_interrupt_ = false;  // raised and not yet acknowledged
  bool overrun_ = false;
  std::optional<std::uint8_t> sent_;
};

// The registers, for users.
std::string describe(Uart16550 uart);

static_assert(Device<Uart16550>);

}  // namespace janus::devices
