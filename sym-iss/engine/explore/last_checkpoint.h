// What is written down of an exploration in which several take turns (automatic.h): the states of the plain one, with
// what everybody has found.
#pragma once

#include <functional>
#include <utility>

#include "engine/explore/exploration.h"
#include "engine/explore/findings.h"

namespace janus::engine {

// The references must outlive the object.
class LastCheckpoint {
 public:
  LastCheckpoint(const std::function<void(const Snapshot&)>& told, const DistinctFindings& findings)
      : told_(told), findings_(findings) {}

  // From the plain exploration; that is asked for what is left, if `closing`.
  void note(const Snapshot& snapshot, bool closing) {
    last_ = snapshot;
    last_.so_far.findings = findings_.all();
    stale_ = closing;
    if (!stale_) told_(last_);
  }
  void found_more() { stale_ = true; }
  // What is left at the end: nothing of a safe firmware, whoever has decided; else what the plain exploration has left.
  void write(const ExplorationResult& result) {
    if (result.verdict == Verdict::Safe && last_.waiting() > 0) {
      last_ = {result, 1, {}};
      stale_ = true;
    }
    last_.so_far.findings = result.findings;
    if (stale_) told_(last_);
  }

 private:
  const std::function<void(const Snapshot&)>& told_;
  const DistinctFindings& findings_;
  Snapshot last_;
  bool stale_ = true;  // who is told does not have it
};

}  // namespace janus::engine
