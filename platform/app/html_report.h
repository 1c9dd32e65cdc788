// The report of an exploration for people: one HTML page, complete in itself, without scripts.
#pragma once

#include <string>

#include "app/reported_exploration.h"

namespace janus::app {

// The answers in short; what was checked and what the verdict rests on; the findings with everything about them; what
// was never reached, and the branch that keeps it away; the source with coverage; where paths come from; where the time
// went. Source files are read from where the compiler saw them (a relative name is tried in the working directory and
// in those above the firmware); one that cannot be read is left out.
std::string html_report(const ReportedExploration& exploration);

}  // namespace janus::app
