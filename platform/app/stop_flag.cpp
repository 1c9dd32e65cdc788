#include "app/stop_flag.h"

#include <csignal>
#include <ctime>

namespace janus::app {
namespace {

std::atomic<bool> stopped{false};
std::atomic<std::time_t> stopped_at{0};  // seconds of the monotonic clock
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<std::time_t>::is_always_lock_free);

// Calls only functions that are safe in a signal handler. One request to stop may arrive as several signals: timeout(1)
// signals its child and then the process group. So a signal counts as a second request only 2 seconds after the first.
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
  struct sigaction hangup {};
  sigaction(SIGHUP, nullptr, &hangup);
  if (hangup.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);  // ignored by nohup(1): the run shall go on
  return stopped;
}

void request_stop() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (!stopped.exchange(true)) stopped_at = now.tv_sec;
}

}  // namespace janus::app
