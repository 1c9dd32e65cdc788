// A backstop on the processor's clock, for Z3.
//
// The limit of a question is counted work (term/work_clock.h), so it is the same in every run. But Z3 has loops that
// count nothing and may take minutes. A question that takes far more processor time than its counted limit is therefore
// broken off. When this happens depends on the machine, so the solver reports it in SolverStatistics::overdue.
#pragma once

#include <algorithm>

#include "support/processor_clock.h"

namespace janus::solver {

// The processor time at which a question with a limit of `seconds` counted seconds is overdue; never, if `seconds` is
// 0.
inline support::ProcessorClock::time_point overdue_after(double seconds) {
  // Most questions take less than 4 times their counted time; sanitizers and slow machines need 4 times as much again.
  constexpr double kPatience = 20;
  constexpr double kLeastSeconds = 2;  // a limit of a millisecond is no reason to give up after 20 milliseconds
  return support::ProcessorClock::after(seconds > 0 ? std::max(kPatience * seconds, kLeastSeconds) : 0);
}

}  // namespace janus::solver
