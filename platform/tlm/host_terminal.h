// The host's side of the UART: where its bytes come from and go to. No SystemC here.
#pragma once

#include <termios.h>

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>

namespace janus::prototype {

// Bytes for the firmware, from a file or from standard input. Two kinds, by what the source is:
//
//   immediate   a regular file, or a file given by name: every byte is there from the start, so a run is deterministic
//   polled      a terminal, a pipe: bytes are there when they arrive; somebody has to look, with poll()
//
// A terminal is put into a mode without line editing and echo, which the destructor undoes; Ctrl-C still works.
class HostInput {
 public:
  // From the file at `path`, or from standard input if empty. Throws support::InputError if it cannot be read.
  explicit HostInput(const std::string& path);
  ~HostInput();
  HostInput(const HostInput&) = delete;
  HostInput& operator=(const HostInput&) = delete;

  bool immediate() const { return immediate_; }
  // Takes the next byte, if there is one. Throws support::InputError on a read error.
  std::optional<std::uint8_t> next();
  // Fetches what has arrived, waiting for it for at most `milliseconds`. Throws as next().
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

// Standard output: bytes from the firmware, written at the end of a line, when flushed, and at once to a terminal.
class HostOutput {
 public:
  HostOutput();
  // Throws support::InputError if standard output cannot be written to. A reader who has gone away (EPIPE) is no error:
  // what the firmware says from then on is dropped.
  void put(std::uint8_t byte);
  void flush();

 private:
  bool unbuffered_;
  std::string buffer_;
};

}  // namespace janus::prototype
