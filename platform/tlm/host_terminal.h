// The host's side of the UART: the source and the destination of its bytes. No SystemC here.
#pragma once

#include <termios.h>

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace janus::prototype {

// Where bytes for the firmware come from: a file by name, standard input if the name is empty, or the bytes themselves.
struct InputOrigin {
  InputOrigin() = default;
  InputOrigin(std::string file) : path(std::move(file)) {}  // NOLINT: a name is an origin
  InputOrigin(const char* file) : path(file) {}             // NOLINT
  explicit InputOrigin(std::vector<std::uint8_t> all) : bytes(std::move(all)) {}

  std::string path;
  std::optional<std::vector<std::uint8_t>> bytes;
};

// Bytes for the firmware, from a file or from standard input. There are two kinds of sources:
//
//   immediate   a regular file, a file given by name, or bytes: all bytes are there from the start, so a run is
//   deterministic polled      a terminal or a pipe: bytes arrive over time, and the owner must call poll()
//
// A terminal is switched to a mode without line editing and echo; the destructor switches back. Ctrl-C still works.
class HostInput {
 public:
  // Throws support::InputError if a file or standard input cannot be read.
  explicit HostInput(const InputOrigin& origin);
  ~HostInput();
  HostInput(const HostInput&) = delete;
  HostInput& operator=(const HostInput&) = delete;

  bool immediate() const { return immediate_; }
  // Removes and returns the next byte, if there is one. Throws support::InputError on a read error.
  std::optional<std::uint8_t> next();
  // Fetches the bytes that have arrived; waits for at most `milliseconds`. Throws as next().
  void poll(int milliseconds);
  bool has_bytes() const { return !buffer_.empty(); }
  bool at_end() const { return at_end_ && buffer_.empty(); }

 private:
  void fetch();
  void make_raw();

  std::string name_;
  int file_ = -1;
  bool immediate_ = false;
  bool at_end_ = false;
  std::deque<std::uint8_t> buffer_;
  std::optional<termios> saved_;
};

// Bytes from the firmware to an open file of the host, such as standard output. A terminal gets each byte at once;
// otherwise bytes are written at the end of a line, when the buffer is full, and by flush(). After the first error,
// bytes are dropped.
class HostOutput {
 public:
  explicit HostOutput(int file);
  void put(std::uint8_t byte);
  void flush();
  // The errno of the write that failed, or 0.
  int error() const { return error_; }

 private:
  int file_;
  bool unbuffered_;
  int error_ = 0;
  std::string buffer_;
};

}  // namespace janus::prototype
