#include "support/activity_sampler.h"

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace janus::support {
namespace {

// No whole number of milliseconds, in which schedulers and limits count.
constexpr std::chrono::microseconds kPeriod{1313};

}  // namespace

ActivitySampler::ActivitySampler() : thread_([this](const std::stop_token& stop) { sample(stop); }) {}

void ActivitySampler::sample(const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any over;
  std::unique_lock lock(mutex);
  while (!over.wait_for(lock, stop, kPeriod, [] { return false; }) && !stop.stop_requested())
    ++counts_[static_cast<std::size_t>(InActivity::now())];
}

const ActivitySampler::Counts& ActivitySampler::finish() {
  thread_.request_stop();
  thread_.join();
  return counts_;
}

}  // namespace janus::support
