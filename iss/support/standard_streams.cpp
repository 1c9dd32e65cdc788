#include "support/standard_streams.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "support/error.h"

namespace janus::support {
namespace {

constexpr std::string_view kStandardOutput = "standard output";

}  // namespace

void prepare_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) >= 0) continue;
    // The lowest free number is `stream`. A file that is open for reading refuses to be written to.
    [[maybe_unused]] const int opened = ::open("/dev/null", O_RDONLY);
  }
  std::signal(SIGPIPE, SIG_IGN);
}

void print_out(std::string_view text) {
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
    throw InputError(write_error(kStandardOutput, errno), exit_code::kCannotWrite);
  }
}

void print_err(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

void require_standard_output() {
  const int flags = ::fcntl(STDOUT_FILENO, F_GETFL);
  if (flags < 0 || (flags & O_ACCMODE) == O_RDONLY) {
    throw InputError(write_error(kStandardOutput, EBADF), exit_code::kCannotWrite);
  }
}

std::string write_error(std::string_view name, int error) {
  if (error == EPIPE || error == EBADF) return fmt::format("{} was closed", name);
  return fmt::format("{}: cannot be written: {}", name, std::strerror(error ? error : EIO));
}

}  // namespace janus::support
