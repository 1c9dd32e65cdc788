// An SPI controller with a flash memory behind it, at chip select 0.
//
// The controller has the registers of SiFive's SPI (FE310-G002 manual, version 1.5, chapter 19), without the mapping of
// the flash into memory. Its clock is 50 MHz, so a frame of eight bits takes 8 * 2 * (DIV + 1) times 20 nanoseconds.
// Frames wait in a FIFO of eight; those that come back wait in another one, unless FMT.DIR says that nobody wants them.
// A frame that comes back while that FIFO is full is lost. With CSMODE AUTO each frame is a transaction of its own,
// with HOLD all frames are one until CSMODE is another, with OFF no chip is selected. The flash understands frames of
// eight bits on one line, the highest bit first.
//
// The flash has 64 KiB and the commands that all such chips have (for example Winbond W25X05, data sheet, chapter 10):
//
//   0x06, 0x04  write enable and disable: the bit WEL (2) of the status
//   0x05        read the status, as often as frames follow: bit 0, BUSY, while it programs or erases
//   0x03        read from an address of three bytes on, to the end and from the beginning again
//   0x02        program: an address and up to 256 bytes of one page; turns ones to zeros, and begins at the end of
//               the transaction; takes 400 microseconds
//   0x20, 0xc7  erase the sector of 4 KiB at an address, or all, to ones; takes 45 or 500 milliseconds
//   0x9f        identification: 0xef, 0x40, 0x10
//
// Programming and erasing need WEL, and clear it at their end. While the flash is busy, it ignores all commands but
// reading the status; what it ignores, reads as 0xff.
//
// How long it is busy can come from whoever feeds it: then a word is what BUSY is at the next time that the status is
// read while the flash is busy. With 0, or when there are no more words, it has just become ready, whatever the time.
// The flash has to know that: so who feeds it symbols is asked for their bits (Decides, device.h).
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "devices/registers.h"
#include "devices/wire.h"

namespace janus::devices {

// The flash, as the bus sees it: frames while it is selected.
class SpiFlash {
 public:
  // The frame that comes back while `in` goes there.
  std::uint8_t exchange(std::uint8_t in) {
    const std::uint32_t position = position_;
    position_ = std::min(position_ + 1, kManyFrames);
    if (position == 0) {
      command_ = is_busy() && in != kReadStatus ? 0 : in;
      address_ = 0;
      page_.clear();
      return 0xff;
    }
    switch (command_) {
      case kReadStatus: return status();
      case kIdentify: return position <= 3 ? kIdentification >> (8 * (3 - position)) & 0xff : 0xff;
      case kRead:
        if (position > 3) return at(address_++ % kBytes);
        break;
      case kProgram:
        if (position > 3) {
          page_.resize(kPage, 0xff);
          page_[address_ % kPage] = in;
          address_ = (address_ & ~(kPage - 1)) | ((address_ + 1) & (kPage - 1));
        }
        break;
    }
    if (position <= 3) address_ = (address_ << 8 | in) % kBytes;
    return 0xff;
  }

  // The end of a transaction: what was asked for begins.
  void deselect(Picoseconds now) {
    const std::uint32_t frames = std::exchange(position_, 0);
    const std::uint8_t command = std::exchange(command_, 0);
    const std::uint32_t address = std::exchange(address_, 0);
    const Bytes page = std::exchange(page_, {});
    if (command == kEnable) write_enabled_ = true;
    if (command == kDisable) write_enabled_ = false;
    if (!write_enabled_) return;
    if (command == kProgram && !page.empty()) {
      auto bytes = contents();
      const std::uint32_t first = address & ~(kPage - 1);
      for (std::uint32_t i = 0; i < kPage; ++i) bytes[first + i] &= page[i];
      begin(std::move(bytes), now + kProgramTime);
    } else if (command == kEraseSector && frames == 4) {
      auto bytes = contents();
      std::fill_n(bytes.begin() + (address & ~(kSector - 1)), kSector, 0xff);
      begin(std::move(bytes), now + kEraseSectorTime);
    } else if (command == kEraseAll && frames == 1) {
      begin({}, now + kEraseAllTime);
    }
  }

