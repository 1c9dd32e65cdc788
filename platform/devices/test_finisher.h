// Test finisher (`sifive,test0`): a word written at offset 0 ends the run. 0x5555 is a pass, code << 16 | 0x3333 a
// failure with that code, and 0x7777 a reset, which ends the run as a pass. A reset by the watchdog ends the run, too,
// as a failure with a code of its own.
#pragma once

#include <string>

#include "devices/registers.h"

namespace janus::devices {

class TestFinisher {
 public:
  static constexpr std::string_view kTitle = "Test finisher (sifive,test0): ends the run";
  static constexpr Register kRegisters[] = {{"COMMAND",
                                             0x00,
                                             4,
                                             Access::WriteOnly,
                                             0,
                                             "what happens",
                                             {{"END", 0, 15, "0x5555: pass; 0x3333: fail; 0x7777: reset, a pass"},
                                              {"CODE", 16, 31, "the exit code, with fail"}}}};

  // The commands: the lower half-word of the word that is written. Others do nothing.
  static constexpr std::uint32_t kPass = 0x5555, kFail = 0x3333, kReset = 0x7777;

  std::optional<std::uint32_t> read(std::uint32_t, unsigned) { return 0; }
  bool write(std::uint32_t offset, unsigned size, std::uint32_t value);
  Picoseconds next_event() const { return kNever; }
  void advance_to(Picoseconds) {}
  bool shows_time(std::uint32_t) const { return false; }
  bool same_but_for_time(const TestFinisher& other) const { return *this == other; }
  bool ignores_value(std::uint32_t) const { return false; }

  // The exit code, once the firmware has finished: 0 for a pass, else 1..65535 (a failure with code 0 counts as 1).
  std::optional<std::uint32_t> exit_code() const { return exit_code_; }
  // The line of the watchdog (watchdog.h).
  static constexpr std::uint32_t kWatchdog = 0x1'0000;
  void reset_by_watchdog() { exit_code_ = exit_code_.value_or(kWatchdog); }

  // More about its state, for users.
  std::string contents() const;

  friend bool operator==(const TestFinisher&, const TestFinisher&) = default;

 private:
  std::optional<std::uint32_t> exit_code_;
};

static_assert(Device<TestFinisher>);

}  // namespace janus::devices
