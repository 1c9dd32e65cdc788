// The limits of an exploration: whether one was reached, and a watchdog that interrupts whatever takes too long.
//
// --max-time and --max-memory are measured. Everything else is counted (term/work_clock.h), so that every run of the
// same exploration does the same.
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
#include "support/resident_memory.h"

namespace janus::engine {

// A thread that wakes every 50 ms. It sets `look`, so that the hart pauses and the explorer checks the limits. Once
// `ends` returns true, it also sets `over` and interrupts the solver. All references must outlive the watchdog.
class Watchdog {
 public:
  Watchdog(solver::Solver& solver, std::function<bool()> ends, std::atomic<bool>& look, std::atomic<bool>& over);

 private:
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;  // the last member, so that the thread ends before the members that it uses
};

class LimitWatch {
 public:
  // The counts of an exploration so far.
  struct Usage {
    std::uint64_t paths = 0, forks = 0;
  };

  // The clock starts now, or at limits.since if that is set. `interrupted` may be null.
  LimitWatch(const ExplorationLimits& limits, const std::atomic<bool>* interrupted)
      : limits_(limits), interrupted_(interrupted) {}

  // Why the exploration has to end, as a phrase for people; nothing if it may go on. Checks time and memory only every
  // few milliseconds.
  std::optional<std::string> reached(const Usage& usage);
  // Why a question was broken off: the time is over, the memory, or the user interrupted. Nothing if neither.
  std::optional<std::string> broken_off_by() const;

  // Ends the exploration as if the user had interrupted it. May be called from any thread.
  void cancel() { cancelled_ = true; }

  // Also if a question needed far more memory than there may be.
  bool out_of_time() const {
    const bool out = interrupted() || out_of_seconds() || far_out_of_memory_;
    if (out) measured_ = true;
    return out;
  }
  // Whether reached() has named the limit of memory.
  bool out_of_memory() const { return out_of_memory_; }
  // Whether a measured limit was reached, so that another run may behave differently.
  bool measured() const { return measured_; }
  double elapsed() const { return seconds_since(start_); }  // seconds of real time
  // The same since limits.since, when the whole of several explorations began.
  double elapsed_of_all() const { return seconds_since(limits_.since.value_or(start_)); }

  // Starts a watchdog that interrupts `solver`, and whatever reads over(), when the exploration has to end. Memory is
  // for reached() to look at, behind which waiting states can be put aside. If nobody looks, a question takes it: then
  // the watchdog does, and leaves a quarter more.
  Watchdog guard(solver::Solver& solver) {
    const auto ends = [this] {
      if (look_ && needs_more_than(limits_.memory_bytes + limits_.memory_bytes / 4)) far_out_of_memory_ = true;
      return out_of_time();
    };
    return Watchdog(solver, ends, look_, over_);
  }
  // Set by a watchdog: reached() should be called. reached() resets the flag.
  std::atomic<bool>& look() { return look_; }
  // Set by a watchdog: the exploration has to end.
  const std::atomic<bool>& over() const { return over_; }

 private:
  using Clock = std::chrono::steady_clock;
  static double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
  }
  std::string memory_was_reached() const;
  bool interrupted() const { return cancelled_ || (interrupted_ && interrupted_->load()); }
  // Whether this process does, if that is limited.
  bool needs_more_than(std::uint64_t bytes) const { return limits_.memory_bytes && support::resident_bytes() > bytes; }
  bool out_of_seconds() const { return limits_.seconds > 0 && elapsed_of_all() >= limits_.seconds; }

  const ExplorationLimits limits_;
  const std::atomic<bool>* const interrupted_;
  const Clock::time_point start_ = Clock::now();
  Clock::time_point last_look_{};
  bool out_of_memory_ = false;
  std::atomic<bool> look_ = false, over_ = false;
  std::atomic<bool> cancelled_ = false, far_out_of_memory_ = false;
  mutable std::atomic<bool> measured_ = false;
};

}  // namespace janus::engine
