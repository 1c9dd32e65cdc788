// Z3 works in a thread of its own, so that who asks can break a question off, and leave Z3 behind if it does not
// notice.
#pragma once

#include <z3++.h>

#include <atomic>
#include <functional>
#include <memory>

#include "solver/worker_thread.h"
#include "support/processor_clock.h"

namespace janus::solver {

// What a question uses. If Z3 does not return, its abandoned thread keeps the session.
struct Z3Session {
  // The solver is an incremental one, or asks a tactic once.
  explicit Z3Session(const char* tactic = nullptr);

  z3::context context;
  z3::solver solver;
  std::atomic<bool> broken_off = false;  // whether the current question was
};

class Z3Thread {
 public:
  enum class End { Done, Overdue, Abandoned };

  // Runs a job that uses the session, and owns all that it uses. If it takes until `overdue`, it is broken off. After
  // Abandoned, run() must not be called again.
  End run(const std::shared_ptr<Z3Session>& session, std::function<void()> job,
          support::ProcessorClock::time_point overdue);

  // Breaks off what runs, and all that comes, permanently. From any thread.
  void interrupt() { interrupted_ = true; }
  bool is_interrupted() const { return interrupted_; }

 private:
  std::atomic<bool> interrupted_ = false;
  WorkerThread thread_;
};

// The steps that Z3 has taken in total: its resource counter (rlimit).
std::uint64_t steps_of(const z3::solver& solver);

}  // namespace janus::solver