  bool is_busy() const { return busy_; }
  Picoseconds next_event() const { return ready_at_; }
  void advance_to(Picoseconds time) {
    if (ready_at_ <= time) become_ready();
  }

  void feed(std::vector<Datum> words) { wire_.feed(std::move(words)); }
  Wire& wire() { return wire_; }
  const Wire& wire() const { return wire_; }

  std::string contents_text() const {
    const std::string bytes = bytes_ ? std::to_string(kBytes - std::ranges::count(*bytes_, 0xff)) : "0";
    return "flash: " + bytes + " bytes are not 0xff" + (busy_ ? ", busy" : "") +
           (write_enabled_ ? ", write enabled\n" : "\n");
  }

  friend bool operator==(const SpiFlash& a, const SpiFlash& b) {
    return a.busy_ == b.busy_ && a.write_enabled_ == b.write_enabled_ && a.command_ == b.command_ &&
           a.position_ == b.position_ && a.address_ == b.address_ && a.page_ == b.page_ && a.ready_at_ == b.ready_at_ &&
           a.wire_ == b.wire_ && (a.bytes_ == b.bytes_ || a.contents() == b.contents());
  }

 private:
  using Bytes = std::vector<std::uint8_t>;
  static constexpr std::uint32_t kBytes = 64 << 10, kPage = 256, kSector = 4096, kManyFrames = 1U << 16;
  static constexpr std::uint32_t kIdentification = 0xef4010;
  static constexpr std::uint8_t kEnable = 0x06, kDisable = 0x04, kReadStatus = 0x05, kRead = 0x03, kProgram = 0x02,
                                kEraseSector = 0x20, kEraseAll = 0xc7, kIdentify = 0x9f;
  static constexpr Picoseconds kMicrosecond = 1'000'000, kProgramTime = 400 * kMicrosecond,
                               kEraseSectorTime = 45'000 * kMicrosecond, kEraseAllTime = 500'000 * kMicrosecond;

  std::uint8_t at(std::uint32_t address) const { return bytes_ ? (*bytes_)[address] : 0xff; }
  Bytes contents() const { return bytes_ ? *bytes_ : Bytes(kBytes, 0xff); }

  // The bytes are there at once, but nobody can read them while the flash is busy.
  void begin(Bytes bytes, Picoseconds end) {
    bytes_ = bytes.empty() ? nullptr : std::make_shared<const Bytes>(std::move(bytes));
    busy_ = true;
    ready_at_ = wire_.is_fed() ? kNever : end;
  }
  void become_ready() {
    busy_ = write_enabled_ = false;
    ready_at_ = kNever;
  }

  std::uint8_t status() {
    if (busy_ && wire_.is_fed()) {
      const Datum busy = wire_.is_empty() ? Datum() : wire_.take();
      JANUS_REQUIRE(!busy.symbol);
      if (busy.bits == 0) become_ready();
    }
    return static_cast<std::uint8_t>(busy_ | write_enabled_ << 1);
  }

