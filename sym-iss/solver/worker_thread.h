// A thread that runs one job at a time for whoever waits, who can go away from a job that does not end: Z3 does not
// look at whether it was interrupted everywhere, sometimes not for minutes.
//
// What a job uses must belong to the job, since it may go on when everybody else has left. A job costs two switches
// between threads, some microseconds. Not thread-safe.
#pragma once

#include <chrono>
#include <functional>
#include <memory>

namespace janus::solver {

class WorkerThread {
 public:
  WorkerThread() = default;
  ~WorkerThread();
  WorkerThread(const WorkerThread&) = delete;
  WorkerThread& operator=(const WorkerThread&) = delete;

  // Runs a job, which must not throw; it is gone when this returns true. `patience` is asked again and again how much
  // longer to wait, in the caller's thread; once it says zero, this returns false, and requires that it is not called
  // again.
  bool run(std::function<void()> job, const std::function<std::chrono::nanoseconds()>& patience);

  // Whether any job of this process was ever gone away from. Its thread may still be running, so the process has to end
  // without tidying up.
  static bool any_left_alone();

 private:
  struct Shared;
  static void* work(void* shared);
  void start();

  std::shared_ptr<Shared> shared_;  // with the thread; null until there is one
};

}  // namespace janus::solver
