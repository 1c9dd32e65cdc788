// An EEPROM of 256 bytes on the I2C bus, at the address 0x50: of the kind of the 24C02 (for example Microchip AT24C02C,
// data sheet, chapters 7 and 8).
//
// The first byte of a write transfer is an address in the memory; those behind it are data, within a page of eight
// bytes, which begins again behind its last one. At STOP the EEPROM begins to write, for five milliseconds, and
// acknowledges nothing until it has finished: a driver asks again until it does. A read transfer gives bytes from that
// address on, up to the last one and then from the first. An erased EEPROM has all ones.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "devices/device.h"

namespace janus::devices {

// As the bus sees it: bytes between START and STOP.
class BusEeprom {
 public:
  static constexpr std::uint8_t kAddress = 0x50;

  // Whether each byte was acknowledged.
  bool start(std::uint8_t address_and_direction) {
    addressed_ = address_and_direction >> 1 == kAddress && ready_at_ == kNever;
    address_comes_ = !(address_and_direction & 1);
    page_.clear();
    return addressed_;
  }
  bool is_addressed() const { return addressed_; }
  bool write(std::uint8_t byte) {
    if (!addressed_) return false;
    if (std::exchange(address_comes_, false)) {
      address_ = byte;
      return true;
    }
    page_.push_back(byte);
    if (page_.size() == 2 * kPage) page_.erase(page_.begin(), page_.begin() + kPage);  // all of it comes again
    return true;
  }
  std::uint8_t read() { return contents()[address_++]; }
  void stop(Picoseconds now) {
    if (std::exchange(addressed_, false) && !page_.empty()) {
      auto bytes = contents();
      for (const std::uint8_t byte : page_) {
        bytes[address_] = byte;
        address_ = static_cast<std::uint8_t>((address_ & ~7U) | ((address_ + 1U) & 7U));
      }
      bytes_ = std::make_shared<const Bytes>(std::move(bytes));
      ready_at_ = now + kWriteTime;
    }
    page_.clear();
  }

  Picoseconds next_event() const { return ready_at_; }
  void advance_to(Picoseconds time) {
    if (ready_at_ <= time) ready_at_ = kNever;
  }

  std::string contents_text() const {
    return std::string("EEPROM: next address ") + std::to_string(address_) +
           (ready_at_ == kNever ? "\n" : ", writing\n");
  }

  friend bool operator==(const BusEeprom& a, const BusEeprom& b) {
    return a.addressed_ == b.addressed_ && a.address_comes_ == b.address_comes_ && a.address_ == b.address_ &&
           a.page_ == b.page_ && a.ready_at_ == b.ready_at_ && (a.bytes_ == b.bytes_ || a.contents() == b.contents());
  }

 private:
  using Bytes = std::vector<std::uint8_t>;
  static constexpr std::size_t kBytes = 256, kPage = 8;
  static constexpr Picoseconds kWriteTime = 5'000'000'000;

  Bytes contents() const { return bytes_ ? *bytes_ : Bytes(kBytes, 0xff); }

  bool addressed_ = false, address_comes_ = false;
  std::uint8_t address_ = 0;
  Bytes page_;                          // to be written, as it came; more than a page overwrites what came first
  Picoseconds ready_at_ = kNever;       // the end of writing
  std::shared_ptr<const Bytes> bytes_;  // null: all ones; copies share them
};

}  // namespace janus::devices
