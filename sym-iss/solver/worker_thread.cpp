#include "solver/worker_thread.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>

#include "support/contract.h"
#include "support/deep_thread.h"

namespace janus::solver {
namespace {

std::atomic<bool> any_thread_abandoned = false;

}  // namespace

struct WorkerThread::Shared {
  std::mutex mutex;
  std::condition_variable changed;
  std::function<void()> job;  // null while there is none
  bool over = false;          // no further job will come
  bool abandoned = false;     // nobody waits for the job
  std::optional<support::DeepThread> thread;
};

WorkerThread::~WorkerThread() {
  if (!shared_) return;
  bool abandoned = false;
  {
    const std::scoped_lock lock(shared_->mutex);
    shared_->over = true;
    abandoned = shared_->abandoned;
  }
  shared_->changed.notify_all();
  if (!abandoned) shared_->thread->join();
}

bool WorkerThread::any_abandoned() { return any_thread_abandoned; }

void WorkerThread::start() {
  shared_ = std::make_shared<Shared>();
  shared_->thread.emplace([shared = shared_] { work(*shared); });
}

void WorkerThread::work(Shared& shared) {
  std::unique_lock lock(shared.mutex);
  while (true) {
    shared.changed.wait(lock, [&] { return shared.job || shared.over; });
    if (!shared.job) return;
    std::function<void()> job = shared.job;
    lock.unlock();
    job();
    job = nullptr;
    lock.lock();
    shared.job = nullptr;  // destroys what the job owns, before the caller is told that the job has ended
    shared.changed.notify_all();
  }
}

bool WorkerThread::run(std::function<void()> job, const std::function<std::chrono::nanoseconds()>& patience) {
  if (!shared_) start();
  std::unique_lock lock(shared_->mutex);
  JANUS_REQUIRE(!shared_->abandoned);
  shared_->job = std::move(job);
  shared_->changed.notify_all();
  while (shared_->job) {
    const auto longest = patience();
    if (longest <= std::chrono::nanoseconds::zero()) {
      shared_->abandoned = true;
      any_thread_abandoned = true;
      shared_->thread->detach();
      return false;
    }
    shared_->changed.wait_for(lock, longest, [&] { return !shared_->job; });
  }
  return true;
}

}  // namespace janus::solver
