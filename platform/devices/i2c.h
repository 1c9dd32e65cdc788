// An I2C controller with a thermometer behind it, at the address 0x48, and an EEPROM (eeprom.h) at 0x50.
//
// The controller has the registers of the OpenCores I2C master (I2C-Master Core Specification, revision 0.9), four
// bytes apart as in SiFive's FU540-C000 and FE310-G002. Its clock is 50 MHz, so a bit takes 5 * (PRESCALE + 1)
// times 20 nanoseconds. A command takes 9 bits if it writes or reads a byte, and one bit each for START and STOP. While
// a command is under way, STATUS.TIP is set; at its end, STATUS.IF is set, and the interrupt line is high if
// CONTROL.IEN is. A command that comes earlier, or without CONTROL.EN, is ignored. There is one master, so no
// arbitration is lost.
//
// The thermometer is of the kind of the LM75, with a map of its own. The master writes a byte to select a register, and
// then reads it, or writes it:
//
//   0  TEMPERATURE    two bytes, the upper one first: eleven bits, left-aligned, two's complement, in eighths of a
//                     degree Celsius. The five bits below mean nothing, and may be anything.
//   1  CONFIGURATION  one byte; bit 0: SHUTDOWN
//   7  IDENTIFICATION one byte: 0x75
//
// A read transfer of TEMPERATURE converts once, at its first byte, so both bytes belong together if they are read in
// one transfer. In SHUTDOWN it converts nothing and gives the reading before. Behind the last byte of a register, and
// in registers that there are not, it reads as 0xff. A write to a register that cannot be written is not acknowledged.
//
// Readings come from whoever feeds the thermometer, two bytes each; when there are no more, the last one stays. A
// thermometer that nobody feeds sees an evening: 3.0 degrees at first, half a degree less each time, down to -5.0, and
// again.
#pragma once

#include <string>

#include "devices/eeprom.h"
#include "devices/registers.h"
#include "devices/wire.h"

namespace janus::devices {

// The thermometer, as the bus sees it: bytes between START and STOP.
class BusThermometer {
 public:
  static constexpr std::uint8_t kAddress = 0x48;

  // The bytes of a transfer. Whether each was acknowledged.
  bool start(std::uint8_t address_and_direction) {
    addressed_ = address_and_direction >> 1 == kAddress;
    pointer_comes_ = true;
    position_ = 0;
    return addressed_;
  }
  bool write(std::uint8_t byte) {
    if (!addressed_) return false;
    if (pointer_comes_) {
      pointer_comes_ = false;
      pointer_ = byte;
      return true;
    }
    if (pointer_ != kConfiguration) return false;
    shut_down_ = byte & 1;
    return true;
  }
  Datum read() {
    if (!addressed_) return 0xff;
    const unsigned position = position_;
    if (position_ < 2) ++position_;
    switch (pointer_) {
      case kTemperature:
        if (position == 0) convert();
        return position < 2 ? reading_[position] : Datum(0xff);
      case kConfiguration: return position == 0 ? std::uint32_t{shut_down_} : 0xff;
      case kIdentification: return position == 0 ? 0x75 : 0xff;
    }
    return 0xff;
  }
  void stop() { addressed_ = false; }

  void feed(std::vector<Datum> bytes) { wire_.feed(std::move(bytes)); }
  bool holds_symbols() const { return wire_.holds_symbols() || reading_[0].symbol || reading_[1].symbol; }
  std::size_t arrived() const { return wire_.taken(); }

  std::string contents() const {
    return std::string("thermometer: register ") + std::to_string(pointer_) + (addressed_ ? ", addressed" : "") +
           (shut_down_ ? ", shut down\n" : "\n");
  }

  friend bool operator==(const BusThermometer&, const BusThermometer&) = default;

 private:
  static constexpr std::uint8_t kTemperature = 0, kConfiguration = 1, kIdentification = 7;
  static constexpr int kWarmest = 3 * 8, kColdest = -5 * 8, kStep = 4;  // of the evening, in eighths of a degree

  // A byte that does not come stays as it was.
  void convert() {
    if (shut_down_) return;
    if (wire_.is_fed()) {
      for (Datum& byte : reading_) {
        if (!wire_.is_empty()) byte = wire_.take();
      }
      return;
    }
    const auto bits = static_cast<std::uint32_t>(evening_) << 5;
    reading_[0] = bits >> 8 & 0xff;
    reading_[1] = bits & 0xff;
    evening_ = evening_ == kColdest ? kWarmest : evening_ - kStep;
  }

