// When a question is given up.
#pragma once

#include "support/processor_clock.h"
#include "term/work_clock.h"

namespace janus::solver {

// A time on the work clock. In case a solver is busy with what nobody counts, so much time on the processor will do,
// too; that is not the same in every run, and so it is far away.
class Deadline {
 public:
  // `seconds` from now; never, if that is none.
  static Deadline after(double seconds) {
    return {term::WorkClock::after(seconds), support::ProcessorClock::after(seconds * kPatience)};
  }

  bool has_passed() const { return term::WorkClock::now() >= work_ || support::ProcessorClock::now() >= processor_; }
  term::WorkClock::time_point work() const { return work_; }
  support::ProcessorClock::time_point processor() const { return processor_; }

 private:
  static constexpr double kPatience = 8;  // more than what most questions take longer than they count

  Deadline(term::WorkClock::time_point work, support::ProcessorClock::time_point processor)
      : work_(work), processor_(processor) {}

  term::WorkClock::time_point work_;
  support::ProcessorClock::time_point processor_;
};

}  // namespace janus::solver
