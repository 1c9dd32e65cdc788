// A DMA engine: copies from memory to memory, or between a device and memory, while the hart goes on. It is Janus' own.
//
// A store to CTRL with START copies COUNT elements of WIDTH from SOURCE to DESTINATION: one each PERIOD microseconds,
// the first a PERIOD after START; with a PERIOD of 0 all at once. After each element COUNT is one less, and the two
// addresses go on behind the element, unless CTRL says that they stay (the register of a device). STATUS.BUSY is 1
// meanwhile, and stores to all registers but EVENTS and CTRL.STOP have no effect.
//
// At the end EVENTS.DONE is set. If there is nothing at an address, the engine stops in front of the element and sets
// EVENTS.FAILED. The interrupt line is high while CTRL.IRQ and one of the two are set.
//
// The engine is a master of the bus (Moves, in device.h): whoever owns it makes its accesses.
#pragma once

#include "devices/registers.h"

namespace janus::devices {

class Dma {
 public:
  using enum Access;
  static constexpr std::string_view kTitle = "DMA engine: copies while the hart goes on";
  static constexpr Register kRegisters[] = {
      {"SOURCE", 0x00, 4, ReadWrite, 0, "address of the next element to read"},
      {"DESTINATION", 0x04, 4, ReadWrite, 0, "address of the next element to write"},
      {"COUNT", 0x08, 4, ReadWrite, 0, "elements", {{"ELEMENTS", 0, 15, "that are left"}}},
      {"CTRL",
       0x0c,
       4,
       ReadWrite,
       0,
       "control",
       {{"START", 0, 0, "a one begins; reads as zero"},
        {"STOP", 1, 1, "a one ends the copying, which sets no event; reads as zero"},
        {"IRQ", 2, 2, "interrupts at the end"},
        {"KEEP_SOURCE", 3, 3, "every element is read at the same address"},
        {"KEEP_DESTINATION", 4, 4, "every element is written at the same address"},
        {"WIDTH", 8, 9, "of an element: 0 a byte, 1 two bytes, otherwise four"}}},
      {"STATUS", 0x10, 4, ReadOnly, 0, "state", {{"BUSY", 0, 0, "it copies"}}},
      {"EVENTS",
       0x14,
       4,
       WriteOneToClear,
       0,
       "what has happened",
       {{"DONE", 0, 0, "all elements were copied"}, {"FAILED", 1, 1, "there is nothing at an address"}}},
      {"PERIOD",
       0x18,
       4,
       ReadWrite,
       1,
       "microseconds for an element",
       {{"MICROSECONDS", 0, 15, "0: all elements at once"}}}};

  // Accesses have the width of the register; all others are refused.
  std::optional<Datum> read(std::uint32_t offset, unsigned size) { return registers_.read(offset, size); }

  bool write(std::uint32_t offset, unsigned size, std::uint32_t value) {
    const auto index = Registers::decode(offset, size, true);
    if (!index) return false;
    const bool control = Registers::is(*index, "CTRL");
    if (control && value & kStop) end();
    if (is_busy() && !Registers::is(*index, "EVENTS")) return true;
    registers_.store(*index, control ? value & ~(kStart | kStop) : value);
    if (control && value & kStart && !(value & kStop)) start();
    return true;
  }

  Picoseconds next_event() const { return next_move() ? kNever : next_; }
  void advance_to(Picoseconds time) {
    time_.now = time;
    if (next_ <= time) due_ = true;
  }

  std::optional<Move> next_move() const {
    if (!due_) return std::nullopt;
    return Move{registers_.get("SOURCE").bits, registers_.get("DESTINATION").bits, width()};
  }
  void moved(bool done) {
    const std::uint32_t left = registers_.field("COUNT.ELEMENTS") - done;
    registers_.set("COUNT", left);
    if (!done || left == 0) {
      registers_.set_field(done ? Registers::Part("EVENTS.DONE") : Registers::Part("EVENTS.FAILED"), 1);
      if (done) go_on();
      return end();
    }
    go_on();
    if (period() == 0) return;
    next_ += period();
    due_ = next_ <= time_.now;
  }

  bool shows_time(std::uint32_t) const { return true; }
  bool same_but_for_time(const Dma& other) const { return *this == other; }
  bool ignores_value(std::uint32_t) const { return false; }

  bool interrupt() const { return registers_.field("CTRL.IRQ") && registers_.get("EVENTS").bits != 0; }

  friend bool operator==(const Dma&, const Dma&) = default;

 private:
  using Registers = RegisterFile<kRegisters>;
  static constexpr std::uint32_t kStart = 1, kStop = 2;
  static constexpr Picoseconds kMicrosecond = 1'000'000;

  bool is_busy() const { return registers_.field("STATUS.BUSY"); }
  MoveWidth width() const {
    const std::uint32_t width = registers_.field("CTRL.WIDTH");
    return width == 0 ? MoveWidth::Byte : width == 1 ? MoveWidth::Half : MoveWidth::Word;
  }
  Picoseconds period() const { return registers_.field("PERIOD.MICROSECONDS") * kMicrosecond; }

  void start() {
    if (registers_.field("COUNT.ELEMENTS") == 0) return registers_.set_field("EVENTS.DONE", 1);
    registers_.set_field("STATUS.BUSY", 1);
    due_ = period() == 0;
    next_ = due_ ? kNever : time_.now + period();
  }
  void end() {
    registers_.set_field("STATUS.BUSY", 0);
    due_ = false;
    next_ = kNever;
  }
  // To the addresses of the next element.
  void go_on() {
    const auto bytes = static_cast<std::uint32_t>(width());
    if (!registers_.field("CTRL.KEEP_SOURCE")) registers_.set("SOURCE", registers_.get("SOURCE").bits + bytes);
    if (!registers_.field("CTRL.KEEP_DESTINATION"))
      registers_.set("DESTINATION", registers_.get("DESTINATION").bits + bytes);
  }

  Registers registers_;
  bool due_ = false;           // an element is to be copied now
  Picoseconds next_ = kNever;  // when the next element is due
  PassedTime time_;
};

}  // namespace janus::devices
