#include "term/work_clock.h"

namespace janus::term {

void WorkClock::pause() {
  pause_at_ = std::numeric_limits<rep>::max();
  const auto begin = std::chrono::steady_clock::now();
  pause_(pause_argument_);
  paused_ += std::chrono::steady_clock::now() - begin;
}

}  // namespace janus::term
