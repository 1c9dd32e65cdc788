#include "support/standard_streams.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
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

int write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(file, bytes.data(), bytes.size());
    if (count >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno == EAGAIN) {
      pollfd waiting{file, POLLOUT, 0};
      ::poll(&waiting, 1, -1);
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

void print_out(std::string_view text) {
  std::fflush(stdout);
  if (const int error = write_all(STDOUT_FILENO, text)) {
    throw InputError(write_error(kStandardOutput, error), exit_code::kCannotWrite);
  }
}

void print_err(std::string_view text) {
  std::fflush(stderr);
  write_all(STDERR_FILENO, text);
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
