// The UART of SiFive's FE310 (FE310-G002 Manual v1p5, chapter 18), with word registers.
//
// Transmission takes no time, so the transmit FIFO holds bytes only while TXCTRL.TXEN is not set. Received bytes wait
// in a FIFO of 8 bytes while RXCTRL.RXEN is set; if the FIFO is full, or the receiver is off, the sender waits, so that
// no byte is lost.
#pragma once

#include <array>
#include <utility>

#include "devices/registers.h"
#include "devices/wire.h"

namespace janus::devices {

class SiFiveUart {
 public:
  using enum Access;
  static constexpr std::string_view kTitle = "UART of SiFive's FE310; transmits at once";
  static constexpr Received kReceives{"byte", 1};
  static constexpr Register kRegisters[] = {
      {"TXDATA",
       0x00,
       4,
       ReadWrite,
       0,
       "sends a byte",
       {{"DATA", 0, 7, "to send; reads as 0"}, {"FULL", 31, 31, "the transmit FIFO is full: the byte is dropped"}}},
      {"RXDATA",
       0x04,
       4,
       ReadOnly,
       0x8000'0000,
       "the oldest received byte; reading removes it",
       {{"DATA", 0, 7, "the byte"}, {"EMPTY", 31, 31, "there is none"}}},
      {"TXCTRL",
       0x08,
       4,
       ReadWrite,
       0,
       "control of the transmitter",
       {{"TXEN", 0, 0, "sends"}, {"NSTOP", 1, 1, "two stop bits"}, {"TXCNT", 16, 18, "IP.TXWM below so many bytes"}}},
      {"RXCTRL",
       0x0c,
       4,
       ReadWrite,
       0,
       "control of the receiver",
       {{"RXEN", 0, 0, "receives"}, {"RXCNT", 16, 18, "IP.RXWM above so many bytes"}}},
      {"IE",
       0x10,
       4,
       ReadWrite,
       0,
       "which events interrupt",
       {{"TXWM", 0, 0, "there is room to send"}, {"RXWM", 1, 1, "bytes were received"}}},
      {"IP",
       0x14,
       4,
       ReadOnly,
       0,
       "what is pending",
       {{"TXWM", 0, 0, "there is room to send"}, {"RXWM", 1, 1, "bytes were received"}}},
      {"DIV", 0x18, 4, ReadWrite, 0, "divisor of the bit rate; no effect", {{"DIV", 0, 15, "minus 1"}}}};

  // Word accesses; all others are refused.
  std::optional<Datum> read(std::uint32_t offset, unsigned size) {
    const auto index = Registers::decode(offset, size, false);
    if (!index) return std::nullopt;
    if (offset == kTxData) return is_full() ? kFlag : 0;
    if (offset == kIp) return pending();
    if (offset != kRxData) return registers_.value(*index);
    if (received_ == 0) return kFlag;
    const Datum byte = std::exchange(fifo_[first_], {});  // so that equal states are equal
    first_ = --received_ == 0 ? 0 : static_cast<std::uint8_t>((first_ + 1) % kFifo);
    deliver();
    return byte;
  }

  bool write(std::uint32_t offset, unsigned size, std::uint32_t value) {
    const auto index = Registers::decode(offset, size, true);
    if (!index) return false;
    if (offset == kTxData) {
      if (!is_full()) to_send_[to_send_bytes_++] = static_cast<std::uint8_t>(value);
    } else {
      registers_.store(*index, value);
      deliver();
    }
    return true;
  }

  Picoseconds next_event() const { return kNever; }
  void advance_to(Picoseconds) {}
  bool shows_time(std::uint32_t) const { return false; }
  bool same_but_for_time(const SiFiveUart& other) const { return *this == other; }
  bool ignores_value(std::uint32_t offset) const { return offset == kTxData && (sends() || is_full()); }

  bool interrupt() const { return (pending() & registers_.get("IE").bits) != 0; }

  // Puts these bytes on the wire: each arrives as soon as there is room.
  void feed(std::vector<Datum> bytes) {
    wire_.feed(std::move(bytes));
    deliver();
  }
  bool can_receive() const { return registers_.field("RXCTRL.RXEN") && received_ < kFifo; }
  bool receive(Datum byte) {
    if (!can_receive()) return false;
    fifo_[(first_ + received_) % kFifo] = byte;
    ++received_;
    return true;
  }
  bool holds_symbols() const {
    if (wire_.holds_symbols()) return true;
    for (unsigned i = 0; i < received_; ++i) {
      if (fifo_[(first_ + i) % kFifo].symbol) return true;
    }
    return false;
  }
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
  // Removes and returns the oldest byte that was sent.
  std::optional<std::uint8_t> take_sent() {
    if (!sends() || to_send_bytes_ == 0) return std::nullopt;
    const std::uint8_t byte = to_send_[0];
    for (unsigned i = 1; i < to_send_bytes_; ++i) to_send_[i - 1] = to_send_[i];
    to_send_[--to_send_bytes_] = 0;
    return byte;
  }

  friend bool operator==(const SiFiveUart&, const SiFiveUart&) = default;

 private:
  using Registers = RegisterFile<kRegisters>;
  static constexpr std::uint32_t kTxData = 0x00, kRxData = 0x04, kIp = 0x14;
  static constexpr std::uint32_t kFlag = 1U << 31;  // FULL and EMPTY
  static constexpr unsigned kFifo = 8;

  bool sends() const { return registers_.field("TXCTRL.TXEN"); }
  bool is_full() const { return to_send_bytes_ == kFifo; }
  std::uint32_t pending() const {
    const std::uint32_t room = to_send_bytes_ < registers_.field("TXCTRL.TXCNT");
    const std::uint32_t bytes = received_ > registers_.field("RXCTRL.RXCNT");
    return bytes << 1 | room;
  }
  void deliver() {
    while (!wire_.is_empty() && can_receive()) receive(wire_.take());
  }

  Registers registers_;
  Wire wire_;
  std::array<Datum, kFifo> fifo_{};
  std::uint8_t first_ = 0, received_ = 0;  // of the ring: the index of the oldest byte, and the number of bytes
  std::array<std::uint8_t, kFifo> to_send_{};
  std::uint8_t to_send_bytes_ = 0;
};

static_assert(Device<SiFiveUart>);

}  // namespace janus::devices
