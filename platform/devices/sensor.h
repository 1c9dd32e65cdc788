// A sensor: a converter that takes samples by itself, keeps them in a FIFO, and interrupts. It is Janus' own, and an
// example of a device in one file (docs/guide.md, "A device of your own").
//
// While CTRL.ENABLE is set, a sample arrives every PERIOD microseconds. If the FIFO is full, the sample is lost and
// EVENTS.OVERFLOW is set. The interrupt line is high while CTRL.IRQ is set and the FIFO holds WATERMARK samples or
// more, or a sample was lost.
//
// The converter has 16 bits. Samples come from whoever feeds the sensor; after the last one there are no more. A sensor
// that nobody feeds sees a ramp of twelve bits: 0, 64, 128 and so on up to 4032, and again from 0.
#pragma once

#include <algorithm>
#include <string>

#include "devices/registers.h"
#include "devices/wire.h"

namespace janus::devices {

class Sensor {
 public:
  using enum Access;
  static constexpr std::string_view kTitle = "Sensor: takes samples by itself and keeps them in a FIFO";
  static constexpr Received kReceives{"sample", 2};
  static constexpr Register kRegisters[] = {
      {"CTRL",
       0x00,
       4,
       ReadWrite,
       0,
       "control",
       {{"ENABLE", 0, 0, "takes samples; when it becomes 1, the first comes a PERIOD later"},
        {"IRQ", 1, 1, "interrupts at the watermark, and when a sample was lost"},
        {"CLEAR", 2, 2, "a one empties the FIFO; reads as zero"}}},
      {"STATUS",
       0x04,
       4,
       ReadOnly,
       0,
       "the FIFO",
       {{"LEVEL", 0, 3, "how many samples it holds, 0 to 8"},
        {"READY", 8, 8, "it holds WATERMARK samples or more, and not none"},
        {"FULL", 9, 9, "it holds 8"}}},
      {"EVENTS", 0x08, 4, WriteOneToClear, 0, "what has happened", {{"OVERFLOW", 0, 0, "a sample was lost"}}},
      {"PERIOD",
       0x0c,
       4,
       ReadWrite,
       10,
       "microseconds from one sample to the next",
       {{"MICROSECONDS", 0, 19, "0 means 1"}}},
      {"WATERMARK", 0x10, 4, ReadWrite, 1, "for STATUS.READY and the interrupt", {{"LEVEL", 0, 3, "samples"}}},
      {"SAMPLE",
       0x14,
       4,
       ReadOnly,
       0,
       "the oldest sample; reading removes it; 0 if there is none",
       {{"VALUE", 0, 15, "as the converter gave it"}}}};

  // Registers are as wide as they are here, and accesses have that width; the sensor refuses all others.
  std::optional<Datum> read(std::uint32_t offset, unsigned size) {
    const auto index = Registers::decode(offset, size, false);
    if (!index) return std::nullopt;
    const Datum value = registers_.value(*index);
    if (Registers::is(*index, "SAMPLE") && level_ > 0) remove_oldest();
    return value;
  }

  bool write(std::uint32_t offset, unsigned size, std::uint32_t value) {
    const auto index = Registers::decode(offset, size, true);
    if (!index) return false;
    const bool enabled = registers_.field("CTRL.ENABLE");
    registers_.store(*index, value);
    if (registers_.field("CTRL.CLEAR")) fifo_ = {}, level_ = 0;
    registers_.set_field("CTRL.CLEAR", 0);
    if (!registers_.field("CTRL.ENABLE")) next_sample_ = kNever;
    if (!enabled && registers_.field("CTRL.ENABLE")) schedule(time_.now);
    show_fifo();
    return true;
  }

  Picoseconds next_event() const { return next_sample_; }
  void advance_to(Picoseconds time) {
    time_.now = time;
    while (next_sample_ <= time) {
      const Picoseconds at = next_sample_;
      take_sample();
      schedule(at);
    }
  }

  // Every register shows how many samples have come, or has an effect that depends on the time of the access; unless
  // samples come when they are told to.
  bool shows_time(std::uint32_t) const { return !wire_.is_held(); }
  bool same_but_for_time(const Sensor& other) const { return *this == other; }
  bool ignores_value(std::uint32_t) const { return false; }

  bool interrupt() const {
    return registers_.field("CTRL.IRQ") && (registers_.field("STATUS.READY") || registers_.field("EVENTS.OVERFLOW"));
  }

  void feed(std::vector<Datum> samples) {
    wire_.feed(std::move(samples));
    if (wire_.is_empty()) next_sample_ = kNever;
  }
  bool holds_symbols() const {
    return wire_.holds_symbols() || std::ranges::any_of(fifo_, [](const Datum& sample) { return sample.symbol; });
  }

  std::size_t arrived() const { return wire_.taken(); }
  void hold() { wire_.hold(); }
  bool can_arrive() const { return registers_.field("CTRL.ENABLE") && wire_.can_release(); }
  void arrive() {
    wire_.release();
    take_sample();
  }

  friend bool operator==(const Sensor&, const Sensor&) = default;

 private:
  using Registers = RegisterFile<kRegisters>;
  static constexpr unsigned kFifo = 8;
  static constexpr std::uint32_t kRampStep = 64, kRampEnd = 4096;
  static constexpr Picoseconds kMicrosecond = 1'000'000;

  bool is_over() const { return wire_.is_fed() && wire_.is_empty(); }

  void schedule(Picoseconds from) {
    const std::uint32_t period = std::max(registers_.field("PERIOD.MICROSECONDS"), 1U);
    next_sample_ = is_over() || wire_.is_held() ? kNever : from + period * kMicrosecond;
  }

  void take_sample() {
    Datum sample = ramp_;
    if (wire_.is_fed()) {
      sample = wire_.take();
    } else {
      ramp_ = (ramp_ + kRampStep) % kRampEnd;
    }
    if (level_ == kFifo) {
      registers_.set_field("EVENTS.OVERFLOW", 1);
    } else {
      fifo_[level_++] = sample;
    }
    show_fifo();
  }

  void remove_oldest() {
    fifo_[0] = {};
    std::ranges::rotate(fifo_, fifo_.begin() + 1);
    --level_;
    show_fifo();
  }

  // The registers that show the FIFO.
  void show_fifo() {
    registers_.set("SAMPLE", fifo_[0]);
    registers_.set_field("STATUS.LEVEL", level_);
    registers_.set_field("STATUS.READY", level_ > 0 && level_ >= registers_.field("WATERMARK.LEVEL"));
    registers_.set_field("STATUS.FULL", level_ == kFifo);
  }

  Registers registers_;
  std::array<Datum, kFifo> fifo_{};  // the oldest first; the rest is zero
  std::uint8_t level_ = 0;
  std::uint32_t ramp_ = 0;  // the next sample, if nobody feeds the sensor
  Picoseconds next_sample_ = kNever;
  Wire wire_;
  PassedTime time_;
};

}  // namespace janus::devices
