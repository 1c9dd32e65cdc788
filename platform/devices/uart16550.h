// UART 16550A (National Semiconductor, PC16550D data sheet), with byte registers.
//
// Transmission takes no time, so THR is always empty. Received bytes wait in the receiver FIFO of 16 bytes; if the FIFO
// is full, the sender waits, so that no byte is lost (as with hardware flow control). A wider access moves only one
// byte. The registers are that many kinds
// at the same offsets that they are decoded by hand.
#pragma once

#include <array>
#include <string>

#include "devices/registers.h"
#include "devices/wire.h"

namespace janus::devices {

class Uart16550 {
 public:
  static constexpr std::string_view kTitle = "UART 16550A (National Semiconductor PC16550D); transmits at once";
  static constexpr Received kReceives{"byte", 1};
  static constexpr Register kRegisters[] = {
      {"RBR", 0, 1, Access::ReadOnly, 0, "the oldest received byte; reading removes it"},
      {"THR", 0, 1, Access::WriteOnly, 0, "sends a byte"},
      {"IER",
       1,
       1,
       Access::ReadWrite,
       0,
       "which events interrupt",
       {{"ERBFI", 0, 0, "received bytes"},
        {"ETBEI", 1, 1, "the transmitter is empty"},
        {"ELSI", 2, 2, "line status"},
        {"EDSSI", 3, 3, "modem status"}}},
      {"IIR",
       2,
       1,
       Access::ReadOnly,
       1,
       "why it interrupts",
       {{"NONE", 0, 0, "no interrupt"},
        {"ID", 1, 3, "3: line status; 2: received; 6: timeout; 1: transmitter"},
        {"FIFO", 6, 7, "3 with FIFO"}}},
      {"FCR",
       2,
       1,
       Access::WriteOnly,
       0,
       "control of the FIFOs",
       {{"ENABLE", 0, 0, "16 bytes instead of 1"},
        {"RESET_RX", 1, 1, "empties the receiver"},
        {"RESET_TX", 2, 2, "empties the transmitter"},
        {"DMA", 3, 3, "no effect"},
        {"TRIGGER", 6, 7, "interrupts at 1, 4, 8, 14 bytes"}}},
      {"LCR",
       3,
       1,
       Access::ReadWrite,
       3,
       "line control",
       {{"WLS", 0, 1, "bits of a byte, minus 5"},
        {"STB", 2, 2, "two stop bits"},
        {"PEN", 3, 3, "parity"},
        {"EPS", 4, 4, "even"},
        {"STICK", 5, 5, "fixed parity"},
        {"BREAK", 6, 6, "holds the line"},
        {"DLAB", 7, 7, "DLL and DLM in place of RBR, THR and IER"}}},
      {"MCR",
       4,
       1,
       Access::ReadWrite,
       0,
       "modem control",
       {{"DTR", 0, 0, "ready"},
        {"RTS", 1, 1, "request to send"},
        {"OUT1", 2, 2, "output 1"},
        {"OUT2", 3, 3, "output 2"},
        {"LOOP", 4, 4, "receives what it sends"}}},
      {"LSR",
       5,
       1,
       Access::ReadOnly,
       0x60,
       "line status",
       {{"DR", 0, 0, "a received byte waits"},
        {"OE", 1, 1, "overrun; reading clears it"},
        {"THRE", 5, 5, "THR is empty"},
        {"TEMT", 6, 6, "the transmitter is empty"}}},
      {"MSR",
       6,
       1,
       Access::ReadOnly,
       0xb0,
       "modem status",
       {{"CTS", 4, 4, "clear to send"}, {"DSR", 5, 5, "ready"}, {"RI", 6, 6, "ring"}, {"DCD", 7, 7, "carrier"}}},
      {"SCR", 7, 1, Access::ReadWrite, 0, "a byte for the firmware"},
      {.name = "DLL",
       .offset = 0,
       .bytes = 1,
       .access = Access::ReadWrite,
       .reset = 1,
       .meaning = "divisor, low byte; no effect",
       .only_if = "LCR.DLAB"},
      {.name = "DLM",
       .offset = 1,
       .bytes = 1,
       .access = Access::ReadWrite,
       .reset = 0,
       .meaning = "divisor, high byte; no effect",
       .only_if = "LCR.DLAB"}};

  std::optional<Datum> read(std::uint32_t offset, unsigned size);
  bool write(std::uint32_t offset, unsigned size, std::uint32_t value);
  Picoseconds next_event() const { return kNever; }
  void advance_to(Picoseconds) {}
  bool shows_time(std::uint32_t) const { return false; }
  bool same_but_for_time(const Uart16550& other) const { return *this == other; }
  bool ignores_value(std::uint32_t offset) const { return transmits(offset); }

  // The interrupt line.
  bool interrupt() const { return interrupt_identity() != kNoInterrupt; }

  // Puts these bytes on the wire: the first arrive now, and each further one as soon as there is room.
  void feed(std::vector<Datum> bytes);
  // Delivers a byte to the receiver; false if the FIFO is full and the sender must wait.
  bool receive(Datum byte);
  bool can_receive() const { return received_ < capacity(); }
  // Removes and returns the oldest byte in the receiver, for who reads the same terminal by another way.
  std::optional<Datum> take_received();
  bool holds_symbols() const;
  void list_symbols(std::vector<const void*>& symbols) const {
    wire_.list_symbols(symbols);
    for (unsigned i = 0; i < received_; ++i) devices::list_symbols(std::span(&fifo_[(first_ + i) % kFifo], 1), symbols);
  }
  std::size_t arrived() const { return wire_.taken(); }
  void hold() { wire_.hold(); }
  bool can_arrive() const { return wire_.can_release() && can_receive(); }
  void arrive() {
    wire_.release();
    deliver();
  }
  // Removes and returns the byte that the last write sent, if it sent one.
  std::optional<std::uint8_t> take_sent();

  // Whether a write at `offset` only sends a byte: then its value does not change the device's state.
  bool transmits(std::uint32_t offset) const { return offset == 0 && !(lcr_ & kDivisorLatch) && !(mcr_ & kLoopback); }

  // More about its state, for users.
  std::string contents() const;

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
  std::optional<Datum> read_register(std::uint32_t offset);
  Datum pop();
  void write_register(std::uint32_t offset, std::uint8_t byte);
  void deliver();

  Wire wire_;
  std::array<Datum, kFifo> fifo_{};
  std::uint8_t first_ = 0, received_ = 0;  // of the ring: the index of the oldest byte, and the number of bytes
  std::uint8_t ier_ = 0, fcr_ = 0, lcr_ = 3, mcr_ = 0, scr_ = 0, dll_ = 1, dlm_ = 0;
  bool transmitter_empty_interrupt_ = false;  // raised and not yet acknowledged
  bool overrun_ = false;
  std::optional<std::uint8_t> sent_;
};

static_assert(Device<Uart16550>);

}  // namespace janus::devices