  bool busy_ = false, write_enabled_ = false;
  std::uint8_t command_ = 0;
  std::uint32_t position_ = 0;  // frames of this transaction so far, at most kManyFrames
  std::uint32_t address_ = 0;   // of the next byte
  Bytes page_;                  // to be programmed; empty if no byte has come
  Picoseconds ready_at_ = kNever;
  std::shared_ptr<const Bytes> bytes_;  // null: all 0xff; copies of the flash share them
  Wire wire_;
};

class Spi {
 public:
  using enum Access;
  static constexpr std::string_view kTitle =
      "SPI controller (SiFive SPI, as in FE310-G002) with a flash of 64 KiB at chip select 0";
  static constexpr Received kReceives{"busy", 1, 1};
  static constexpr Register kRegisters[] = {
      {"SCKDIV", 0x00, 4, ReadWrite, 3, "a bit takes 2 * (DIV + 1) * 20 ns", {{"DIV", 0, 11, "divisor"}}},
      {"SCKMODE",
       0x04,
       4,
       ReadWrite,
       0,
       "both modes are the same here",
       {{"PHA", 0, 0, "phase"}, {"POL", 1, 1, "polarity"}}},
      {"CSID", 0x10, 4, ReadWrite, 0, "which chip is selected; the flash is 0"},
      {"CSDEF",
       0x14,
       4,
       ReadWrite,
       1,
       "the idle level of chip selects",
       {{"HIGH", 0, 0, "1 for chips that are there"}}},
      {"CSMODE",
       0x18,
       4,
       ReadWrite,
       0,
       "when the chip is selected",
       {{"MODE", 0, 1, "0 AUTO: for each frame, 2 HOLD, 3 OFF"}}},
      {"DELAY0", 0x28, 4, ReadWrite, 0x1'0001, "without effect", {{"CSSCK", 0, 7, "bits"}, {"SCKCS", 16, 23, "bits"}}},
      {"DELAY1", 0x2c, 4, ReadWrite, 1, "without effect", {{"INTERCS", 0, 7, "bits"}, {"INTERXFR", 16, 23, "bits"}}},
      {"FMT",
       0x40,
       4,
       ReadWrite,
       0x8'0000,
       "frames",
       {{"PROTO", 0, 1, "0: one line"},
        {"ENDIAN", 2, 2, "0: the highest bit first"},
        {"DIR", 3, 3, "1: what comes back is not kept"},
        {"LEN", 16, 19, "bits"}}},
      {"TXDATA",
       0x48,
       4,
       ReadWrite,
       0,
       "adds a frame, unless the FIFO is full",
       {{"DATA", 0, 7, "reads as 0"}, {"FULL", 31, 31, "the FIFO is"}}},
      {"RXDATA",
       0x4c,
       4,
       ReadOnly,
       0,
       "takes the oldest frame that came back",
       {{"DATA", 0, 7, "the frame"}, {"EMPTY", 31, 31, "there is none"}}},
      {"TXMARK", 0x50, 4, ReadWrite, 0, "watermark", {{"LEVEL", 0, 2, "IP.TXWM: fewer frames wait"}}},
      {"RXMARK", 0x54, 4, ReadWrite, 0, "watermark", {{"LEVEL", 0, 2, "IP.RXWM: more frames wait"}}},
      {"FCTRL", 0x60, 4, ReadWrite, 0, "the flash is never mapped into memory", {{"EN", 0, 0, "without effect"}}},
      {"IE",
       0x70,
       4,
       ReadWrite,
       0,
       "which interrupts are enabled",
       {{"TXWM", 0, 0, "transmit"}, {"RXWM", 1, 1, "receive"}}},
      {"IP", 0x74, 4, ReadOnly, 0, "which are pending", {{"TXWM", 0, 0, "transmit"}, {"RXWM", 1, 1, "receive"}}}};

  // Accesses have the width of the register; all others are refused.
  std::optional<Datum> read(std::uint32_t offset, unsigned size) {
    const auto index = Registers::decode(offset, size, false);
    if (!index) return std::nullopt;
    if (Registers::is(*index, "TXDATA")) return waiting_ == kFifo ? kFlag : 0;
    if (Registers::is(*index, "RXDATA")) {
      if (received_ == 0) return kFlag;
      --received_;
      return std::uint32_t{take_oldest(back_)};
    }
    if (Registers::is(*index, "IP")) return pending();
    return registers_.value(*index);
  }

  bool write(std::uint32_t offset, unsigned size, std::uint32_t value) {
    const auto index = Registers::decode(offset, size, true);
    if (!index) return false;
    if (Registers::is(*index, "TXDATA")) {
      if (waiting_ < kFifo) there_[waiting_++] = static_cast<std::uint8_t>(value);
      begin(time_.now);
      return true;
    }
    registers_.store(*index, value);
    if (!is_held() && end_ == kNever) flash_.deselect(time_.now);
    return true;
  }

  Picoseconds next_event() const { return std::min(end_, flash_.next_event()); }
  void advance_to(Picoseconds time) {
    while (end_ <= time) {
      const Picoseconds at = std::exchange(end_, kNever);
      flash_.advance_to(at);
      complete(at);
      begin(at);
    }
    flash_.advance_to(time);
    time_.now = time;
  }

  // How many frames are through, and so what is behind; except for what is only stored.
  bool shows_time(std::uint32_t) const { return true; }
  bool same_but_for_time(const Spi& other) const { return *this == other; }
  bool ignores_value(std::uint32_t) const { return false; }

  bool interrupt() const { return pending() & (registers_.field("IE.TXWM") | registers_.field("IE.RXWM") << 1); }

  void feed(std::vector<Datum> words) { flash_.feed(std::move(words)); }
  bool holds_symbols() const { return flash_.wire().holds_symbols(); }
  std::size_t arrived() const { return flash_.wire().taken(); }

  // Each frame that is on its way may read the status.
  const void* undecided(std::uint32_t offset, bool store) const {
    if (offset != kTransmit || !store || (!flash_.is_busy() && end_ == kNever)) return nullptr;
    return flash_.wire().first_symbol(waiting_ + 2U);
  }
  void decide(std::uint32_t bits) { flash_.wire().decide(bits); }

  std::string contents() const { return flash_.contents_text(); }

  friend bool operator==(const Spi&, const Spi&) = default;

 private:
  using Registers = RegisterFile<kRegisters>;
  static constexpr std::uint32_t kTransmit = 0x48, kFlag = 0x8000'0000, kHold = 2;
  static constexpr std::uint8_t kFifo = 8;
  static constexpr Picoseconds kClock = 20'000;

  std::uint32_t pending() const {
    return std::uint32_t{waiting_ < registers_.field("TXMARK.LEVEL")} |
           std::uint32_t{received_ > registers_.field("RXMARK.LEVEL")} << 1;
  }
  bool is_flash() const { return registers_.get("CSID").bits == 0; }
  bool is_held() const { return is_flash() && registers_.field("CSMODE.MODE") == kHold; }

  using Fifo = std::array<std::uint8_t, kFifo>;
  static std::uint8_t take_oldest(Fifo& fifo) {
    const std::uint8_t oldest = std::exchange(fifo[0], 0);
    std::ranges::rotate(fifo, fifo.begin() + 1);
    return oldest;
  }

  void begin(Picoseconds now) {
    if (waiting_ == 0 || end_ != kNever) return;
    going_ = take_oldest(there_);
    --waiting_;
    end_ = now +
           std::max(registers_.field("FMT.LEN"), 1U) * 2 * (registers_.field("SCKDIV.DIV") + Picoseconds{1}) * kClock;
  }

  void complete(Picoseconds now) {
    const std::uint32_t mode = registers_.field("CSMODE.MODE");
    const bool understood =
        !registers_.field("FMT.PROTO") && !registers_.field("FMT.ENDIAN") && registers_.field("FMT.LEN") == 8;
    const std::uint8_t sent = std::exchange(going_, 0);
    const std::uint8_t frame = is_flash() && mode < 3 && understood ? flash_.exchange(sent) : 0xff;
    if (!is_held()) flash_.deselect(now);
    if (!registers_.field("FMT.DIR") && received_ < kFifo) back_[received_++] = frame;
  }

  Registers registers_;
  Fifo there_{}, back_{};                    // the oldest first; the rest is zero
  std::uint8_t waiting_ = 0, received_ = 0;  // how many frames are in them
  std::uint8_t going_ = 0;                   // the frame that is under way
  Picoseconds end_ = kNever;                 // of that frame
  SpiFlash flash_;
  PassedTime time_;
};

}  // namespace janus::devices
