#include "devices/uart16550.h"

#include <fmt/format.h>

#include <utility>

namespace janus::devices {
namespace {

constexpr std::uint8_t kDataReady = 0x01, kOverrun = 0x02, kTransmitterEmpty = 0x60;                 // LSR
constexpr std::uint8_t kEnableReceived = 0x01, kEnableTransmitter = 0x02, kEnableLineStatus = 0x04;  // IER

}  // namespace

std::uint8_t Uart16550::interrupt_identity() const {
  const std::uint8_t fifo = fifo_enabled() ? 0xc0 : 0x00;
  static constexpr std::uint8_t kTrigger[] = {1, 4, 8, 14};
  if ((ier_ & kEnableLineStatus) && overrun_) return fifo | 0x06;
  if ((ier_ & kEnableReceived) && received_ > 0) {
    // Below the trigger level, the character timeout interrupts instead. It expires at once, since characters take no
    // time.
    const bool level = !fifo_enabled() || received_ >= kTrigger[fcr_ >> 6];
    return fifo | (level ? 0x04 : 0x0c);
  }
  if ((ier_ & kEnableTransmitter) && transmitter_empty_interrupt_) return fifo | 0x02;
  return kNoInterrupt;
}

std::uint8_t Uart16550::line_status() {
  std::uint8_t status = kTransmitterEmpty;
  if (received_ > 0) status |= kDataReady;
  if (overrun_) status |= kOverrun;
  overrun_ = false;  // reading LSR clears the bit
  return status;
}

std::uint8_t Uart16550::modem_status() const {
  if (!(mcr_ & kLoopback)) return 0xb0;  // DCD, DSR, CTS: a peer is connected
  return static_cast<std::uint8_t>((mcr_ & 0x0c) << 4 | (mcr_ & 0x02) << 3 | (mcr_ & 0x01) << 5);
}

bool Uart16550::holds_symbols() const {
  if (wire_.holds_symbols()) return true;
  for (unsigned i = 0; i < received_; ++i) {
    if (fifo_[(first_ + i) % kFifo].symbol) return true;
  }
  return false;
}

bool Uart16550::receive(Datum byte) {
  if (!can_receive()) return false;
  fifo_[(first_ + received_) % kFifo] = byte;
  ++received_;
  return true;
}

std::optional<std::uint8_t> Uart16550::take_sent() {
  const auto sent = sent_;
  sent_.reset();
  return sent;
}

void Uart16550::feed(std::vector<Datum> bytes) {
  wire_.feed(std::move(bytes));
  deliver();
}

void Uart16550::deliver() {
  while (!wire_.is_empty() && can_receive()) receive(wire_.take());
}

std::optional<Datum> Uart16550::read(std::uint32_t offset, unsigned) {
  const auto value = read_register(offset);
  deliver();
  return value;
}

bool Uart16550::write(std::uint32_t offset, unsigned, std::uint32_t value) {
  write_register(offset, static_cast<std::uint8_t>(value));
  deliver();
  return true;
}

Datum Uart16550::pop() {
  const Datum byte = std::exchange(fifo_[first_], {});  // so that equal states are equal
  first_ = --received_ == 0 ? 0 : (first_ + 1) % kFifo;
  return byte;
}

std::optional<Datum> Uart16550::take_received() {
  if (received_ == 0) return std::nullopt;
  const Datum byte = pop();
  deliver();
  return byte;
}

std::optional<Datum> Uart16550::read_register(std::uint32_t offset) {
  switch (offset) {
    case 0: {
      if (lcr_ & kDivisorLatch) return dll_;
      if (received_ == 0) return 0;
      return pop();
    }
    case 1: return lcr_ & kDivisorLatch ? dlm_ : ier_;
    case 2: {
      const std::uint8_t identity = interrupt_identity();
      if ((identity & 0x0f) == 0x02) transmitter_empty_interrupt_ = false;  // reading acknowledges
      return identity == kNoInterrupt && fifo_enabled() ? 0xc1 : identity;
    }
    case 3: return lcr_;
    case 4: return mcr_;
    case 5: return line_status();
    case 6: return modem_status();
    case 7: return scr_;
    default: return 0;
  }
}

void Uart16550::write_register(std::uint32_t offset, std::uint8_t byte) {
  switch (offset) {
    case 0:
      if (lcr_ & kDivisorLatch) {
        dll_ = byte;
      } else {
        if (!(mcr_ & kLoopback)) {
          sent_ = byte;
        } else if (!receive(byte)) {
          overrun_ = true;
        }
        transmitter_empty_interrupt_ = true;  // the byte is sent at once, so THR is empty again
      }
      break;
    case 1:
      if (lcr_ & kDivisorLatch) {
        dlm_ = byte;
      } else {
        if (!(ier_ & kEnableTransmitter) && (byte & kEnableTransmitter)) transmitter_empty_interrupt_ = true;
        ier_ = byte & 0x0f;
      }
      break;
    case 2:
      if ((fcr_ ^ byte) & 1 || byte & 2) fifo_ = {}, received_ = 0;  // switches FIFO mode, or clears the receiver FIFO
      fcr_ = byte & 0xc9;
      break;
    case 3: lcr_ = byte; break;
    case 4: mcr_ = byte & 0x1f; break;
    case 7: scr_ = byte; break;
    default: break;
  }
}

std::string Uart16550::contents() const {
  std::string text = "received, not yet read:";
  for (unsigned i = 0; i < received_; ++i) {
    const Datum& byte = fifo_[(first_ + i) % kFifo];
    text += byte.symbol ? " ??" : fmt::format(" {:02x}", byte.bits);
  }
  return text + "\n";
}

}  // namespace janus::devices
