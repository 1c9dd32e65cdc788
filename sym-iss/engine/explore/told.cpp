#include "engine/explore/told.h"

#include "engine/explore/first_mistake.h"
#include "term/work_clock.h"

namespace janus::engine {

ExplorationEvents Told::events_of(Contender& contender, bool has_states) {
  ExplorationEvents events = events_;
  if (events_.on_progress) {
    events.on_progress = [this, &contender](const Progress& progress) {
      contender.progress = progress;
      if (progress.seconds - last_report_ < schedule::kReportSeconds) return;
      last_report_ = progress.seconds;
      events_.on_progress(progress_of(contenders_, contender, violations(findings_.all()), limits_));
    };
  }
  if (contender.is_known) {
    events.on_example = {};
    events.on_end = {};
    events.on_inspection = {};
  }
  events.on_checkpoint = {};
  if (events_.on_checkpoint && has_states)
    events.on_checkpoint = [this](const Snapshot& snapshot) { last_checkpoint_.note(snapshot, closing_); };
  events.on_finding = [this, &contender](const Finding& finding) {
    if (over_) return;                           // a contender that is broken off may still come to an end of a path
    const term::WorkClock::Uninterrupted whole;  // what another contender finds must not come between
    if (is_for_others(finding.test_case.ending.reason)) return;  // other contenders may explore the path
    const auto first = mistake_before(finding, image_, contender.config, is_late_);
    if (first) tell(*first);
    tell(finding);
  };
  return events;
}

void Told::tell(const Finding& finding) {
  const auto [note, index] = findings_.note(finding);
  if (note != DistinctFindings::Note::IsKnown) last_checkpoint_.found_more();
  if (note == DistinctFindings::Note::IsNew && events_.on_finding) events_.on_finding(finding);
  if (note == DistinctFindings::Note::IsShorter && events_.on_shorter) events_.on_shorter(index, finding);
}

}  // namespace janus::engine
