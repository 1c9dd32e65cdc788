#include "engine/distribute/forked_crew.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <optional>

#include "support/error.h"

namespace janus::engine {
namespace {

// A message is its length, 8 bytes, and so many bytes.
bool send_all(int socket, const char* bytes, std::size_t left) {
  while (left > 0) {
    const ssize_t sent = ::send(socket, bytes, left, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes += sent;
    left -= static_cast<std::size_t>(sent);
  }
  return true;
}
bool send_message(int socket, const std::string& message) {
  const std::uint64_t length = message.size();
  return send_all(socket, reinterpret_cast<const char*>(&length), sizeof length) &&
         send_all(socket, message.data(), length);
}

bool receive_all(int socket, char* bytes, std::size_t left) {
  while (left > 0) {
    const ssize_t received = ::recv(socket, bytes, left, 0);
    if (received < 0 && errno == EINTR) continue;
    if (received <= 0) return false;
    bytes += received;
    left -= static_cast<std::size_t>(received);
  }
  return true;
}
// Nothing if the other process is gone.
std::optional<std::string> receive_message(int socket) {
  std::uint64_t length = 0;
  if (!receive_all(socket, reinterpret_cast<char*>(&length), sizeof length)) return std::nullopt;
  std::string message(length, '\0');
  if (!receive_all(socket, message.data(), length)) return std::nullopt;
  return message;
}

class SocketLink : public Link {
 public:
  explicit SocketLink(int socket) : socket_(socket) {}
  std::optional<std::string> receive() override {
    std::optional<std::string> order = receive_message(socket_);
    while (order && order->empty()) order = receive_message(socket_);  // somebody was in a hurry, for an earlier report
    return order;
  }
  bool send(const std::string& report) override { return send_message(socket_, report); }
  // An empty message: in a hurry. The launcher kills, and tells nobody to stop.
  Wish wish() override {
    pollfd socket{socket_, POLLIN, 0};
    if (::poll(&socket, 1, 0) <= 0) return Wish::None;
    return receive_message(socket_) ? Wish::Report : Wish::Stop;
  }

 private:
  const int socket_;
};

[[noreturn]] void cannot_start() {
  throw support::InputError(fmt::format("--jobs: a process cannot be started: {}", std::strerror(errno)),
                            support::exit_code::kInternal);
}

}  // namespace

ForkedCrew::ForkedCrew(std::size_t size, std::function<void(Link&)> work) : work_(std::move(work)), workers_(size) {
  for (Worker& worker : workers_) start(worker);
}

ForkedCrew::~ForkedCrew() {
  for (Worker& worker : workers_) stop(worker);
}

void ForkedCrew::start(Worker& worker) {
  int sockets[2];
  std::fflush(nullptr);
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) cannot_start();
  const pid_t launcher = ::getpid(), process = ::fork();
  if (process < 0) cannot_start();
  if (process == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != launcher) ::_exit(1);  // it has died already
    ::signal(SIGINT, SIG_IGN);                // the launcher decides
    ::signal(SIGTERM, SIG_IGN);
    for (const Worker& other : workers_) {
      if (other.socket >= 0) ::close(other.socket);
    }
    ::close(sockets[0]);
    try {
      SocketLink link(sockets[1]);
      work_(link);
    } catch (...) {  // as if it had been killed
      ::_exit(1);
    }
    ::_exit(0);
  }
  ::close(sockets[1]);
  worker = {process, sockets[0]};
}

void ForkedCrew::stop(Worker& worker) {
  if (worker.process < 0) return;
  ::close(worker.socket);
  ::kill(worker.process, SIGKILL);
  ::waitpid(worker.process, nullptr, 0);
  worker = {};
}

void ForkedCrew::send(std::size_t worker, const std::string& order) {
  send_message(workers_[worker].socket, order);  // if it fails, the socket is closed on the other side: wait() sees it
}

void ForkedCrew::hurry(std::size_t worker) { send_message(workers_[worker].socket, ""); }

std::vector<Crew::News> ForkedCrew::wait(unsigned milliseconds) {
  std::vector<pollfd> sockets;
  for (const Worker& worker : workers_) sockets.push_back({worker.socket, POLLIN, 0});
  std::vector<News> news;
  if (::poll(sockets.data(), sockets.size(), static_cast<int>(milliseconds)) <= 0) return news;
  for (std::size_t i = 0; i < sockets.size(); ++i) {
    if (sockets[i].revents == 0) continue;
    news.push_back({i, receive_message(sockets[i].fd)});
    if (!news.back().report) stop(workers_[i]);  // poll() ignores its socket from now on
  }
  return news;
}

bool ForkedCrew::replace(std::size_t worker) {
  start(workers_[worker]);
  return true;
}

}  // namespace janus::engine
