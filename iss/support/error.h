// Errors a user can cause. Each ends the program with one clear line and an exit code of 64 or more.
#pragma once

#include <stdexcept>
#include <string>

namespace janus::support {

// Exit codes of the janus program, after BSD's sysexits(3).
namespace exit_code {
inline constexpr int kUsage = 64;     // bad options
inline constexpr int kBadInput = 65;  // a file that is not what it should be
inline constexpr int kNoInput = 66;   // a file that cannot be read
inline constexpr int kSoftware = 70;  // firmware that cannot go on: an unhandled trap, an impossible hook
inline constexpr int kCannotWrite = 73;
inline constexpr int kInternal = 75;
inline constexpr int kSilent = 76;  // firmware that can say by `tohost` how it ended, and did not
}  // namespace exit_code

// Bad input. what() is the whole line to print; it says what is wrong and where.
class InputError : public std::runtime_error {
 public:
  explicit InputError(const std::string& message, int exit_code = exit_code::kBadInput)
      : std::runtime_error(message), exit_code_(exit_code) {}
  int code() const { return exit_code_; }

 private:
  int exit_code_;
};

}  // namespace janus::support
