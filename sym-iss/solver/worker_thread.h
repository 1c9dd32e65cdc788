// A thread that runs one job at a time. The caller waits for the job, but can abandon a job that does not end: Z3
// sometimes takes minutes to notice an interrupt.
//
// A job must own everything it uses, since an abandoned job goes on running. A job costs two switches between threads,
// some microseconds. Not thread-safe: one caller only.
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

  // Runs a job, which must not throw. Returns true when the job has ended and is destroyed. Meanwhile run() calls
  // `patience` repeatedly, in the caller's thread; its result is how long to wait before the next call. If the result
  // is zero or less, run() abandons the job and returns false; run() must not be called again then (contract).
  bool run(std::function<void()> job, const std::function<std::chrono::nanoseconds()>& patience);

  // Whether any job of this process was abandoned. Its thread may still be running, so the process must exit without
  // running destructors.
  static bool any_abandoned();

 private:
  struct Shared;
  static void work(Shared& shared);
  void start();

  std::shared_ptr<Shared> shared_;  // shared with the thread; null until the thread is started
};

}  // namespace janus::solver
