#include "prototype/host_terminal.h"

#include <fcntl.h>
#include <sys/poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "support/error.h"
#include "support/standard_streams.h"

namespace janus::prototype {
namespace {

constexpr std::size_t kBufferSize = 4096;

}  // namespace

HostInput::HostInput(const InputOrigin& origin) : name_(origin.path.empty() ? "standard input" : origin.path) {
  if (origin.bytes) {
    immediate_ = at_end_ = true;
    buffer_.assign(origin.bytes->begin(), origin.bytes->end());
    return;
  }
  const std::string& path = origin.path;
  file_ = path.empty() ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status {};
  if (file_ < 0) throw support::InputError(name_ + ": " + std::strerror(errno), support::exit_code::kNoInput);
  const bool known = ::fstat(file_, &status) == 0;
  if (path.empty() && !known) {  // standard input is closed: there is no input
    immediate_ = at_end_ = true;
    return;
  }
  if (known && S_ISDIR(status.st_mode)) {
    if (!path.empty()) ::close(file_);
    throw support::InputError(name_ + ": is a directory", support::exit_code::kNoInput);
  }
  immediate_ = !path.empty() || S_ISREG(status.st_mode);
  if (!immediate_ && ::isatty(file_)) make_raw();
}

HostInput::~HostInput() {
  if (saved_) ::tcsetattr(file_, TCSADRAIN, &*saved_);
  if (file_ > STDIN_FILENO) ::close(file_);
}

// Does nothing in a background process: changing the terminal would stop the process.
void HostInput::make_raw() {
  termios mode{};
  if (::tcgetpgrp(file_) != ::getpgrp() || ::tcgetattr(file_, &mode) != 0) return;
  saved_ = mode;
  mode.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  mode.c_cc[VMIN] = 1;
  mode.c_cc[VTIME] = 0;
  ::tcsetattr(file_, TCSADRAIN, &mode);
}

std::optional<std::uint8_t> HostInput::next() {
  if (buffer_.empty() && immediate_ && !at_end_) fetch();
  if (buffer_.empty()) return std::nullopt;
  const std::uint8_t byte = buffer_.front();
  buffer_.pop_front();
  return byte;
}

void HostInput::poll(int milliseconds) {
  if (at_end_ || !buffer_.empty()) return;
  pollfd waiting{file_, POLLIN, 0};
  if (::poll(&waiting, 1, milliseconds) > 0) fetch();
}

void HostInput::fetch() {
  std::uint8_t bytes[kBufferSize];
  ssize_t count = 0;
  do {
    count = ::read(file_, bytes, sizeof bytes);
  } while (count < 0 && errno == EINTR);
  if (count < 0 && errno == EAGAIN) return;
  // A terminal that has hung up reports EIO; this counts as the end of the input.
  if (count < 0 && errno != EIO) {
    throw support::InputError(name_ + ": " + std::strerror(errno), support::exit_code::kNoInput);
  }
  if (count <= 0) {
    at_end_ = true;
  } else {
    buffer_.insert(buffer_.end(), bytes, bytes + count);
  }
}

HostOutput::HostOutput(int file) : file_(file), unbuffered_(::isatty(file)) {}

void HostOutput::put(std::uint8_t byte) {
  buffer_ += static_cast<char>(byte);
  if (byte == '\n' || unbuffered_ || buffer_.size() >= kBufferSize) flush();
}

void HostOutput::flush() {
  std::string bytes;
  bytes.swap(buffer_);
  if (!error_) error_ = support::write_all(file_, bytes);
}

}  // namespace janus::prototype
