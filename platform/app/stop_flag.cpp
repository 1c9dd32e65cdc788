#include "app/stop_flag.h"

#include <csignal>
#include <ctime>

namespace janus::app {
namespace {

std::atomic<bool> stopped{false};
std::atomic<std::time_t> stopped_at{0};  // seconds of the monotonic clock
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<std::time_t>::is_always_lock_free);

// Calls only what is safe in a signal handler. One request to stop may arrive as several signals: timeout(1) sends one
// to its child, and one to the process group. So only an impatient one, seconds later, is a second request.
void on_signal(int signal) {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (!stopped.exchange(true)) {
    stopped_at = now.tv_sec;
  } else if (now.tv_sec - stopped_at.load() >= 2) {
    std::signal(signal, SIG_DFL);
    raise(signal);
  }
}

}  // namespace

const std::atomic<bool>& stop_flag() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);  // a reader who has gone away is reported by write()
  return stopped;
}

}  // namespace janus::app
