#include "engine/explore/turns.h"

#include <limits>
#include <utility>

#include "support/activity.h"
#include "support/contract.h"
#include "term/work_clock.h"

namespace janus::engine {

using term::WorkClock;

JobInTurns::JobInTurns(std::function<void()> job) : job_(std::move(job)), thread_([this] { run(); }) {}

JobInTurns::~JobInTurns() {
  while (!ended_) {
    seconds_ = std::numeric_limits<double>::infinity();
    turn_begins_.release();
    turn_ends_.acquire();
  }
  thread_.join();
  support::InActivity::go_on();
}

bool JobInTurns::advance(double seconds) {
  JANUS_REQUIRE(!ended_);
  seconds_ = seconds;
  turn_begins_.release();
  turn_ends_.acquire();
  support::InActivity::go_on();
  if (problem_) std::rethrow_exception(std::exchange(problem_, nullptr));
  return ended_;
}

// In the job's thread: begins with the first turn.
void JobInTurns::run() {
  wait_for_turn();
  try {
    job_();
  } catch (...) {
    problem_ = std::current_exception();
  }
  spent_ = WorkClock::seconds_since({});
  ended_ = true;
  turn_ends_.release();
}

// In the job's thread: the turn is over.
void JobInTurns::pause() {
  spent_ = WorkClock::seconds_since({});
  turn_ends_.release();
  wait_for_turn();
}

// In the job's thread.
void JobInTurns::wait_for_turn() {
  turn_begins_.acquire();
  support::InActivity::go_on();
  const auto pause = [](void* self) { static_cast<JobInTurns*>(self)->pause(); };
  WorkClock::pause_at(WorkClock::after(seconds_), pause, this);
}

}  // namespace janus::engine
