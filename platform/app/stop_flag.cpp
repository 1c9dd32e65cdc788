#include "app/stop_flag.h"

#include <csignal>

namespace janus::app {
namespace {

std::atomic<bool> stopped{false};
static_assert(std::atomic<bool>::is_always_lock_free);  // safe in a signal handler

}  // namespace

const std::atomic<bool>& stop_flag() {
  struct sigaction action {};
  action.sa_handler = [](int) { stopped.store(true, std::memory_order_relaxed); };
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);  // a reader who has gone away is reported by write()
  return stopped;
}

}  // namespace janus::app
