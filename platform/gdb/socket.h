// TCP on the loopback interface: where gdb connects to. Plain POSIX; no one but this host can reach it.
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
  // Says that nothing more will come, and waits a moment for gdb to go, so that it gets what was sent.
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
  // Listens on 127.0.0.1; port 0 is any that is free. Throws support::InputError if it cannot.
  explicit Listener(std::uint16_t port);
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  std::uint16_t port() const { return port_; }
  // Whether somebody waits to be accepted; waits for that for at most `milliseconds`.
  bool knocked(int milliseconds) const;
  // Waits for gdb; null if `cancelled` says so first.
  std::unique_ptr<Connection> accept(const std::function<bool()>& cancelled);

 private:
  int socket_ = -1;
  std::uint16_t port_ = 0;
};

}  // namespace janus::gdb
