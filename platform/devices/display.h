// A display of 32 by 16 pixels, each dark or light. It is Janus' own.
//
// A row is a word, the leftmost pixel its highest bit. A one in SHOW.START draws the rows on the screen, one every 100
// microseconds from the top, while CTRL.ENABLE is set: each row as it is at that moment, so a store to a row that is
// not drawn yet is seen. While STATUS.BUSY is set, SHOW has no effect. When the last row is drawn, EVENTS.DONE is set;
// the interrupt line is high while CTRL.IRQ and EVENTS.DONE are set. Without CTRL.ENABLE, a picture that is being drawn
// is given up.
#pragma once

#include <array>
#include <string>

#include "devices/registers.h"

namespace janus::devices {

class Display {
 public:
  using enum Access;
  static constexpr std::uint32_t kHeight = 16, kWidth = 32;  // pixels
  using Picture = std::array<std::uint32_t, kHeight>;        // rows from the top
  static constexpr std::string_view kTitle = "Display of 32 by 16 pixels";
  static constexpr Register kRegisters[] = {
      {"CTRL",
       0x00,
       4,
       ReadWrite,
       0,
       "control",
       {{"ENABLE", 0, 0, "draws"}, {"IRQ", 1, 1, "interrupts while EVENTS.DONE is set"}}},
      {"STATUS", 0x04, 4, ReadOnly, 0, "what it does", {{"BUSY", 0, 0, "a picture is being drawn"}}},
      {"EVENTS", 0x08, 4, WriteOneToClear, 0, "what has happened", {{"DONE", 0, 0, "a picture was drawn"}}},
      {"SHOW", 0x0c, 4, WriteOnly, 0, "begins a picture", {{"START", 0, 0, "a one draws the rows"}}},
      {.name = "ROW",
       .offset = 0x40,
       .bytes = 4,
       .access = ReadWrite,
       .reset = 0,
       .meaning = "pixels, the leftmost in bit 31; a one is light",
       .count = kHeight}};

  // Accesses have the width of the register; all others are refused.
  std::optional<Datum> read(std::uint32_t offset, unsigned size) {
    if (const auto row = row_at(offset, size)) return rows_[*row];
    return registers_.read(offset, size);
  }

  bool write(std::uint32_t offset, unsigned size, std::uint32_t value) {
    if (const auto row = row_at(offset, size)) {
      rows_[*row] = value;
      return true;
    }
    const auto index = Registers::decode(offset, size, true);
    if (!index) return false;
    if (Registers::is(*index, "SHOW")) {
      if ((value & 1) && registers_.field("CTRL.ENABLE") && !is_drawing()) begin();
      return true;
    }
    registers_.store(*index, value);
    if (!registers_.field("CTRL.ENABLE")) stop();
    return true;
  }

  Picoseconds next_event() const { return next_row_; }
  void advance_to(Picoseconds time) {
    time_.now = time;
    while (next_row_ <= time) draw_row();
  }

  // Which rows a store still changes, and whether SHOW has an effect, depends on how far the picture is.
  bool shows_time(std::uint32_t offset) const { return offset < kRows || is_drawing(); }
  bool same_but_for_time(const Display& other) const { return *this == other; }
  bool ignores_value(std::uint32_t) const { return false; }

  bool interrupt() const { return registers_.field("CTRL.IRQ") && registers_.field("EVENTS.DONE"); }

  // What is on the screen, and how many pictures were drawn as a whole.
  const Picture& picture() const { return screen_.picture; }
  std::uint64_t pictures() const { return screen_.pictures; }
  // The screen for people.
  std::string contents() const {
    std::string text;
    for (const std::uint32_t row : picture()) {
      for (unsigned column = 0; column < kWidth; ++column) text += row >> (kWidth - 1 - column) & 1 ? '#' : '.';
      text += '\n';
    }
    return text;
  }

  friend bool operator==(const Display&, const Display&) = default;

 private:
  using Registers = RegisterFile<kRegisters>;
  static constexpr std::uint32_t kRows = 0x40;
  static constexpr Picoseconds kRowTime = 100'000'000;

  // What people see and no firmware can read, so that equal devices may differ in it.
  struct Screen {
    Picture picture{};
    std::uint64_t pictures = 0;
    friend constexpr bool operator==(const Screen&, const Screen&) { return true; }
  };

  static std::optional<std::uint32_t> row_at(std::uint32_t offset, unsigned size) {
    if (size != 4 || offset % 4 != 0 || offset < kRows || offset >= kRows + 4 * kHeight) return std::nullopt;
    return (offset - kRows) / 4;
  }
  bool is_drawing() const { return next_row_ != kNever; }
  void begin() {
    row_ = 0;
    next_row_ = time_.now + kRowTime;
    registers_.set_field("STATUS.BUSY", 1);
  }
  void stop() {
    row_ = 0;
    next_row_ = kNever;
    registers_.set_field("STATUS.BUSY", 0);
  }
  void draw_row() {
    screen_.picture[row_] = rows_[row_];
    next_row_ += kRowTime;
    if (++row_ < kHeight) return;
    stop();
    ++screen_.pictures;
    registers_.set_field("EVENTS.DONE", 1);
  }

  Registers registers_;
  Picture rows_{};
  std::uint32_t row_ = 0;          // that is drawn next; 0 while nothing is drawn
  Picoseconds next_row_ = kNever;  // when
  Screen screen_;
  PassedTime time_;
};

static_assert(Device<Display>);

}  // namespace janus::devices