  bool addressed_ = false, pointer_comes_ = false, shut_down_ = false;
  std::uint8_t pointer_ = 0;
  std::uint8_t position_ = 0;  // of the next byte to read in this transfer; 2: behind every register
  std::array<Datum, 2> reading_{};
  int evening_ = kWarmest;
  Wire wire_;
};

class I2c {
 public:
  using enum Access;
  static constexpr std::string_view kTitle =
      "I2C controller (OpenCores I2C master, as in SiFive FU540) with a thermometer at 0x48 and an EEPROM at 0x50";
  static constexpr Received kReceives{"byte", 1};
  static constexpr Register kRegisters[] = {
      {"PRESCALE_LOW", 0x00, 4, ReadWrite, 0xff, "a bit takes 5 * (PRESCALE + 1) * 20 ns", {{"BITS", 0, 7, "7 to 0"}}},
      {"PRESCALE_HIGH", 0x04, 4, ReadWrite, 0xff, "the upper half of PRESCALE", {{"BITS", 0, 7, "15 to 8"}}},
      {"CONTROL",
       0x08,
       4,
       ReadWrite,
       0,
       "control",
       {{"IEN", 6, 6, "interrupts while STATUS.IF is set"}, {"EN", 7, 7, "takes commands"}}},
      {"TRANSMIT", 0x0c, 4, WriteOnly, 0, "the next byte to write", {{"BYTE", 0, 7, "an address: bit 0 is 1 to read"}}},
      {"RECEIVE", 0x0c, 4, ReadOnly, 0, "the last byte that was read", {{"BYTE", 0, 7, "as it came"}}},
      {"COMMAND",
       0x10,
       4,
       WriteOnly,
       0,
       "what to do next, in this order: START, write or read, STOP",
       {{"IACK", 0, 0, "clears STATUS.IF"},
        {"NACK", 3, 3, "with RD: does not acknowledge, so this is the last byte"},
        {"WR", 4, 4, "writes TRANSMIT"},
        {"RD", 5, 5, "reads a byte into RECEIVE"},
        {"STO", 6, 6, "ends the transfer"},
        {"STA", 7, 7, "begins a transfer, or the next one without STOP; WR then writes the address"}}},
      {"STATUS",
       0x10,
       4,
       ReadOnly,
       0,
       "what has become of it",
       {{"IF", 0, 0, "a command is complete"},
        {"TIP", 1, 1, "a command is under way"},
        {"BUSY", 6, 6, "between START and STOP"},
        {"RXACK", 7, 7, "the last byte that was written was not acknowledged"}}}};

  // Registers are as wide as they are here, and accesses have that width; the controller refuses all others.
  std::optional<Datum> read(std::uint32_t offset, unsigned size) { return registers_.read(offset, size); }

  bool write(std::uint32_t offset, unsigned size, std::uint32_t value) {
    const auto index = Registers::decode(offset, size, true);
    if (!index) return false;
    const bool under_way = end_ != kNever;
    if (Registers::is(*index, "COMMAND")) {
      if (value & kAcknowledge) registers_.set_field("STATUS.IF", 0);
      if (under_way || !registers_.field("CONTROL.EN")) return true;
    }
    registers_.store(*index, value);
    if (Registers::is(*index, "COMMAND")) begin();
    return true;
  }

  Picoseconds next_event() const { return std::min(end_, eeprom_.next_event()); }
  void advance_to(Picoseconds time) {
    time_.now = time;
    if (end_ <= time) {
      const Picoseconds at = std::exchange(end_, kNever);
      eeprom_.advance_to(at);
      complete(at);
    }
    eeprom_.advance_to(time);
  }

  // What a command does depends on whether the one before is complete, and so does what registers show.
  bool shows_time(std::uint32_t) const { return true; }
  bool same_but_for_time(const I2c& other) const { return *this == other; }
  bool ignores_value(std::uint32_t) const { return false; }

  bool interrupt() const { return registers_.field("CONTROL.IEN") && registers_.field("STATUS.IF"); }

  void feed(std::vector<Datum> bytes) { thermometer_.feed(std::move(bytes)); }
  bool holds_symbols() const { return thermometer_.holds_symbols() || registers_.get("RECEIVE").symbol; }
  std::size_t arrived() const { return thermometer_.arrived(); }

  std::string contents() const { return thermometer_.contents() + eeprom_.contents_text(); }

  friend bool operator==(const I2c&, const I2c&) = default;

 private:
  using Registers = RegisterFile<kRegisters>;
  static constexpr std::uint32_t kAcknowledge = 1;  // COMMAND.IACK
  static constexpr Picoseconds kClock = 20'000;

  void begin() {
    const unsigned byte = registers_.field("COMMAND.WR") | registers_.field("COMMAND.RD") ? 9 : 0;
    const unsigned bits = byte + registers_.field("COMMAND.STA") + registers_.field("COMMAND.STO");
    if (bits == 0) return;
    const Picoseconds prescale = registers_.field("PRESCALE_HIGH.BITS") << 8 | registers_.field("PRESCALE_LOW.BITS");
    end_ = time_.now + bits * 5 * (prescale + 1) * kClock;
    writing_ = static_cast<std::uint8_t>(registers_.field("TRANSMIT.BYTE"));
    registers_.set_field("STATUS.TIP", 1);
  }

  void complete(Picoseconds now) {
    const bool starts = registers_.field("COMMAND.STA");
    if (starts) registers_.set_field("STATUS.BUSY", 1);
    if (registers_.field("STATUS.BUSY")) {
      if (registers_.field("COMMAND.WR")) {
        const bool acknowledged = starts ? start() : thermometer_.write(writing_) || eeprom_.write(writing_);
        registers_.set_field("STATUS.RXACK", !acknowledged);
      } else if (registers_.field("COMMAND.RD")) {
        registers_.set("RECEIVE", eeprom_.is_addressed() ? Datum(std::uint32_t{eeprom_.read()}) : thermometer_.read());
      }
    }
    if (registers_.field("COMMAND.STO")) {
      thermometer_.stop();
      eeprom_.stop(now);
      registers_.set_field("STATUS.BUSY", 0);
    }
    registers_.set("COMMAND", 0);
    registers_.set_field("STATUS.TIP", 0);
    registers_.set_field("STATUS.IF", 1);
  }

  // Both see the address.
  bool start() {
    const bool thermometer = thermometer_.start(writing_), eeprom = eeprom_.start(writing_);
    return thermometer || eeprom;
  }

  Registers registers_;
  Picoseconds end_ = kNever;  // of the command that is under way
  std::uint8_t writing_ = 0;  // as TRANSMIT was when the command came
  BusThermometer thermometer_;
  BusEeprom eeprom_;
  PassedTime time_;
};

}  // namespace janus::devices
