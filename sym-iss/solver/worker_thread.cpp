#include "solver/worker_thread.h"

#include <pthread.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <utility>

#include "support/contract.h"

namespace janus::solver {
namespace {

// Z3 recurses deeply. The system allocates only the pages of the stack that are used.
constexpr std::size_t kStackBytes = std::size_t{64} << 20;

std::atomic<bool> any_thread_abandoned = false;

}  // namespace

struct WorkerThread::Shared {
  std::mutex mutex;
  std::condition_variable changed;
  std::function<void()> job;  // null while there is none
  bool over = false;          // no further job will come
  bool abandoned = false;     // nobody waits for the job
  pthread_t thread{};
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
  if (!abandoned) pthread_join(shared_->thread, nullptr);
}

bool WorkerThread::any_abandoned() { return any_thread_abandoned; }

void WorkerThread::start() {
  shared_ = std::make_shared<Shared>();
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStackBytes);
  auto own = std::make_unique<std::shared_ptr<Shared>>(shared_);
  const int problem = pthread_create(&shared_->thread, &attributes, &work, own.get());
  JANUS_REQUIRE(problem == 0);
  own.release();
  pthread_attr_destroy(&attributes);
}

void* WorkerThread::work(void* argument) {
  const std::unique_ptr<std::shared_ptr<Shared>> own(static_cast<std::shared_ptr<Shared>*>(argument));
  Shared& shared = **own;
  std::unique_lock lock(shared.mutex);
  while (true) {
    shared.changed.wait(lock, [&] { return shared.job || shared.over; });
    if (!shared.job) return nullptr;
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
      pthread_detach(shared_->thread);
      return false;
    }
    shared_->changed.wait_for(lock, longest, [&] { return !shared_->job; });
  }
  return true;
}

}  // namespace janus::solver
