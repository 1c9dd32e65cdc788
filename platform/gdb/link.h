// The connection to one gdb, in packets over any stream of bytes: handles acknowledgements, retransmission and loss.
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
  // The bytes that have arrived; waits for at most `milliseconds`, and returns an empty string if none arrive. Returns
  // nothing if gdb has disconnected.
  virtual std::optional<std::string> read(int milliseconds) = 0;
  // False if gdb has disconnected.
  virtual bool write(std::string_view bytes) = 0;
};

class Link {
 public:
  // `stream` must outlive the link. receive() polls `cancelled`, which may be empty, and ends early once it is true.
  explicit Link(Stream& stream, std::function<bool()> cancelled = {})
      : stream_(stream), cancelled_(std::move(cancelled)) {}

  // The payload of the next packet; nothing if gdb has disconnected or receive() was cancelled.
  std::optional<std::string> receive();
  // Binary data in `payload` must be escaped.
  void send(std::string_view payload);
  // Whether Ctrl-C has arrived; does not wait. Packets that have arrived are kept for receive().
  bool interrupted();

  // Stops sending acknowledgements (QStartNoAckMode).
  void stop_acknowledging() { acknowledging_ = false; }
  bool lost() const { return lost_; }

 private:
  void fetch(int milliseconds);

  Stream& stream_;
  std::function<bool()> cancelled_;
  PacketReader reader_;
  std::string last_;  // the last frame sent, in case gdb asks for it again
  bool acknowledging_ = true;
  bool lost_ = false;
};

}  // namespace janus::gdb
