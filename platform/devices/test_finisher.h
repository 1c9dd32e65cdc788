// Test finisher (`sifive,test0`): a word written at offset 0 ends the machine. 0x5555 passes, code << 16 | 0x3333 fails
// with that code, 0x7777 asks for a reset (which ends the run too, as a pass).
#pragma once

#include "devices/device.h"

namespace janus::devices {

class TestFinisher {
 public:
  std::optional<std::uint32_t> read(std::uint32_t, unsigned) { return 0; }
  bool write(std::uint32_t offset, unsigned size, std::uint32_t value);
  Picoseconds next_event() const { return kNever; }
  void advance_to(Picoseconds) {}

  // The firmware's exit code once it has finished: 0 for a pass, else 1..65535 (a failure with code 0 counts as 1).
  std::optional<std::uint32_t> exit_code() const { return exit_code_; }

  friend bool operator==(const TestFinisher&, const TestFinisher&) = default;

 private:
  std::optional<std::uint32_t> exit_code_;
};

static_assert(Device<TestFinisher>);

// The other way firmware ends: the exit code that a word stored to the symbol `tohost` stands for. 1 is a pass, an odd
// value carries a code; anything else asks something of a host that is not there, and counts as a failure.
constexpr std::uint32_t tohost_exit_code(std::uint32_t value) {
  if (value == 1) return 0;
  return value & 1 ? value >> 1 : 1;
}

}  // namespace janus::devices
