// What the program is doing at the moment, for whoever wants to know how its time is divided and may not slow it down:
// the threads that explore say what they begin, which costs two stores, and a thread looks from time to time
// (activity_sampler.h). So that parts add up to the whole, somebody is always doing something.
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

namespace janus::support {

enum class Activity : std::uint8_t {
  Other,
  StartUp,
  Executing,
  ExecutingChecked,  // with detectors
  ConcreteStretch,
  Forking,
  Comparing,  // states, as techniques and merging do
  Ending,     // what is done for a path that ends: its inputs, its test case
  Enumerating,
  Solving,
  Writing,
  Over,  // what comes behind the time that is told, as giving memory back
};
inline constexpr unsigned kActivities = static_cast<unsigned>(Activity::Over) + 1;

// Of several threads of which one works at a time. An object belongs to the thread that has made it.
class InActivity {
 public:
  explicit InActivity(Activity activity) : before_(begin(activity)) {}
  InActivity(const InActivity&) = delete;
  InActivity& operator=(const InActivity&) = delete;
  ~InActivity() { begin(before_); }

  // From now on, outside of all objects of this thread.
  static void become(Activity activity) { begin(activity); }
  // This thread goes on, after another one has worked.
  static void go_on() { now_.store(own_, std::memory_order_relaxed); }
  static Activity now() { return now_.load(std::memory_order_relaxed); }

 private:
  static Activity begin(Activity activity) {
    now_.store(activity, std::memory_order_relaxed);
    return std::exchange(own_, activity);
  }
  static inline constinit thread_local Activity own_ = Activity::Other;
  static inline constinit std::atomic<Activity> now_ = Activity::Other;  // of the thread that works

  const Activity before_;
};

}  // namespace janus::support
