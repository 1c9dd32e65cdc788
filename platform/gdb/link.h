// A conversation in packets with one gdb, over any stream of bytes: acknowledgements, repetition, and the end of it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "gdb/packet.h"

namespace janus::gdb {

// A stream of bytes to and from gdb.
class Stream {
 public:
  virtual ~Stream() = default;
  // What has arrived, waiting for it for at most `milliseconds`; empty if nothing has. Nothing: gdb has gone.
  virtual std::optional<std::string> read(int milliseconds) = 0;
  // False: gdb has gone.
  virtual bool write(std::string_view bytes) = 0;
};

class Link {
 public:
  // `stream` must outlive this. `cancelled`, which may be empty, ends receive() early.
  explicit Link(Stream& stream, std::function<bool()> cancelled = {})
      : stream_(stream), cancelled_(std::move(cancelled)) {}

  // The next packet's payload; nothing once gdb has gone, or receive() was cancelled.
  std::optional<std::string> receive();
  // `payload` must be escaped where it is binary.
  void send(std::string_view payload);
  // Whether Ctrl-C has arrived; does not wait. Packets that arrive meanwhile are kept.
  bool interrupted();

  // From the packet after the next answer on, nobody acknowledges anything.
  void stop_acknowledging() { acknowledging_ = false; }
  bool lost() const { return lost_; }

 private:
  void fetch(int milliseconds);

  Stream& stream_;
  std::function<bool()> cancelled_;
  PacketReader reader_;
  std::string last_;  // frame sent, in case it is asked for again
  bool acknowledging_ = true;
  bool lost_ = false;
};

}  // namespace janus::gdb
