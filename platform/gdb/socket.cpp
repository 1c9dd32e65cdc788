#include "gdb/socket.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "support/error.h"

namespace janus::gdb {
namespace {

constexpr int kPollMilliseconds = 100, kFarewellMilliseconds = 500;
constexpr int kWriteMilliseconds = 10'000;  // if gdb accepts no byte for so long, it counts as disconnected

bool ready(int socket, short events, int milliseconds) {
  pollfd waiting{socket, events, 0};
  return ::poll(&waiting, 1, milliseconds) > 0;
}

}  // namespace

Connection::~Connection() {
  ::shutdown(socket_, SHUT_WR);
  char ignored[256];
  while (ready(socket_, POLLIN, kFarewellMilliseconds) && ::recv(socket_, ignored, sizeof ignored, MSG_DONTWAIT) > 0) {
  }
  ::close(socket_);
}

std::optional<std::string> Connection::read(int milliseconds) {
  if (!ready(socket_, POLLIN, milliseconds)) return "";
  char bytes[4096];
  const ssize_t count = ::recv(socket_, bytes, sizeof bytes, MSG_DONTWAIT);
  if (count > 0) return std::string(bytes, static_cast<std::size_t>(count));
  if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) return "";
  return std::nullopt;
}

bool Connection::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      if (!ready(socket_, POLLOUT, kWriteMilliseconds)) return false;
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

Listener::Listener(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int yes = 1;
  socket_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (socket_ >= 0) ::setsockopt(socket_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  socklen_t size = sizeof address;
  if (socket_ < 0 || ::bind(socket_, reinterpret_cast<sockaddr*>(&address), size) != 0 || ::listen(socket_, 1) != 0 ||
      ::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
    const std::string reason = std::strerror(errno);
    if (socket_ >= 0) ::close(socket_);
    throw support::InputError(fmt::format("--gdb: cannot listen on 127.0.0.1:{}: {}", port, reason),
                              support::exit_code::kUsage);
  }
  port_ = ntohs(address.sin_port);
}

Listener::~Listener() { ::close(socket_); }

bool Listener::wait_for_client(int milliseconds) const { return ready(socket_, POLLIN, milliseconds); }

std::unique_ptr<Connection> Listener::accept(const std::function<bool()>& cancelled) {
  while (!cancelled()) {
    if (!wait_for_client(kPollMilliseconds)) continue;
    const int socket = ::accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC);
    if (socket < 0) continue;  // the client has disconnected again
    const int yes = 1;
    ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return std::make_unique<Connection>(socket);
  }
  return nullptr;
}

}  // namespace janus::gdb
