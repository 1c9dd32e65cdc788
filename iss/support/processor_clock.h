// The processor time that this process has used, as a clock for std::chrono.
//
// Processor time does not depend on other processes, but depends on how fast the machine is. now() is a system call and
// takes a fraction of a microsecond.
#pragma once

#include <chrono>
#include <ctime>

namespace janus::support {

struct ProcessorClock {
  using duration = std::chrono::nanoseconds;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<ProcessorClock>;
  static constexpr bool is_steady = true;

  static time_point now() {
    timespec used{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return time_point(std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec));
  }
  static double seconds_since(time_point begin) { return std::chrono::duration<double>(now() - begin).count(); }
  // The time point `seconds` from now. time_point::max(), which is never reached, if `seconds` is not above 0 or is
  // above 1e9.
  static time_point after(double seconds) {
    constexpr double kLongest = 1e9;
    if (seconds <= 0 || seconds > kLongest) return time_point::max();
    return now() + std::chrono::duration_cast<duration>(std::chrono::duration<double>(seconds));
  }
};

}  // namespace janus::support
