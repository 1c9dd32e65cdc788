#include "engine/explore/limits.h"

#include <fmt/format.h>

namespace janus::engine {

Watchdog::Watchdog(solver::Solver& solver, std::function<bool()> ends, std::atomic<bool>& look, std::atomic<bool>& over)
    : thread_([this, &solver, ends = std::move(ends), &look, &over](const std::stop_token& stop) {
        std::unique_lock lock(mutex_);
        while (!stop.stop_requested()) {
          if (ends()) {
            over = true;
            solver.interrupt();
          }
          look = true;
          wake_.wait_for(lock, stop, std::chrono::milliseconds(50), [] { return false; });
        }
      }) {}

std::optional<std::string> LimitWatch::reached(const Usage& usage) {
  look_ = false;
  if (limits_.paths && usage.paths >= limits_.paths) return fmt::format("--max-paths {} was reached", limits_.paths);
  if (limits_.forks && usage.forks >= limits_.forks) return fmt::format("--max-forks {} was reached", limits_.forks);
  if (interrupted()) return broken_off_by();
  const auto now = Clock::now();  // the checks below need system calls, so they run only every few milliseconds
  if (now - last_look_ < std::chrono::milliseconds(5)) return std::nullopt;
  last_look_ = now;
  if (out_of_time()) return broken_off_by();
  if (needs_more_than(limits_.memory_bytes)) {
    measured_ = out_of_memory_ = true;
    return memory_was_reached();
  }
  return std::nullopt;
}

std::string LimitWatch::memory_was_reached() const {
  return fmt::format("--max-memory {} was reached", limits_.memory_bytes >> 20);
}

std::optional<std::string> LimitWatch::broken_off_by() const {
  if (!out_of_time()) return std::nullopt;
  const bool by_user = interrupted_ && interrupted_->load();
  if (far_out_of_memory_ && !by_user) return memory_was_reached();
  return out_of_seconds() && !by_user ? fmt::format("--max-time {} was reached", limits_.seconds) : "interrupted";
}

}  // namespace janus::engine
