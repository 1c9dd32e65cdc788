// The time that a question may have on the processor, for a solver that can be busy with what nobody counts.
//
// What limits a question is counted (term/work_clock.h), and the same in every run. Z3 has loops that count nothing and
// may take minutes. A question that takes far more time than it may count is therefore broken off, which depends on the
// machine: whoever does that says so in SolverStatistics::overdue.
#pragma once

#include <algorithm>

#include "support/processor_clock.h"

namespace janus::solver {

// When a question that may count `seconds` is overdue; never, if that is 0.
inline support::ProcessorClock::time_point overdue_after(double seconds) {
  // Most questions take less than four times what they count, and sanitizers and slower machines four times that.
  constexpr double kPatience = 20;
  constexpr double kLeastSeconds = 2;  // a question that may count a millisecond is no reason to doubt Z3 after 20
  return support::ProcessorClock::after(seconds > 0 ? std::max(kPatience * seconds, kLeastSeconds) : 0);
}

}  // namespace janus::solver
