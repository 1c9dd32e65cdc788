// The limits of an exploration: whether one was reached, and who breaks off what takes too long.
//
// --max-time and --max-memory are real; everything else is counted (term/work_clock.h), so that every run of the same
// exploration does the same.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "engine/explore/exploration.h"
#include "solver/solver.h"

namespace janus::engine {

// Wakes some times a second, sets `look`, so that somebody looks at the limits, and once the exploration has to end
// sets `over` and breaks off the question that the solver is busy with. What it is given must outlive it.
class Watchdog {
 public:
  Watchdog(solver::Solver& solver, std::function<bool()> ends, std::atomic<bool>& look, std::atomic<bool>& over);

 private:
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;  // last, so that it ends before what it uses
};

class LimitWatch {
 public:
  // What an exploration has done so far.
  struct Usage {
    std::uint64_t paths = 0, forks = 0;
  };

  // The clock starts now, unless the limits say since when it runs. `interrupted` may be null.
  LimitWatch(const ExplorationLimits& limits, const std::atomic<bool>* interrupted)
      : limits_(limits), interrupted_(interrupted) {}

  // Why the exploration has to end, in a phrase for people; nothing if it may go on. The clock and the memory are
  // looked at only every few milliseconds.
  std::optional<std::string> reached(const Usage& usage);
  // Why a question was broken off, if time was over or somebody interrupted.
  std::optional<std::string> broken_off_by() const;

  bool out_of_time() const {
    const bool out = interrupted() || out_of_seconds();
    if (out) measured_ = true;
    return out;
  }
  // Whether a limit was reached that is measured, not counted, so that another run may do something else.
  bool measured() const { return measured_; }
  double elapsed() const { return seconds_since(start_); }  // seconds of real time

  // Sees to it that whatever takes long ends when the exploration has to, `solver` in particular.
  Watchdog guard(solver::Solver& solver) {
    return Watchdog(
        solver, [this] { return out_of_time(); }, look_, over_);
  }
  // Set by a watchdog: somebody should call reached(), who resets it; the exploration has to end.
  std::atomic<bool>& look() { return look_; }
  const std::atomic<bool>& over() const { return over_; }

 private:
  using Clock = std::chrono::steady_clock;
  static double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
  }
  bool interrupted() const { return interrupted_ && interrupted_->load(); }
  bool out_of_seconds() const {
    return limits_.seconds > 0 && seconds_since(limits_.since.value_or(start_)) >= limits_.seconds;
  }

  const ExplorationLimits limits_;
  const std::atomic<bool>* const interrupted_;
  const Clock::time_point start_ = Clock::now();
  Clock::time_point last_look_{};
  std::atomic<bool> look_ = false, over_ = false;
  mutable std::atomic<bool> measured_ = false;
};

}  // namespace janus::engine
