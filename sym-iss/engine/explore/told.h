// What a caller hears of explorations that take turns (automatic.h): each finding once for each reason and place, the
// progress of all, and the states of one.
#pragma once

#include <deque>
#include <functional>

#include "engine/explore/contender.h"
#include "engine/explore/exploration.h"
#include "engine/explore/findings.h"
#include "engine/explore/last_checkpoint.h"
#include "support/firmware_image.h"

namespace janus::engine {

// All references must outlive the object. Not thread-safe.
class Told {
 public:
  // `is_late` says whether the time is over.
  Told(const support::FirmwareImage& image, const ExplorationEvents& events, const std::deque<Contender>& contenders,
       const ExplorationLimits& limits, std::function<bool()> is_late)
      : image_(image), events_(events), contenders_(contenders), limits_(limits), is_late_(std::move(is_late)) {}

  // What a contender tells goes to the caller's events. `has_states`: its states are those that are written down.
  ExplorationEvents events_of(Contender& contender, bool has_states);
  // Found before; nobody needs to hear of it.
  void know(const Finding& finding) { findings_.note(finding); }
  const std::vector<Finding>& findings() const { return findings_.all(); }
  // From now on, states are what is left at the end.
  void close() { closing_ = true; }
  // Nothing that a contender finds counts any more.
  void end() { over_ = true; }
  // The states that are left, and the findings, if the caller writes them down.
  void write(const ExplorationResult& result) {
    if (events_.on_checkpoint) last_checkpoint_.write(result);
  }

 private:
  void tell(const Finding& finding);

  const support::FirmwareImage& image_;
  const ExplorationEvents& events_;
  const std::deque<Contender>& contenders_;
  const ExplorationLimits& limits_;
  const std::function<bool()> is_late_;
  DistinctFindings findings_;
  double last_report_ = 0;  // of progress, in seconds of real time
  bool closing_ = false, over_ = false;
  LastCheckpoint last_checkpoint_{events_.on_checkpoint, findings_};
};

}  // namespace janus::engine
