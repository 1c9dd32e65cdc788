// A job that takes turns with other jobs: a coroutine on a thread of its own, which runs only while its owner waits.
//
// The job is stopped wherever its work clock says that the turn is over (term/work_clock.h), in the middle of anything:
// an attempt at a loop summary, a merge, a search of the SAT solver. Only a step that is counted as a whole, such as a
// question to Z3, can go beyond the end of the turn. So no part of an exploration needs to know of turns. The price:
// whatever two jobs share must not be in use when a turn ends. Explorations share only what nobody changes.
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <semaphore>

#include "support/deep_thread.h"

namespace janus::engine {

class JobInTurns {
 public:
  // The job begins in the first turn. It may throw.
  explicit JobInTurns(std::function<void()> job);
  JobInTurns(const JobInTurns&) = delete;
  JobInTurns& operator=(const JobInTurns&) = delete;
  // Runs the job to its end. The owner should have told the job to end soon.
  ~JobInTurns();

  // Lets the job go on for `seconds`, counted. Returns whether the job has ended. Rethrows what the job has thrown.
  bool advance(double seconds);
  bool ended() const { return ended_; }
  double spent() const { return spent_; }  // counted seconds, by the job

 private:
  void run();
  void pause();
  void wait_for_turn();

  const std::function<void()> job_;
  std::binary_semaphore turn_begins_{0}, turn_ends_{0};
  double seconds_ = 0;  // of the turn
  double spent_ = 0;
  bool ended_ = false;
  std::exception_ptr problem_;
  support::DeepThread thread_;  // the last member: its thread uses the others
};

}  // namespace janus::engine
