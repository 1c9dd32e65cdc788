// TCP sockets on the loopback interface, for gdb to connect to. Plain POSIX. Other hosts cannot connect.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "gdb/link.h"

namespace janus::gdb {

class Connection : public Stream {
 public:
  explicit Connection(int socket) : socket_(socket) {}
  // Closes the sending direction, and waits half a second at most for gdb to disconnect, so that gdb receives
  // everything that was sent.
  ~Connection() override;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  std::optional<std::string> read(int milliseconds) override;
  bool write(std::string_view bytes) override;

 private:
  int socket_;
};

class Listener {
 public:
  // Listens on 127.0.0.1; port 0 picks a free port. Throws support::InputError if the port is not available.
  explicit Listener(std::uint16_t port);
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  std::uint16_t port() const { return port_; }
  // Whether a client waits to be accepted. Waits for a client for at most `milliseconds`.
  bool wait_for_client(int milliseconds) const;
  // Waits for a client; null if `cancelled` becomes true first.
  std::unique_ptr<Connection> accept(const std::function<bool()>& cancelled);

 private:
  int socket_ = -1;
  std::uint16_t port_ = 0;
};

}  // namespace janus::gdb
